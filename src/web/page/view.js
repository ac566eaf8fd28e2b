// What the board shows: a table and the settings of the reader in, a plain description out.

import { settings } from "./settings.js";
import { changesOf } from "./stones.js";
import { opposite } from "./points.js";

// The stones after some moves of a line, with the number of each stone that still stands.
function played(stones, { line, first, shown }, board) {
  const numbers = new Map();
  let after = stones, color = first;
  line.slice(0, shown).forEach((point, place) => {
    if (point !== null && !after[point]) {
      const changes = changesOf(after, point, color, board);
      after = after.slice();
      for (const [at, to] of changes) {
        after[at] = to;
        if (to === "") numbers.delete(at);
      }
      if (after[point]) numbers.set(point, String(place + 1));
    }
    color = opposite[color];
  });
  return { stones: after, numbers };
}

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

function labelsOf(table, isQuiet) {
  const { here, game } = table, { report } = here, isAnalysis = table.state.mode === "analyze" || table.showsHint;
  if (isQuiet || !isAnalysis || table.hidesMoves) return {};
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

export function viewOf(table, { cursor = null, pending = null, cell = 30 } = {}) {
  const { game, state, here } = table;
  const preview = table.preview ?? pointedLine(table);
  const node = preview ? game.node(preview.node) ?? here : here;
  const before = game.stones(node.id);
  const { stones, numbers } = preview ? played(before, preview, game.board)
    : { stones: before, numbers: moveNumbers(game, cell) };
  const isCounting = table.count !== null && table.count !== undefined && table.count.node === here.id && !preview;
  const dead = preview ? [] : state.phase === "playing" ? (isCounting ? table.count.dead : []) : isCounting || state.phase === "marking" || table.isAtEnd
    ? (isCounting ? table.count.dead : state.dead) : [];
  const aimed = pending ?? (cursor === null ? table.pointed : cursor) ?? null;
  const mayAim = settings.ghost && aimed !== null && !preview && table.mayMove && table.tool === "play" && table.isAllowed(aimed) && !stones[aimed];
  const hasNumber = numbers.has(here.point);
  const isLastShown = settings.last && !preview && here.point !== null && here.color && !hasNumber && stones[here.point]
    && !here.marks.some(([point]) => point === here.point);
  const lit = preview?.points?.length ? preview.points : table.lit;
  return {
    stones,
    loose: new Set(preview ? [...numbers.keys()].filter((point) => stones[point] !== before[point]) : []),
    last: isLastShown ? [here.point, here.color] : null,
    numbers: [...numbers].filter(([point]) => stones[point]),
    marks: preview ? [] : here.marks,
    dead,
    area: isCounting ? table.count.area : [],
    ghost: mayAim ? [aimed, here.turn] : null,
    pending: mayAim ? pending : null,
    cursor,
    lit,
    labels: labelsOf(table, Boolean(preview) || isCounting),
    ownership: preview || isCounting ? null : table.estimate?.node === here.id ? table.estimate.ownership
      : settings.ownership && state.mode === "analyze" && !table.hidesMoves ? here.report?.ownership ?? null : null,
  };
}
