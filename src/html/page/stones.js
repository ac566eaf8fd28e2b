// What a move does to the stones of a board: enough of the rules to show it before kosumi has answered.

import { opposite } from "./points.js";

export function neighbors(point, { columns, rows }) {
  const column = point % columns;
  return [
    column > 0 ? point - 1 : -1,
    column < columns - 1 ? point + 1 : -1,
    point - columns,
    point + columns,
  ].filter((next) => next >= 0 && next < columns * rows);
}

// The chain at a point with the number of its liberties.
export function chainAt(stones, point, board) {
  const color = stones[point], chain = new Set([point]), liberties = new Set();
  for (const stone of chain) {
    for (const next of neighbors(stone, board)) {
      if (!stones[next]) liberties.add(next);
      else if (stones[next] === color) chain.add(next);
    }
  }
  return { chain, liberties: liberties.size };
}

// The changes of a move, as in a node of the protocol. A suicide takes the own chain away, where rules allow it.
export function changesOf(stones, point, color, board) {
  if (point === null) return [];
  const after = stones.slice();
  after[point] = color;
  const taken = new Set();
  for (const next of neighbors(point, board)) {
    if (after[next] !== opposite[color] || taken.has(next)) continue;
    const { chain, liberties } = chainAt(after, next, board);
    if (liberties === 0) for (const stone of chain) taken.add(stone);
  }
  if (taken.size === 0) {
    const { chain, liberties } = chainAt(after, point, board);
    if (liberties === 0) {
      return [...chain].filter((stone) => stone !== point).map((stone) => [stone, ""]);
    }
  }
  return [[point, color], ...[...taken].map((stone) => [stone, ""])];
}

// The stones after some moves of a line, with the number of each stone that still stands.
export function played(stones, { line, first, shown }, board) {
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
