// The tree of variations: the main line on top, each variation on a row of its own, drawn only where it can be seen.

import { html, svg } from "./dom.js";
import { word } from "./words.js";

const STEP = 26, R = 10;

// The column and the row of each node. A variation begins one row below all that hangs on the moves after its own.
export function layout(game) {
  const places = new Map(), depths = [];
  const todo = [[game.root, 0, 0]];
  while (todo.length > 0) {
    const [first, column, least] = todo.pop();
    const line = [];
    for (let node = first; node; node = game.node(node.children[0])) line.push(node);
    let row = least;
    for (let at = Math.max(0, column - 1); at < column + line.length; at += 1) row = Math.max(row, depths[at] ?? 0);
    for (let at = Math.max(0, column - 1); at < column + line.length; at += 1) depths[at] = row + 1;
    line.forEach((node, step) => places.set(node.id, { node, column: column + step, row }));
    // Those that begin last lie nearest to their line.
    line.forEach((node, step) => node.children.slice(1).reverse()
      .forEach((id) => game.node(id) && todo.push([game.node(id), column + step + 1, row + 1])));
  }
  return places;
}

export class Tree {
  constructor(table) {
    this.table = table;
    this.drawing = svg("svg", { class: "tree", "aria-hidden": "true" });
    this.element = html("div", { class: "branches", tabindex: "0", role: "region", "aria-label": word("treeLabel") }, this.drawing);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.drawing.addEventListener("click", (event) => {
      const { left, top } = this.drawing.getBoundingClientRect();
      const column = Math.floor((event.clientX - left) / STEP), row = Math.floor((event.clientY - top) / STEP);
      const node = this.grid.get(`${column},${row}`);
      if (node) table.goTo(node.id);
    });
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  close() { this.observer.disconnect(); }

  show() {
    const { game } = this.table;
    if (!this.element.checkVisibility()) return;
    if (this.shape !== game.shape) {
      this.shape = game.shape;
      this.places = layout(game);
      this.grid = new Map([...this.places.values()].map(({ node, column, row }) => [`${column},${row}`, node]));
      const width = STEP * (1 + Math.max(...[...this.places.values()].map(({ column }) => column)));
      const height = STEP * (1 + Math.max(...[...this.places.values()].map(({ row }) => row)));
      this.drawing.setAttribute("width", width);
      this.drawing.setAttribute("height", height);
    }
    if (this.at !== game.at) this.bring(this.places.get(game.at));
    this.at = game.at;
    this.draw();
  }

  // Scrolls only as far as is needed to see a place with its neighbors.
  bring(place) {
    if (!place) return;
    const { element } = this, x = STEP * place.column, y = STEP * place.row;
    const left = Math.min(Math.max(element.scrollLeft, x + 4 * STEP - element.clientWidth), Math.max(0, x - 3 * STEP));
    const top = Math.min(Math.max(element.scrollTop, y + 2 * STEP - element.clientHeight), Math.max(0, y - STEP));
    if (left !== element.scrollLeft) element.scrollLeft = left;
    if (top !== element.scrollTop) element.scrollTop = top;
  }

  draw() {
    if (!this.places) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const first = Math.floor(scrollLeft / STEP) - 1, last = Math.ceil((scrollLeft + clientWidth) / STEP) + 1;
    const upper = Math.floor(scrollTop / STEP) - 1, lower = Math.ceil((scrollTop + clientHeight) / STEP) + 1;
    const key = [this.shape, this.table.game.at, first, last, upper, lower].join();
    if (key === this.key) return;
    this.key = key;
    const way = new Set(this.table.game.way().map(({ id }) => id));
    const links = [], stones = [];
    for (const place of this.places.values()) {
      const parent = this.places.get(place.node.parent);
      const isSeen = place.column >= first && place.column <= last && place.row >= upper && (parent?.row ?? 0) <= lower;
      if (!isSeen) continue;
      if (parent) links.push(this.link(parent, place, way.has(place.node.id)));
      if (place.row <= lower) stones.push(this.stone(place));
    }
    this.drawing.replaceChildren(...links, ...stones);
  }

  link(from, to, isOnWay) {
    const [x, y, endX, endY] = [from.column, from.row, to.column, to.row].map((place) => STEP * place + STEP / 2);
    const bend = from.row === to.row ? "" : `V${endY - STEP / 2}L${x + STEP / 2} ${endY}`;
    return svg("path", { class: isOnWay ? "way" : "", d: `M${x} ${y}${bend}H${endX}` });
  }

  stone({ node, column, row }) {
    const x = STEP * column + STEP / 2, y = STEP * row + STEP / 2;
    const grade = node.judged?.grade ?? 0;
    const text = node.color ? (node.point === null ? "–" : String(node.number)) : node.parent === null ? "" : "+";
    return svg("g", { class: `${node.color ?? "root"}${node.id === this.table.game.at ? " here" : ""}` },
      node.id === this.table.game.at && svg("rect", { x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP, rx: 5 }),
      node.color ? svg("circle", { cx: x, cy: y, r: R }) : svg("path", { class: "setup", d: `M${x - 7} ${y}l7 -7l7 7l-7 7z` }),
      svg("text", { x, y, "font-size": 12 }, text.length > 2 ? text.slice(-2) : text),
      grade > 1 && svg("circle", { class: `grade${grade}`, cx: x + 8, cy: y - 8, r: 4 }),
      node.comment && svg("circle", { class: "noted", cx: x + 8, cy: y + 8, r: 3.5 }));
  }
}
