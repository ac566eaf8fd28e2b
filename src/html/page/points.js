// Points as people name them: a letter without I for the column, a number from below for the row.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export function columnName(column) {
  const letter = LETTERS[column % LETTERS.length];
  return column < LETTERS.length ? letter : LETTERS[Math.floor(column / LETTERS.length) - 1] + letter;
}

export function pointName(point, { columns, rows }) {
  if (point === null) return null;
  return columnName(point % columns) + (rows - Math.floor(point / columns));
}

// The point of a name such as "d4" or "Q 16"; null is a pass, undefined is no point of the board.
export function parsePoint(text, { columns, rows }) {
  const word = text.trim().toUpperCase().replace(/\s+/g, "");
  if (word === "PASS") return null;
  const [, letters, digits] = word.match(/^([A-Z]{1,2})(\d{1,2})$/) ?? [];
  if (!letters) return undefined;
  for (let column = 0; column < columns; column += 1) {
    const row = rows - Number(digits);
    if (columnName(column) === letters && row >= 0 && row < rows) return row * columns + column;
  }
  return undefined;
}

export const opposite = { black: "white", white: "black" };
