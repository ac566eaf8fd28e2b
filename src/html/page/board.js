// A board as a drawing in layers. Each layer is drawn anew only when what it shows has changed.

import { svg } from "./dom.js";
import { Geometry } from "./geometry.js";
import { candidateParts } from "./labels.js";
import { areaParts, deadParts, lastPart, litParts, markParts, ownerPaths, textAt } from "./marks.js";
import { columnName } from "./points.js";

const LAYERS = ["wood", "names", "owners", "shadows", "stones", "area", "ghost", "candidates", "marks", "lit", "cursor"];

// A stone's light comes from above left.
function shades() {
  const shade = (id, stops) => svg("radialGradient", { id, cx: "36%", cy: "30%", r: "72%" },
    stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })));
  return svg("defs", {},
    shade("black-stone", [["0", "#6a6762"], ["0.35", "#36342f"], ["1", "#0d0c0b"]]),
    shade("white-stone", [["0", "#ffffff"], ["0.55", "#f6f4ee"], ["1", "#cfcac0"]]));
}

export class Board {
  constructor(frame) {
    this.frame = frame;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    this.drawing = svg("svg", { class: "board", "aria-hidden": "true", focusable: "false" }, shades(), ...Object.values(this.layers));
    this.owners = { black: svg("path", { class: "black" }), white: svg("path", { class: "white" }) };
    this.layers.owners.append(this.owners.black, this.owners.white);
    this.shown = {};
    this.stones = new Map();
    frame.append(this.drawing);
  }

  // Lays the board out for a room of so many pixels.
  lay(board, width, height, hasNames) {
    const key = [board.columns, board.rows, width, height, hasNames, globalThis.devicePixelRatio].join();
    if (key === this.laid) return;
    this.laid = key;
    this.geometry = new Geometry(board, width, height, hasNames);
    this.shown = {};
    this.stones.clear();
    for (const name of ["stones", "shadows"]) this.layers[name].replaceChildren();
    this.drawing.setAttribute("width", this.geometry.width);
    this.drawing.setAttribute("height", this.geometry.height);
    this.drawWood(board.stars ?? []);
    if (hasNames) this.drawNames();
    else this.layers.names.replaceChildren();
  }

  drawWood(stars) {
    const { geometry } = this, { columns, rows } = geometry;
    const [left, right, top, bottom] = [geometry.x(0), geometry.x(columns - 1), geometry.y(0), geometry.y(rows - 1)];
    let lines = "";
    for (let column = 0; column < columns; column += 1) lines += `M${geometry.x(column)} ${top}V${bottom}`;
    for (let row = 0; row < rows; row += 1) lines += `M${left} ${geometry.y(row)}H${right}`;
    this.layers.wood.replaceChildren(
      svg("path", { class: "lines", d: lines }),
      svg("path", { class: "lines edge", d: `M${left} ${top}H${right}V${bottom}H${left}z` }),
      ...stars.map((point) => {
        const [cx, cy] = geometry.center(point);
        return svg("circle", { class: "star", cx, cy, r: Math.max(2, geometry.cell / 10) });
      }));
  }

  drawNames() {
    const { geometry } = this, { columns, rows, width, height } = geometry;
    const size = Math.max(12, Math.min(15, 0.34 * geometry.cell)), away = (geometry.edge - geometry.radius) / 2;
    // Names that would touch are left out.
    const every = (needed) => Math.ceil(needed / geometry.cell);
    const wide = every(size * (columns > 25 ? 1.5 : 0.85)), high = every(size);
    const name = (x, y, text) => svg("text", { x, y, "font-size": size }, text);
    const names = [];
    for (let column = 0; column < columns; column += wide) {
      for (const y of [away, height - away]) names.push(name(geometry.x(column), y, columnName(column)));
    }
    for (let row = rows - 1; row >= 0; row -= high) {
      for (const x of [away, width - away]) names.push(name(x, geometry.y(row), rows - row));
    }
    this.layers.names.replaceChildren(...names);
  }

  // Shows what `viewOf` has found, see view.js.
  show(view) {
    const { geometry } = this;
    this.showStones(view);
    this.fill("ghost", [view.ghost, view.pending], () => this.ghostParts(view));
    this.fill("area", view.area, () => areaParts(geometry, view.area));
    this.fill("candidates", view.labels, () => candidateParts(geometry, view.labels));
    this.fill("marks", [view.marks, view.last, view.dead, view.numbers, view.stones], () => [
      ...(view.last ? [lastPart(geometry, ...view.last)] : []),
      ...view.numbers.flatMap(([point, text]) => textAt(geometry, point, text, view.stones[point])),
      ...markParts(geometry, view.marks, view.stones),
      ...deadParts(geometry, view.dead),
    ]);
    this.fill("lit", view.lit, () => litParts(geometry, view.lit));
    this.fill("cursor", view.cursor, () => this.cursorParts(view.cursor));
    if (this.shown.ownership !== view.ownership) {
      const paths = ownerPaths(geometry, view.ownership);
      for (const color of ["black", "white"]) this.owners[color].setAttribute("d", paths[color]);
      this.shown.ownership = view.ownership;
    }
  }

  fill(name, data, parts) {
    const key = JSON.stringify(data ?? null);
    if (this.shown[name] === key) return;
    this.shown[name] = key;
    this.layers[name].replaceChildren(...parts());
  }

  showStones({ stones, dead, loose }) {
    const { geometry } = this, faint = new Set(dead);
    stones.forEach((color, point) => {
      const kind = color && `${color}${faint.has(point) ? " faint" : ""}${loose.has(point) ? " loose" : ""}`;
      const old = this.stones.get(point);
      if ((old?.kind ?? "") === kind) return;
      if (old && kind && old.kind.split(" ")[0] === color) {
        old.stone.setAttribute("class", kind);
        old.kind = kind;
        return;
      }
      old?.stone.remove();
      old?.shadow.remove();
      this.stones.delete(point);
      if (!kind) return;
      const [cx, cy] = geometry.center(point);
      const stone = svg("circle", { class: kind, cx, cy, r: geometry.radius });
      const shadow = svg("circle", { cx: cx + 0.05 * geometry.cell, cy: cy + 0.07 * geometry.cell, r: geometry.radius });
      this.layers.stones.append(stone);
      this.layers.shadows.append(shadow);
      this.stones.set(point, { kind, stone, shadow });
    });
  }

  ghostParts({ ghost, pending }) {
    if (!ghost) return [];
    const [point, color] = ghost, { geometry } = this, [cx, cy] = geometry.center(point);
    const cross = pending === null ? [] : [
      svg("path", { class: "aim", d: `M${geometry.x(0)} ${cy}H${geometry.x(geometry.columns - 1)}M${cx} ${geometry.y(0)}V${geometry.y(geometry.rows - 1)}` }),
      svg("circle", { class: "aimed", cx, cy, r: geometry.radius * 1.25 }),
    ];
    return [...cross, svg("circle", { class: color, cx, cy, r: geometry.radius })];
  }

  cursorParts(point) {
    if (point === null) return [];
    const { geometry } = this, [x, y] = geometry.center(point), r = 0.56 * geometry.cell;
    const frame = `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
    return [svg("path", { class: "halo", d: frame }), svg("path", { d: frame })];
  }

  // The point of an event of a pointer, or null beside the board.
  pointAt({ clientX, clientY }) {
    const { left, top } = this.drawing.getBoundingClientRect();
    return this.geometry.pointAt(clientX - left, clientY - top);
  }
}
