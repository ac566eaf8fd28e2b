// What the board shows: a table and the settings of the reader in, a plain description out.

import { settings } from "./settings.js";
import { played } from "./stones.js";

// Numbers of the last moves of the game on the stones that still stand.
function moveNumbers(game, cell) {
  const way = game.way().filter(({ color }) => color);
  const count = { none: 0, one: 1, ten: 10, all: way.length }[settings.numbers] ?? 0;
  const numbers = new Map();
  if (count === 0) return numbers;
  for (const node of way) {
    for (const [point, color] of node.changes) if (color === "") numbers.delete(point);
    if (node.point !== null) numbers.set(node.point, node.number);
  }
  const from = way.length - count;
  const texts = [...numbers].filter(([, number]) => number > from);
  // Where cells are small, the hundreds are left out, as in books.
  return new Map(texts.map(([point, number]) => [point, String(cell < 26 && number > 99 ? number % 100 : number)]));
}

function labelsOf(table) {
  const { here, game } = table, { report } = here, isAnalysis = table.state.mode === "analyze" || table.showsHint;
  if (!isAnalysis || table.hidesMoves) return {};
  const candidates = settings.candidates && report ? report.candidates : [];
  return {
    turn: here.turn,
    labels: settings.labels,
    candidates,
    policy: settings.policy && report?.policy ? report.policy : [],
    nexts: settings.nexts && table.state.mode === "analyze"
      ? here.children.map((id) => game.node(id)).filter((node) => node?.color)
        .map(({ point, color }, place) => ({ point, color, isFirst: place === 0 })) : [],
  };
}

// A preview that follows the pointer over a candidate.
function pointedLine(table) {
  const { pointed, here } = table;
  if (pointed === null || pointed === undefined || table.preview || table.state.mode !== "analyze" || !settings.candidates) return null;
  const candidate = here.report?.candidates.find(({ point }) => point === pointed);
  if (!candidate || table.hidesMoves || table.tool !== "play") return null;
  return { line: candidate.line, first: here.turn, shown: candidate.line.length, node: here.id };
}

// The stones that are shown as dead.
function deadOf(table) {
  if (countOf(table)) return table.count.dead;
  const { phase, dead } = table.state;
  return phase !== "playing" && (phase === "marking" || table.isAtEnd) ? dead : [];
}

// The count of the position that is shown, if there is one.
function countOf({ count, here }) {
  return count && count.node === here.id ? count : null;
}

// Whose the points will be: as was estimated, or as the analysis sees it.
function ownershipOf(table) {
  const { estimate, here, state } = table;
  if (countOf(table)) return null;
  if (estimate?.node === here.id) return estimate.ownership;
  const isShown = settings.ownership && state.mode === "analyze" && !table.hidesMoves;
  return isShown ? here.report?.ownership ?? null : null;
}

// The last move, if nothing else marks it.
function lastOf({ here, game }, numbers) {
  const isStone = here.color && here.point !== null && game.stones()[here.point];
  const isMarked = numbers.has(here.point) || here.marks.some(([point]) => point === here.point);
  return settings.last && isStone && !isMarked ? [here.point, here.color] : null;
}

// The stone that would be played, where a pointer or a finger aims.
function ghostOf(table, aimed) {
  const mayPlay = settings.ghost && aimed !== null && table.tool === "play" && table.mayMove;
  return mayPlay && table.isAllowed(aimed) ? [aimed, table.here.turn] : null;
}

// A line that is shown hides what is said of the position itself.
function viewOfLine({ game, here, lit }, line) {
  const before = game.stones(game.node(line.node)?.id ?? here.id);
  const { stones, numbers } = played(before, line, game.board);
  return {
    stones, numbers: [...numbers].filter(([point]) => stones[point]),
    loose: new Set([...numbers.keys()].filter((point) => stones[point] !== before[point])),
    lit: line.points?.length ? line.points : lit,
    last: null, marks: [], dead: [], area: [], ghost: null, pending: null, labels: {}, ownership: null,
  };
}

export function viewOf(table, { cursor = null, pending = null, cell = 30 } = {}) {
  const { game, here } = table, line = table.preview ?? pointedLine(table);
  if (line) return { ...viewOfLine(table, line), cursor };
  const numbers = moveNumbers(game, cell), stones = game.stones(), count = countOf(table);
  const ghost = ghostOf(table, pending ?? cursor ?? table.pointed ?? null);
  return {
    stones, cursor, ghost, pending: ghost ? pending : null,
    numbers: [...numbers].filter(([point]) => stones[point]),
    loose: new Set(), lit: table.lit, marks: here.marks,
    last: lastOf(table, numbers),
    dead: deadOf(table),
    area: count?.area ?? [],
    labels: count ? {} : labelsOf(table),
    ownership: ownershipOf(table),
  };
}
