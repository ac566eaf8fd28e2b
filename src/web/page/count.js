// The count of a position: the result by every rule set, the terms of the game's own rules, and why chains live or die.

import { html } from "./dom.js";
import { Evidence } from "./evidence.js";
import { leadName, percent, resultText, rulesName } from "./text.js";
import { word } from "./words.js";

export class Count {
  constructor(table) {
    this.table = table;
    this.result = html("p", { class: "result" });
    this.note = html("p", { class: "soft" });
    this.unsettled = new Evidence(table, "unsettled");
    this.chains = new Evidence(table, "chains");
    this.terms = html("table", { class: "terms" });
    this.rules = html("table", { class: "every" });
    this.element = html("section", { class: "count", "aria-label": word("count") }, this.result, this.note, this.unsettled.element,
      this.chains.element, html("h3", {}, word("termsTitle")), this.terms, html("h3", {}, word("everyRules")), this.rules);
    this.element.hidden = true;
  }

  // Asks for the count of the position that is shown and puts it on the board.
  async ask(dead) {
    const { table } = this, node = table.known(table.game.at);
    const count = await table.ask("score", { node, ...(dead && { dead }) });
    if (!count || table.game.at !== node) return;
    table.count = { ...count, node };
    table.changed();
  }

  // The count with these dead stones, with kosumi's own reasons if it sees the same.
  async askMarked(dead) {
    const set = String([...dead].sort());
    if (this.other !== set) {
      await this.ask();
      if (String([...this.table.count?.dead ?? []].sort()) === set) return;
      this.other = set;
    }
    await this.ask(dead);
  }

  show() {
    const { table } = this, { count } = table;
    const isHere = count && count.node === table.here.id;
    if (this.element.hidden === Boolean(isHere)) this.element.hidden = !isHere;
    if (!isHere || this.shown === count) return;
    this.shown = count;
    const own = count.table.find(({ rules }) => rules === count.rules);
    const rows = own ? [own, ...count.table.filter((row) => row !== own)] : count.table;
    this.result.textContent = count.unfinished ? word("unfinished") : resultText(own?.result ?? "");
    const { estimate } = count;
    this.note.textContent = count.unfinished && estimate
      ? word("estimateIs", { chance: percent(estimate.chance), lead: leadName(estimate.lead) }) : "";
    this.note.hidden = this.note.textContent === "";
    // What comes of a group, with the line that captures it; then the one that saves it.
    this.unsettled.fill(count.unsettled.flatMap(({ points, text, lines }) => lines.map(({ line, first }, at) =>
      ({ text: at === 0 ? text : word("ifFirst", { player: word(first) }), points, line, first, kind: "unsettled", node: count.node }))));
    this.chains.fill(count.chains.map(({ points, status, text, line, first }) =>
      ({ text, points, line: line ?? [], first, kind: status, node: count.node })));
    this.terms.replaceChildren(this.head(["", word("black"), word("white")]), html("tbody", {}, count.terms.map(({ text, black, white }) =>
      html("tr", {}, html("th", { scope: "row" }, text), html("td", {}, black), html("td", {}, white)))));
    this.rules.replaceChildren(this.head([word("rules"), word("black"), word("white"), word("result")]), html("tbody", {}, rows.map((row) =>
      html("tr", { class: row === own ? "own" : "" }, html("th", { scope: "row", title: row.title }, rulesName(row.rules)),
        html("td", {}, row.black), html("td", {}, row.white), html("td", {}, row.result)))));
  }

  head(texts) {
    return html("thead", {}, html("tr", {}, texts.map((text) => text === "" ? html("td") : html("th", { scope: "col" }, text))));
  }
}
