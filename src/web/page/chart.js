// The chance to win and the lead at each move of the line that is looked at, with its mistakes.

import { html, svg, put } from "./dom.js";
import { leadName, percent } from "./text.js";
import { word } from "./words.js";

const LEFT = 48, RIGHT = 10;

export class Chart {
  constructor(table) {
    this.table = table;
    this.parts = svg("g");
    this.cursor = svg("path", { class: "cursor" });
    this.hover = svg("path", { class: "cursor faint" });
    this.drawing = svg("svg", { class: "course", role: "img" }, this.parts, this.hover, this.cursor);
    this.readout = html("output", { class: "readout" });
    this.element = html("figure", { class: "chart" },
      html("figcaption", {}, html("span", {}, word("chartTitle")), this.readout), this.drawing);
    this.drawing.addEventListener("pointermove", (event) => this.point(this.place(event)));
    this.drawing.addEventListener("pointerleave", () => this.point(null));
    this.drawing.addEventListener("click", (event) => table.goTo(this.line[this.place(event)].id));
    this.observer = new ResizeObserver(() => this.table.changed());
    this.observer.observe(this.drawing);
  }

  close() { this.observer.disconnect(); }

  show() {
    const { table, drawing } = this;
    if (!this.element.checkVisibility()) return;
    this.line = table.game.line();
    this.width = drawing.clientWidth;
    this.height = drawing.clientHeight;
    const values = this.line.map(({ report, judged }) => report ? [report.chance, report.lead, judged?.grade ?? 0] : null);
    const key = JSON.stringify([values, this.width, this.height]);
    if (key !== this.key) {
      this.key = key;
      this.values = values;
      this.draw();
    }
    this.here = this.line.findIndex(({ id }) => id === table.here.id);
    this.cursor.setAttribute("d", `M${this.x(this.here)} 0V${this.height}`);
    this.tell(this.hovered ?? this.here);
  }

  x(place) {
    return LEFT + place * (this.width - LEFT - RIGHT) / Math.max(1, this.line.length - 1);
  }

  draw() {
    const { width, height, values } = this;
    this.drawing.setAttribute("viewBox", `0 0 ${Math.max(1, width)} ${Math.max(1, height)}`);
    this.drawing.setAttribute("aria-label", this.summary());
    const most = Math.max(5, ...values.map((value) => Math.abs(value?.[1] ?? 0)));
    const split = Math.round(height * 0.56);
    this.parts.replaceChildren(
      ...this.panel(0, split - 4, ([chance]) => 2 * chance - 1, ["100", "50", "0"], true),
      ...this.panel(split + 4, height, ([, lead]) => lead / most, [leadName(Math.ceil(most)), "0", leadName(-Math.ceil(most))].map((text) => text.replace(".0", "")), false));
  }

  // One of the two curves between two heights; `value` is from -1 to 1.
  panel(top, bottom, value, labels, hasDots) {
    const middle = (top + bottom) / 2, half = (bottom - top) / 2 - 7, end = this.width - RIGHT;
    const spots = this.values.map((one, place) => one && [this.x(place), middle - half * value(one)]);
    const path = spots.filter(Boolean).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    const ends = path.length > 0 ? [path[0], path.at(-1)].map((spot) => spot.split(" ")[0]) : [LEFT, LEFT];
    const dots = hasDots ? spots.flatMap((spot, place) => {
      const grade = this.values[place]?.[2] ?? 0;
      if (!spot || grade < 2) return [];
      return [svg("circle", { class: `mistake ${this.line[place].color} grade${grade}`, cx: spot[0], cy: spot[1], r: grade + 1.5 })];
    }) : [];
    return [
      ...labels.map((text, place) => svg("text", { x: LEFT - 6, y: middle + (place - 1) * half }, text)),
      svg("path", { class: "even", d: `M${LEFT} ${middle}H${end}` }),
      svg("path", { class: "area", d: path.length > 1 ? `M${ends[0]} ${middle}L${path.join("L")}L${ends[1]} ${middle}z` : "" }),
      svg("path", { class: "value", d: path.length > 1 ? `M${path.join("L")}` : path.length === 1 ? `M${path[0]}h1` : "" }),
      ...dots,
    ];
  }

  summary() {
    const known = this.values.filter(Boolean), mistakes = known.filter(([, , grade]) => grade > 1).length;
    return word("chartSummary", { n: known.length, mistakes });
  }

  place(event) {
    const share = (event.clientX - this.drawing.getBoundingClientRect().left - LEFT) / (this.width - LEFT - RIGHT);
    return Math.max(0, Math.min(this.line.length - 1, Math.round(share * (this.line.length - 1))));
  }

  point(place) {
    this.hovered = place;
    if (place === null) this.hover.removeAttribute("d");
    else this.hover.setAttribute("d", `M${this.x(place)} 0V${this.height}`);
    this.tell(place ?? this.here);
  }

  tell(place) {
    const node = this.line?.[place], report = node?.report;
    put(this.readout, report ? `${node.number}: ${percent(report.chance)}, ${leadName(report.lead)}` : "");
  }
}
