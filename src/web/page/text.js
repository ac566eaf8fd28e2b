// Positions and moves in words, for screen readers and for everyone.

import { pointName } from "./points.js";
import { language, word } from "./words.js";
import { chainAt } from "./stones.js";

export * from "./numbers.js";

export function colorName(color) {
  return word(color);
}

// "White D4, takes 2 stones." or "Black passes."
export function tellMove(game, node) {
  if (!node.color) return node.parent === null ? word("startOfGame") : word("setUp");
  if (node.point === null) return word("passes", { color: word(node.color) });
  const parent = game.node(node.parent);
  const taken = node.captured[node.color] - (parent?.captured[node.color] ?? 0);
  const move = word("plays", { color: word(node.color), point: pointName(node.point, game.board) });
  return taken > 0 ? `${move} ${word("takes", { n: taken })}` : move;
}

// What is at a point: "D4: a black stone in a chain of 3, 2 liberties".
export function tellPoint(game, point) {
  const name = pointName(point, game.board), stones = game.stones();
  if (!stones[point]) {
    return `${name}: ${game.here.forbidden.includes(point) ? word("forbiddenPoint") : word("empty")}`;
  }
  const { chain, liberties } = chainAt(stones, point, game.board);
  const last = game.here.point === point ? ` ${word("lastMove")}` : "";
  return `${name}: ${word(stones[point])}, ${word("stones", { n: chain.size })}, ${word("liberties", { n: liberties })}.${last}`;
}

// All stones of a position.
export function tellPosition(game) {
  const stones = game.stones();
  return ["black", "white"].map((color) => {
    const points = stones.flatMap((stone, point) => stone === color ? [pointName(point, game.board)] : []);
    return `${word(color)}: ${points.length > 0 ? points.join(" ") : word("none")}.`;
  });
}

// A lead as people write it: B+3.5, W+0.5.
export function leadName(points) {
  return Math.abs(points) < 0.05 ? "0" : `${points > 0 ? word("b") : word("w")}+${Math.abs(points).toFixed(1)}`;
}

// A result as people write it, in words: "Black wins by 3.5 points".
export function resultText(result) {
  const [, side, by] = (result ?? "").match(/^([BW])\+(.*)$/) ?? [];
  if (!side) return result === "0" || result === "Draw" ? word("draw") : result === "Void" ? word("noResult") : (result ?? "");
  const color = word(side === "B" ? "black" : "white");
  const ways = { R: "byResignation", Resign: "byResignation", T: "byTime", Time: "byTime", F: "byForfeit", Forfeit: "byForfeit" };
  if (ways[by]) return word(ways[by], { color });
  return by === "" ? word("won", { color }) : word("byPoints", { color, n: Number(by) });
}

const SHORT = new Set(["aga", "bga", "cgos", "kgs", "wagc", "ogs", "igs", "ffg", "egf"]);

// What rule sets are called in other languages than English, by their names; kosumi tells it.
const ruleNames = new Map();

export function learnRules({ rules }) {
  for (const { name, names } of rules) ruleNames.set(name, names);
}

// The name of a rule set as people write it: "Japanese 2003", "AGA territory".
export function rulesName(name) {
  const own = ruleNames.get(name)?.[language];
  if (own) return own;
  const [first, ...rest] = name.split("-").map((part) => SHORT.has(part) ? part.toUpperCase() : part);
  return [first[0].toUpperCase() + first.slice(1), ...rest].join(name === "tromp-taylor" ? "-" : " ").replace("-taylor", "-Taylor");
}

const COMMON = ["chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor"];

// The rule sets as a choice, the common ones first.
export function rulesChoice({ rules }) {
  const rank = ({ name }) => COMMON.includes(name) ? COMMON.indexOf(name) : COMMON.length;
  return [...rules].sort((one, other) => rank(one) - rank(other)).map(({ name }) => [name, rulesName(name)]);
}

// The rules that a new game has unless told otherwise.
export function usualRules({ rules }) {
  return rules.find(({ name }) => name === COMMON[0])?.name ?? rules[0].name;
}
