// Chances and counts as people write them.

export const percent = (chance) => `${Math.round(100 * chance)} %`;

export function forMover(chance, turn) {
  return turn === "black" ? chance : 1 - chance;
}

// A count of visits: 950, 1.2k, 35k, 1.1M.
export function countName(n) {
  if (n < 1000) return String(n);
  if (n < 9950) return `${(n / 1000).toFixed(1)}k`;
  return n < 999500 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`;
}
