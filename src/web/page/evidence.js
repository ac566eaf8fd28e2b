// Reasons in words, each with its evidence: a click lights up its points and lets its line be stepped through.

import { html } from "./dom.js";
import { word } from "./words.js";

// A list of [text, evidence] rows. Evidence: { points, line, first, node }.
export class Evidence {
  constructor(table, kind = "") {
    this.table = table;
    this.element = html("ul", { class: `evidence ${kind}` });
  }

  fill(rows) {
    const key = JSON.stringify(rows);
    if (key === this.key) return;
    this.key = key;
    this.element.hidden = rows.length === 0;
    this.element.replaceChildren(...rows.map((row) => html("li", { class: row.kind ?? "" }, this.row(row))));
  }

  row({ text, points = [], line = [], first, node, label }) {
    const { table } = this;
    if (points.length === 0 && line.length === 0) return html("p", {}, text);
    const at = () => node ?? table.here.id;
    const element = html("button", { type: "button" },
      label && html("span", { class: "label" }, label), html("span", {}, text),
      line.length > 0 && html("small", {}, word("lineOf", { n: line.length })));
    element.addEventListener("mouseenter", () => !table.preview && table.light(points));
    element.addEventListener("mouseleave", () => !table.preview && table.light([]));
    element.addEventListener("click", () => {
      // The reader stays at the move, so that its reasons stay beside the line.
      if (line.length > 0) {
        table.showLine(line, first ?? table.here.turn, { node: at(), isPinned: true, points, shown: line.length });
      } else table.light(points);
    });
    return element;
  }
}

// What a review says of a move, with the evidence bound to the position before it or after it.
export function reasonRows(node, reasons) {
  return reasons.map(({ text, of, points, line, first }) => ({
    text, points, line: line ?? [], first, kind: of === "better" ? "good" : "bad",
    label: word(of === "better" ? "reasonBetter" : "reasonPlayed"),
    node: of === "better" || (first && first === node.color) ? node.parent : node.id,
  }));
}
