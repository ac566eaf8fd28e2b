// The life of a group: what comes of it, with a line for each first move. Somebody clicks one of its stones.

import { button, html, put, reveal } from "./dom.js";
import { Evidence } from "./evidence.js";
import { word } from "./words.js";

export class Life {
  constructor(table) {
    this.table = table;
    // Whether a click on a stone is waited for.
    this.isAsking = false;
    this.button = button(word("askLife"), () => this.begin(), { class: "small", "aria-pressed": "false" });
    this.told = html("p", { class: "told", role: "status" });
    this.moves = new Evidence(table, "moves");
    this.unread = html("p", { class: "soft" });
    this.element = html("section", { class: "life", "aria-label": word("askLife"), hidden: true }, this.told, this.moves.element, this.unread);
  }

  begin() {
    this.isAsking = !this.isAsking;
    this.table.changed();
  }

  // Takes a click on a stone.
  touch(point) {
    if (!this.isAsking) return false;
    this.isAsking = false;
    if (this.table.game.stones()[point]) this.ask(point);
    else this.table.changed();
    return true;
  }

  async ask(point) {
    const { table } = this, node = table.known(table.game.at);
    const waiting = { node, text: word("readsLife"), moves: [] };
    this.found = waiting;
    table.changed();
    const found = await table.ask("solve", { node, point });
    // Another stone was asked about meanwhile.
    if (this.found !== waiting) return;
    this.found = found && { ...found, node };
    table.changed();
    if (found && table.here.id === node) table.light(found.points);
  }

  show() {
    const { table, found } = this, isHere = found?.node === table.here.id;
    this.button.setAttribute("aria-pressed", String(this.isAsking));
    reveal(this.element, this.isAsking || isHere);
    put(this.told, this.isAsking ? word("askLifeHelp") : isHere ? found.text : "");
    const shown = isHere && !this.isAsking ? found : { moves: [] };
    this.moves.fill(shown.moves.map(({ name, point, text, works, line }) =>
      ({ label: name, text, points: [point], line, first: shown.first, kind: works ? "good" : "bad", node: shown.node })));
    put(this.unread, shown.unread ?? "");
    reveal(this.unread, Boolean(shown.unread));
  }
}
