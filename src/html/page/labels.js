// Candidates, policy and next moves on the board. Their labels never overlap: the best moves get theirs first, and
// those that find no room keep only their spot.

import { svg } from "./dom.js";
import { countName, forMover } from "./numbers.js";

// Room that labels have taken.
class Room {
  constructor() { this.boxes = []; }

  take(x, y, width, height) {
    const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const isFree = this.boxes.every(([left, top, right, bottom]) =>
      box[2] <= left || box[0] >= right || box[3] <= top || box[1] >= bottom);
    if (isFree) this.boxes.push(box);
    return isFree;
  }
}

// How wide texts are as this browser draws them, in pixels.
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

function widthOf(text, size) {
  const key = `${size} ${text}`;
  if (!widths.has(key)) {
    pen.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

const signed = (points) => (points < -0.05 ? "−" : "+") + Math.abs(points).toFixed(Math.abs(points) < 9.95 ? 1 : 0);

// How much worse a candidate is than the best, in words that the style sheet knows.
export function rankOf(candidate, candidates, turn) {
  const [best] = candidates;
  const side = turn === "black" ? 1 : -1;
  const worse = side * (best.lead - candidate.lead), risk = side * (best.chance - candidate.chance);
  if (candidate === best) return "best";
  if (worse < 0.5 && risk < 0.02) return "good";
  return worse < 2 && risk < 0.08 ? "fair" : "poor";
}

const TEXTS = {
  chance: (candidate, turn) => String(Math.round(100 * forMover(candidate.chance, turn))),
  lead: (candidate, turn) => signed(turn === "black" ? candidate.lead : -candidate.lead),
  visits: (candidate) => countName(candidate.visits),
};

export function candidateParts(geometry, { candidates = [], turn, labels, policy = [], nexts = [] }) {
  const room = new Room(), { font, cell, radius } = geometry;
  const kinds = [labels, ...(cell >= 30 ? [labels === "lead" ? "chance" : "lead"] : [])];
  const most = Math.max(1, ...candidates.map(({ visits }) => visits));
  const spots = candidates.filter(({ point }) => point !== null).map((candidate) => {
    const [cx, cy] = geometry.center(candidate.point);
    const texts = kinds.map((kind) => TEXTS[kind](candidate, turn));
    const size = kinds.length > 1 ? Math.max(12, 0.33 * cell) : font;
    const width = Math.max(...texts.map((text) => widthOf(text, size)));
    const hasRoom = room.take(cx, cy, Math.max(width, 2 * radius * 0.8), size * texts.length);
    const lines = hasRoom ? texts.map((text, place) => svg("text", {
      x: cx, y: cy + (place - (texts.length - 1) / 2) * size * 0.98, "font-size": place === 0 ? size : Math.max(12, 0.8 * size), class: place === 0 ? "main" : "more",
    }, text)) : [];
    const seen = Math.sqrt(candidate.visits / most);
    const spot = svg("circle", { cx, cy, r: hasRoom ? radius : 0.6 * radius, "fill-opacity": (0.45 + 0.5 * seen).toFixed(2) });
    return svg("g", { class: rankOf(candidate, candidates, turn), "data-point": candidate.point }, spot, ...lines);
  });
  const taken = new Set(candidates.map(({ point }) => point));
  const likely = policy.filter(([point, p]) => point !== null && p >= 0.005 && !taken.has(point)).map(([point, p]) => {
    const [cx, cy] = geometry.center(point), text = p >= 0.095 ? String(Math.round(100 * p)) : (100 * p).toFixed(1);
    const hasRoom = p >= 0.01 && room.take(cx, cy, widthOf(text, font), font);
    return svg("g", { class: "likely" },
      svg("circle", { cx, cy, r: hasRoom ? radius : radius * (0.25 + 0.6 * Math.sqrt(p)), "fill-opacity": (0.2 + 0.7 * Math.sqrt(p)).toFixed(2) }),
      hasRoom && svg("text", { x: cx, y: cy, "font-size": font, class: "main" }, text));
  });
  const rings = nexts.filter(({ point }) => point !== null).map(({ point, color, isFirst }) => {
    const [cx, cy] = geometry.center(point);
    return svg("circle", { cx, cy, r: radius * 0.92, class: `next ${color}${isFirst ? " first" : ""}` });
  });
  return [...likely, ...spots, ...rings];
}
