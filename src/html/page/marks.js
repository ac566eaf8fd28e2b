// The signs on a board: triangles, letters, the last move, dead stones, whose an empty point is.

import { svg } from "./dom.js";

const SHAPES = {
  triangle: (r) => `m0 ${-0.62 * r}l${0.56 * r} ${0.96 * r}h${-1.12 * r}z`,
  square: (r) => `m${-0.45 * r} ${-0.45 * r}h${0.9 * r}v${0.9 * r}h${-0.9 * r}z`,
  right: (r) => `m${-0.75 * r} ${-0.75 * r}h${1.5 * r}v${1.5 * r}h${-1.5 * r}z`,
  cross: (r) => `m${-0.42 * r} ${-0.42 * r}l${0.84 * r} ${0.84 * r}m0 ${-0.84 * r}l${-0.84 * r} ${0.84 * r}`,
};

// How large round signs are, as shares of a stone.
const ROUND = { circle: 0.5, seki: 0.5, dame: 0.2, answered: 0.45 };

const LENGTHS = [0, 0, 1, 1.16, 1.36];

function shape(geometry, kind, point, on) {
  const [x, y] = geometry.center(point);
  return svg("path", { class: `mark ${kind} ${on}`, d: `M${x} ${y}${SHAPES[kind](geometry.radius)}`, "stroke-width": Math.max(1.6, geometry.radius / 7) });
}

function circle(geometry, kind, point, share) {
  const [cx, cy] = geometry.center(point);
  return svg("circle", { class: kind, cx, cy, r: share * geometry.radius, "stroke-width": Math.max(1.6, geometry.radius / 7) });
}

// Text over a point. Over an empty one the lines of the board give way.
export function textAt(geometry, point, text, on) {
  const [x, y] = geometry.center(point);
  const size = Math.max(12, 0.46 * geometry.cell / (LENGTHS[text.length] || 1));
  return [
    on === "" && svg("circle", { class: "gap", cx: x, cy: y, r: 0.62 * geometry.radius }),
    svg("text", { class: `sign on-${on || "wood"}`, x, y, "font-size": size }, text),
  ].filter(Boolean);
}

function territory(geometry, point, color) {
  const [x, y] = geometry.center(point), r = 0.34 * geometry.radius;
  return svg("path", { class: `owned ${color}`, d: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z` });
}

export function markParts(geometry, marks, stones) {
  return marks.flatMap(([point, kind, text = ""]) => {
    const on = `on-${stones[point] || "wood"}`;
    if (kind === "label") return textAt(geometry, point, text, stones[point]);
    if (ROUND[kind]) return circle(geometry, `mark ${kind} ${on}`, point, ROUND[kind]);
    if (kind.endsWith("-territory")) return territory(geometry, point, kind.split("-")[0]);
    return SHAPES[kind] ? shape(geometry, kind, point, on) : [];
  });
}

export const lastPart = (geometry, point, color) => circle(geometry, `last on-${color}`, point, 0.42);

export const deadParts = (geometry, points) => points.map((point) => {
  const [x, y] = geometry.center(point);
  return svg("path", { class: "dead", d: `M${x} ${y}${SHAPES.cross(geometry.radius)}`, "stroke-width": Math.max(2, geometry.radius / 5) });
});

export const litParts = (geometry, points) => points.map((point) => circle(geometry, "lit", point, 0.98));

// Squares whose size tells how sure a point is somebody's: one path for each color, so that ten reports a second
// change two attributes.
export function ownerPaths(geometry, ownership) {
  const paths = { black: "", white: "" };
  ownership?.forEach((owner, point) => {
    const side = Math.round(0.78 * geometry.cell * Math.abs(owner));
    if (side < 2) return;
    const [x, y] = geometry.center(point);
    paths[owner > 0 ? "black" : "white"] += `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`;
  });
  return paths;
}

export const areaParts = (geometry, area) => area.map(([point, color]) => territory(geometry, point, color));
