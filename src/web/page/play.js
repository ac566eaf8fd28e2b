// The panel of a game that is played: whose turn it is, what one may do, the dead stones at the end, and the result.

import { button, html, put, reveal } from "./dom.js";
import { Count } from "./count.js";
import { saveGame } from "./files.js";
import { typedMove } from "./goban.js";
import { say } from "./say.js";
import { forMover, leadName, percent, resultText, rulesName } from "./text.js";
import { pointName } from "./points.js";
import { Tree } from "./tree.js";
import { word } from "./words.js";

export class PlayPanel {
  constructor(table, { newGame, analyze }) {
    Object.assign(this, { table, newGame, analyze });
    this.status = html("h2", { class: "status" });
    this.told = html("p", { class: "told", role: "status" });
    this.count = new Count(table);
    this.tree = new Tree(table);
    this.terms = html("p", { class: "soft" });
    this.buttons = {
      undo: button(word("undo"), () => this.undo()),
      pass: button(word("pass"), () => table.play(null)),
      hint: button(word("hint"), () => this.hint()),
      estimate: button(word("estimate"), () => this.estimate()),
      resign: button(word("resign"), () => this.resign(), { class: "grave" }),
    };
    this.typed = typedMove(table);
    this.playing = html("div", { class: "actions" }, this.typed, Object.values(this.buttons));
    this.marking = this.markingPart();
    this.over = html("div", { class: "actions", hidden: true },
      button(word("analyzeGame"), this.analyze, { class: "primary" }), button(word("newGame"), this.newGame),
      button(word("saveFile"), () => saveGame(table)));
    this.element = html("section", { class: "panel play", "aria-label": word("play") },
      this.status, this.told, this.playing, this.marking, this.over, this.count.element, html("div", { class: "rest" }), this.tree.element, this.terms);
    table.touch = (point) => this.touch(point);
  }

  markingPart() {
    this.accept = {};
    const buttons = ["black", "white"].map((color) => {
      this.accept[color] = button("", () => this.table.change("accept", { color }), { class: "primary" });
      return this.accept[color];
    });
    this.judging = html("p", {});
    return html("div", { class: "marking", hidden: true }, this.judging,
      html("div", { class: "actions both" }, buttons, button(word("resume"), () => this.table.change("resume"))));
  }

  touch(point) {
    const { table } = this;
    if (table.state.phase === "marking" && point !== null) this.toggle(point);
    else if (!table.mayMove && table.state.phase === "playing" && !table.isAtEnd) say(word("notAtEnd"), true);
    else table.play(point);
  }

  toggle(point) {
    if (this.table.game.stones()[point] && !this.table.state.judging) this.table.change("dead", { point });
  }

  undo() {
    this.table.last();
    this.table.change("undo");
  }

  resign() {
    const { table } = this, { players } = table.state;
    const isAlone = players.black.kind === players.white.kind;
    const color = isAlone ? table.here.turn : players.black.kind === "person" ? "black" : "white";
    if (confirm(word("resignSure", { color: word(color) }))) table.change("resign", { color });
  }

  async hint() {
    const { table } = this, node = table.here;
    this.buttons.hint.disabled = true;
    const report = await table.ask("hint");
    this.buttons.hint.disabled = false;
    if (!report) return;
    node.report = report;
    table.showsHint = node.id;
    const [best] = report.candidates;
    if (best && table.here === node) {
      this.tell(word("hintIs", { point: pointName(best.point, table.game.board) ?? word("pass"), chance: percent(forMover(best.chance, node.turn)) }), node);
    }
  }

  async estimate() {
    const { table } = this, node = table.here;
    if (table.estimate) {
      table.estimate = null;
      this.tell("", node);
      return;
    }
    const found = await table.ask("estimate", { node: table.known(node.id) });
    if (!found || table.here !== node) return;
    table.estimate = { ...found, node: node.id };
    this.tell(word("estimateIs", { chance: percent(found.chance), lead: leadName(found.lead) }), node);
  }

  tell(text, node) {
    this.toldOf = node.id;
    put(this.told, text);
    this.table.changed();
  }

  show() {
    const { table } = this, { state, here } = table;
    if (this.toldOf !== here.id) {
      put(this.told, "");
      table.estimate = null;
      table.showsHint = false;
    }
    put(this.status, this.statusText());
    const isPlaying = state.phase === "playing";
    reveal(this.playing, isPlaying);
    reveal(this.marking, state.phase === "marking");
    reveal(this.over, state.phase === "over");
    reveal(this.told, this.told.textContent !== "");
    this.buttons.pass.disabled = !table.mayMove;
    this.buttons.hint.disabled = !table.mayMove;
    this.buttons.undo.disabled = here.parent === null;
    const hasPeople = Object.values(state.players).some(({ kind }) => kind === "person");
    for (const name of ["undo", "pass", "hint", "resign"]) reveal(this.buttons[name], hasPeople);
    reveal(this.typed, hasPeople);
    this.buttons.estimate.setAttribute("aria-pressed", String(table.estimate?.node === here.id));
    this.showMarking();
    this.askCount();
    this.count.show();
    this.tree.show();
    put(this.terms, this.termsText());
  }

  close() { this.tree.close(); }

  // "19×19, Japanese rules, komi 6.5, 2 handicap stones"
  termsText() {
    const { columns, rows, rules, komi, handicap } = this.table.state;
    return [`${columns}×${rows}`, word("rulesOf", { rules: rulesName(rules) }), `${word("komi")} ${komi}`, handicap > 0 && word("stonesGiven", { n: handicap })]
      .filter(Boolean).join(" · ");
  }

  statusText() {
    const { state, here, isAtEnd } = this.table;
    if (state.phase === "over") return resultText(state.result);
    if (state.phase === "marking") return word("markingTitle");
    if (!isAtEnd) return word("lookingBack");
    const other = state.thinking ?? here.turn;
    if (state.players[other].kind === "kosumi") return word("thinks", { name: state.players[other].name || "kosumi" });
    const people = ["black", "white"].filter((color) => state.players[color].kind === "person");
    return people.length === 1 ? word("yourTurn", { color: word(here.turn) }) : word("turnOf", { color: word(here.turn) });
  }

  showMarking() {
    const { players, agreed = [], phase, judging = false } = this.table.state;
    if (phase !== "marking") return;
    put(this.judging, word(judging ? "judging" : "markDead"));
    for (const [color, element] of Object.entries(this.accept)) {
      reveal(element, players[color].kind === "person");
      element.disabled = judging || agreed.includes(color);
      put(element, agreed.includes(color) ? word("hasAgreed", { color: word(color) }) : word("agree", { color: word(color) }));
    }
  }

  // The count follows the dead stones, and the end of a game that was counted. As long as nobody has changed what
  // kosumi says of them, its reasons are asked for as well.
  askCount() {
    const { state, here, isAtEnd } = this.table;
    const isCounted = state.phase === "marking" || (state.phase === "over" && /^[BW]\+[\d.]|^0|Draw/.test(state.result ?? ""));
    const key = isCounted && !state.judging && isAtEnd && !here.isGuess ? JSON.stringify([here.id, state.dead, state.phase]) : null;
    if (key === this.counted) return;
    this.counted = key;
    if (key) this.count.askMarked(state.dead);
    else this.table.count = null;
  }
}
