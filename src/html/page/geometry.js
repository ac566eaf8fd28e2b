// Where things lie on a drawn board, in pixels. Cells are whole pixels of the screen, so that lines are crisp.

export class Geometry {
  constructor({ columns, rows }, width, height, hasNames) {
    const ratio = globalThis.devicePixelRatio || 1;
    const whole = (length) => Math.max(1, Math.floor(length * ratio)) / ratio;
    // The names need room for twelve pixels of text, however small the cells are.
    const edgeOf = (cell) => hasNames ? 0.5 * cell + Math.max(18, 0.36 * cell) : 0.6 * cell;
    const fits = (cell) => (columns - 1) * cell + 2 * edgeOf(cell) <= width && (rows - 1) * cell + 2 * edgeOf(cell) <= height;
    let cell = Math.min(110, width / Math.max(1, columns - 0.2), height / Math.max(1, rows - 0.2));
    while (cell > 8 && !fits(cell)) cell -= 0.25;
    this.columns = columns;
    this.rows = rows;
    this.hasNames = hasNames;
    this.cell = whole(cell);
    this.edge = Math.round(edgeOf(this.cell));
    this.width = Math.round((columns - 1) * this.cell + 2 * this.edge);
    this.height = Math.round((rows - 1) * this.cell + 2 * this.edge);
    this.radius = 0.48 * this.cell;
    // The smallest text that can be read.
    this.font = Math.max(12, 0.36 * this.cell);
  }

  x(column) { return this.edge + this.cell * column + 0.5; }
  y(row) { return this.edge + this.cell * row + 0.5; }

  center(point) {
    return [this.x(point % this.columns), this.y(Math.floor(point / this.columns))];
  }

  // The point nearest to a place of the drawing, if the place is on the board.
  pointAt(x, y) {
    const column = Math.round((x - this.edge) / this.cell), row = Math.round((y - this.edge) / this.cell);
    const isOn = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return isOn ? row * this.columns + column : null;
  }
}
