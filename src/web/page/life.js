// The life of a group, or the connection of two: what comes of it, with a line for each first move. Somebody clicks a stone of each.

import { button, html, put, reveal } from "./dom.js";
import { Evidence } from "./evidence.js";
import { word } from "./words.js";

export class Life {
  constructor(table) {
    this.table = table;
    // What clicks on stones are waited for, and the stones that were clicked.
    this.asking = null;
    this.clicked = [];
    const ask = (kind, text) => button(text, () => this.begin(kind), { class: "small", "aria-pressed": "false" });
    this.buttons = { life: ask("life", word("askLife")), connection: ask("connection", word("askConnection")) };
    this.told = html("p", { class: "told", role: "status" });
    this.moves = new Evidence(table, "moves");
    this.unread = html("p", { class: "soft" });
    this.element = html("section", { class: "life", "aria-label": word("askLife"), hidden: true }, this.told, this.moves.element, this.unread);
  }

  begin(kind) {
    this.asking = this.asking === kind ? null : kind;
    this.clicked = [];
    this.table.changed();
  }

  // Takes a click on a stone.
  touch(point) {
    if (!this.asking) return false;
    const { asking, clicked, table } = this, isStone = table.game.stones()[point];
    if (isStone) clicked.push(point);
    const isWhole = clicked.length === (asking === "connection" ? 2 : 1);
    if (isWhole || !isStone) this.asking = null;
    if (isWhole) this.ask(...clicked);
    else table.changed();
    return true;
  }

  async ask(point, other) {
    const { table } = this, node = table.known(table.game.at);
    const waiting = { node, text: word("readsLife"), moves: [] };
    this.found = waiting;
    table.changed();
    const found = await table.ask("solve", { node, point, other });
    // Something else was asked meanwhile.
    if (this.found !== waiting) return;
    this.found = found && { ...found, node };
    table.changed();
    if (found && table.here.id === node) table.light(found.points);
  }

  show() {
    const { table, found, asking } = this, isHere = found?.node === table.here.id;
    for (const [kind, button] of Object.entries(this.buttons)) button.setAttribute("aria-pressed", String(kind === asking));
    reveal(this.element, asking !== null || isHere);
    const help = this.clicked.length > 0 ? "askOtherStone" : asking === "life" ? "askLifeHelp" : "askConnectionHelp";
    put(this.told, asking ? word(help) : isHere ? found.text : "");
    const shown = isHere && !asking ? found : { moves: [] };
    this.moves.fill(shown.moves.map(({ name, point, text, works, line }) =>
      ({ label: name, text, points: [point], line, first: shown.first, kind: works ? "good" : "bad", node: shown.node })));
    put(this.unread, shown.unread ?? "");
    reveal(this.unread, Boolean(shown.unread));
  }
}
