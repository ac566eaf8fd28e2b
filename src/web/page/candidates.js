// The list of candidates beside the board. Pointing at one plays its line out on the board; choosing it plays it.

import { html, put } from "./dom.js";
import { rankOf } from "./labels.js";
import { pointName } from "./points.js";
import { countName, forMover, leadName, percent } from "./text.js";
import { word } from "./words.js";

const MOST = 10;

export class Candidates {
  constructor(table) {
    this.table = table;
    this.body = html("tbody");
    this.heads = ["candidate", "wins", "leadHead", "visits", "prior"].map((key) => html("th", { scope: "col" }, word(key)));
    this.none = html("p", { class: "soft" });
    this.list = html("table", { class: "choices" }, html("thead", {}, html("tr", {}, this.heads)), this.body);
    this.element = html("div", { class: "candidates-list", tabindex: "0", role: "region", "aria-label": word("candidates") }, this.list, this.none);
    this.rows = [];
  }

  // Rows stay where they are while reports come, so that a pointer or the focus keeps its place.
  row(place) {
    const { table } = this;
    const button = html("button", { type: "button" }), cells = [button, "", "", "", ""].map((content) => html("td", {}, content));
    const row = html("tr", {}, cells);
    const candidate = () => table.here.report?.candidates[place];
    const show = () => candidate() && table.showLine(candidate().line, table.here.turn);
    const hide = () => table.clearPreview(true);
    row.addEventListener("mouseenter", show);
    row.addEventListener("mouseleave", hide);
    button.addEventListener("focus", show);
    button.addEventListener("blur", hide);
    row.addEventListener("click", (event) => {
      const one = candidate();
      if (!one) return;
      hide();
      // With a modifier the line is kept on the board, to be stepped through.
      if (event.shiftKey) table.showLine(one.line, table.here.turn, { isPinned: true });
      else table.play(one.point);
    });
    return { row, button, cells };
  }

  show() {
    const { table } = this, { here } = table;
    if (!this.element.checkVisibility()) return;
    const report = table.hidesMoves ? null : here.report, candidates = (report?.candidates ?? []).slice(0, MOST);
    while (this.rows.length < candidates.length) {
      this.rows.push(this.row(this.rows.length));
      this.body.append(this.rows.at(-1).row);
    }
    const before = table.compared?.node === here.id ? table.compared.report : null;
    this.list.hidden = candidates.length === 0;
    this.rows.forEach(({ row, button, cells }, place) => {
      const candidate = candidates[place];
      row.hidden = !candidate;
      if (!candidate) return;
      row.className = rankOf(candidate, candidates, here.turn);
      const name = pointName(candidate.point, table.game.board) ?? word("pass");
      put(button, name);
      const other = before?.candidates.find(({ point }) => point === candidate.point);
      const beside = (text, of) => before ? `${text} / ${other ? of(other) : "–"}` : text;
      put(cells[1], beside(percent(forMover(candidate.chance, here.turn)), (one) => percent(forMover(one.chance, here.turn))));
      put(cells[2], beside(leadName(candidate.lead), (one) => leadName(one.lead)));
      put(cells[3], beside(countName(candidate.visits), (one) => countName(one.visits)));
      put(cells[4], candidate.prior === undefined ? "" : percent(candidate.prior));
    });
    const { analysis, phase } = table.state;
    put(this.none, candidates.length > 0 ? "" : table.hidesMoves ? word("movesHidden")
      : phase === "over" && table.isAtEnd ? "" : analysis?.on ? word("waiting") : word("notAnalyzed"));
    this.none.hidden = this.none.textContent === "";
  }
}
