// The board of a table on the screen: it sees and hears what people do with mouse, finger, pen and keys.

import { Board } from "./board.js";
import { find, html, button, put, reveal } from "./dom.js";
import { parsePoint, pointName } from "./points.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { tellMove, tellPoint, tellPosition } from "./text.js";
import { viewOf } from "./view.js";
import { word } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Goban {
  constructor(table, stage) {
    this.table = table;
    this.cursor = null;
    this.pending = null;
    this.wheeled = 0;
    this.frame = html("div", {
      class: "frame", role: "application", tabindex: "0", "aria-roledescription": word("board"),
      "aria-label": word("board"), "aria-describedby": "board-help position",
    });
    this.board = new Board(this.frame);
    this.confirm = this.confirmBar();
    this.position = html("p", { class: "unseen", id: "position" });
    stage.replaceChildren(this.frame, this.confirm, this.position, html("p", { class: "unseen", id: "board-help" }, word("boardHelp")));
    this.stage = stage;
    this.hearPointers();
    this.hearKeys();
    this.observer = new ResizeObserver(() => this.table.changed());
    this.observer.observe(stage);
  }

  close() {
    this.observer.disconnect();
  }

  confirmBar() {
    this.confirmed = button("", () => this.commit(), { class: "primary" });
    return html("div", { class: "confirm", hidden: true }, this.confirmed,
      button(word("cancel"), () => this.aim(null)));
  }

  get needsConfirm() {
    const { confirm } = settings;
    if (confirm !== "auto") return confirm === "always";
    return this.touched && this.board.geometry.cell < 34;
  }

  show() {
    const { table, board } = this;
    const { clientWidth, clientHeight } = this.stage;
    if (clientWidth === 0) return;
    board.lay(table.game.board, clientWidth, this.roomBelow(clientHeight), settings.coordinates);
    if (this.pending !== null && (!table.mayMove || this.seen !== table.here.id)) this.pending = null;
    board.show(viewOf(table, { cursor: this.cursor, pending: this.pending, cell: board.geometry.cell }));
    reveal(this.confirm, this.pending !== null);
    if (this.pending !== null) put(this.confirmed, word("playPoint", { point: pointName(this.pending, table.game.board) }));
    this.frame.classList.toggle("mine", table.mayMove && table.tool === "play");
    if (this.seen !== table.here.id) this.tell();
    this.seen = table.here.id;
  }

  // On a phone the board may be as high as it is wide; beside a panel it fits into the window.
  roomBelow(height) {
    return getComputedStyle(this.stage).getPropertyValue("--free") === "1" ? 10000 : height;
  }

  tell() {
    const { game, here } = this.table;
    put(this.position, [tellMove(game, here), ...tellPosition(game)].join(" "));
  }

  // A finger that aims sees the line of a candidate, as a pointer does.
  aim(point) {
    this.pending = point;
    this.table.pointed = point;
    this.table.changed();
  }

  commit() {
    const point = this.pending;
    this.pending = null;
    this.table.pointed = null;
    if (point !== null) this.table.touch(point);
  }

  hearPointers() {
    const { frame, table } = this;
    const point = (event) => this.board.pointAt(event);
    const hover = (at) => {
      if (table.pointed === at) return;
      table.pointed = at;
      table.changed();
    };
    frame.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") {
        if (this.dragging) this.aim(this.free(point(event)) ?? this.pending);
        return;
      }
      this.cursor = null;
      hover(point(event));
    });
    frame.addEventListener("pointerleave", () => hover(null));
    frame.addEventListener("pointercancel", () => { this.dragging = false; });
    // The keys keep stepping through the game after a click.
    frame.addEventListener("mousedown", (event) => event.preventDefault());
    frame.addEventListener("pointerdown", (event) => {
      this.touched = event.pointerType === "touch";
      this.cursor = null;
      if (!this.touched || !this.needsConfirm || !table.mayMove || table.tool !== "play") return;
      const at = this.free(point(event));
      this.wasAimed = at !== null && at === this.pending;
      this.dragging = true;
      this.aim(at);
    });
    frame.addEventListener("pointerup", (event) => {
      const at = point(event);
      if (this.dragging) {
        this.dragging = false;
        if (this.wasAimed && at === this.pending) this.commit();
        return;
      }
      if (event.button !== 0 || at === null) return;
      if (this.needsConfirm && table.mayMove && table.tool === "play") {
        if (at === this.pending) this.commit();
        else this.aim(this.free(at));
        return;
      }
      table.pointed = this.touched ? null : at;
      table.touch(at, event);
    });
    frame.addEventListener("wheel", (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      // A wheel turns by about a hundred pixels at once, a finger on a pad by a few.
      this.wheeled = (Math.sign(this.wheeled) === Math.sign(event.deltaY) ? this.wheeled : 0) + event.deltaY * (event.deltaMode ? 40 : 1);
      if (Math.abs(this.wheeled) < 50) return;
      table.step(this.wheeled > 0 ? 1 : -1);
      this.wheeled = 0;
    }, { passive: false });
  }

  free(point) {
    return point !== null && this.table.isAllowed(point) ? point : null;
  }

  hearKeys() {
    const { frame, table } = this;
    frame.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (ARROWS[event.key]) this.move(...ARROWS[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.enter();
      else if (event.key === "Escape" && (this.cursor !== null || this.pending !== null)) this.leave();
      else if (event.key === "PageUp") table.step(-1);
      else if (event.key === "PageDown") table.step(1);
      else if (/^[a-hj-z]$/i.test(event.key) && find("#typed")) {
        find("#typed").value = event.key.toUpperCase();
        find("#typed").focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    frame.addEventListener("blur", () => this.leave());
  }

  leave() {
    this.cursor = null;
    this.pending = null;
    this.table.changed();
  }

  move(right, down) {
    const { columns, rows } = this.table.game.board;
    if (this.cursor === null) this.cursor = this.table.here.point ?? Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    else {
      const column = Math.min(columns - 1, Math.max(0, this.cursor % columns + right));
      const row = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / columns) + down));
      this.cursor = row * columns + column;
    }
    this.table.pointed = null;
    say(tellPoint(this.table.game, this.cursor));
    this.table.changed();
  }

  enter() {
    if (this.cursor === null) this.move(0, 0);
    else this.table.touch(this.cursor);
  }
}

// A small form that takes a move as people write it: D4, or the word for a pass.
export function typedMove(table) {
  const input = html("input", {
    id: "typed", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", size: "5", maxlength: "6",
    placeholder: "D4", "aria-label": word("typeMove"),
  });
  const play = (event) => {
    event.preventDefault();
    const text = input.value;
    const point = text.trim().toLowerCase() === word("pass").toLowerCase() ? null : parsePoint(text, table.game.board);
    if (point === undefined) say(word("noSuchPoint", { text }), true);
    else table.touch(point);
    input.value = "";
  };
  return html("form", { class: "typed", onsubmit: play }, input);
}
