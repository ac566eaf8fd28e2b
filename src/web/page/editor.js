// Editing: stones that are set up, signs, comments, and the order of variations.

import { button, html, put } from "./dom.js";
import { infoDialog } from "./info.js";
import { word } from "./words.js";

const TOOLS = ["play", "black", "white", "erase", "triangle", "square", "circle", "cross", "label", "number"];
const SIGNS = { play: "▸", black: "●", white: "○", erase: "⌫", triangle: "△", square: "□", circle: "◯", cross: "✕", label: "A", number: "1" };

export class Editor {
  constructor(table, about) {
    this.table = table;
    table.tool = "play";
    this.tools = new Map(TOOLS.map((name) => [name, button(html("span", { "aria-hidden": "true" }, SIGNS[name]), () => this.choose(name), {
      "aria-label": word(`tool ${name}`), title: word(`tool ${name}`), class: "tool",
    })]));
    this.comment = html("textarea", { rows: 3, "aria-label": word("comment"), placeholder: word("comment"), oninput: () => this.write(), onblur: () => this.write(true) });
    this.turn = button("", () => this.setUp([], this.table.here.turn === "black" ? "white" : "black"));
    this.delete = button(word("deleteMove"), () => this.remove(), { class: "grave" });
    this.promote = button(word("promote"), () => table.change("promote", { node: table.known(table.game.at) }));
    this.element = html("div", { class: "editor" },
      html("div", { class: "tools", role: "toolbar", "aria-label": word("tools") }, [...this.tools.values()]),
      this.comment,
      html("div", { class: "actions" }, this.turn, button(word("pass"), () => table.play(null)), this.promote, this.delete,
        button(word("aboutGame"), () => infoDialog(table, about))));
    this.choose("play");
  }

  choose(name) {
    this.table.tool = name;
    for (const [key, element] of this.tools) element.setAttribute("aria-pressed", String(key === name));
    this.table.changed();
  }

  touch(point) {
    if (point === null) return;
    const { tool, game } = this.table, stone = game.stones()[point];
    if (tool === "black" || tool === "white") this.setUp([[point, stone === tool ? "" : tool]]);
    else if (tool === "erase") this.erase(point, stone);
    else this.mark(point, tool);
  }

  erase(point, stone) {
    const { marks } = this.table.here;
    if (marks.some(([at]) => at === point)) this.edit({ marks: marks.filter(([at]) => at !== point) });
    else if (stone) this.setUp([[point, ""]]);
  }

  setUp(stones, turn = this.table.here.turn) {
    return this.table.change("setup", { node: this.table.known(this.table.game.at), stones, turn });
  }

  mark(point, kind) {
    const { marks } = this.table.here;
    const others = marks.filter(([at]) => at !== point);
    const isText = kind === "label" || kind === "number";
    const old = marks.find(([at, of]) => at === point && (isText ? of === "label" : of === kind));
    if (old) return this.edit({ marks: others });
    return this.edit({ marks: [...others, isText ? [point, "label", this.nextText(kind)] : [point, kind]] });
  }

  // The first letter or number that is not on the board yet.
  nextText(kind) {
    const used = new Set(this.table.here.marks.map(([, , text]) => text));
    const texts = kind === "number" ? Array.from({ length: 999 }, (_, n) => String(n + 1)) : [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
    return texts.find((text) => !used.has(text)) ?? "?";
  }

  edit(change) {
    const { table } = this, node = table.here;
    Object.assign(node, change);
    table.game.shape += 1;
    table.changed();
    return table.change("edit", { node: table.known(node.id), ...change });
  }

  // A comment is sent when its writer rests.
  write(isDone = false) {
    clearTimeout(this.resting);
    const node = this.writingOf, text = this.comment.value;
    const send = () => {
      if (node && node.comment !== text) {
        node.comment = text;
        this.table.game.shape += 1;
        this.table.ask("edit", { node: this.table.known(node.id), comment: text });
        this.table.changed();
      }
    };
    if (isDone) send();
    else this.resting = setTimeout(send, 600);
  }

  remove() {
    const { table } = this, { here } = table;
    const isLarge = here.children.length > 0;
    if (isLarge && !confirm(word("deleteSure"))) return;
    table.change("delete", { node: table.known(here.id) });
  }

  show() {
    const { here, game } = this.table;
    if (this.writingOf !== here) {
      this.write(true);
      this.writingOf = here;
      this.comment.value = here.comment;
    } else if (document.activeElement !== this.comment && this.comment.value !== here.comment) this.comment.value = here.comment;
    put(this.turn, word("turnOf", { color: word(here.turn) }));
    this.turn.title = word("changeTurn");
    this.delete.disabled = here.parent === null;
    const parents = game.way().slice(0, -1);
    this.promote.disabled = parents.every((node) => game.way().includes(game.node(node.children[0])));
  }

  close() { this.write(true); }
}
