// Clocks that run on between two messages of kosumi.

import { html, put } from "./dom.js";
import { play as sound } from "./sound.js";

export function timeText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left), pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

export class Clock {
  constructor(table, color) {
    this.table = table;
    this.color = color;
    this.time = html("b", { class: "time" });
    this.periods = html("span", { class: "periods" });
    this.element = html("span", { class: "clock", role: "timer", "aria-live": "off" }, this.time, this.periods);
    this.beat = setInterval(() => this.show(), 100);
  }

  close() { clearInterval(this.beat); }

  show() {
    const { table, color, element } = this, { clock, phase } = table.state;
    element.hidden = !clock;
    if (!clock) return;
    const side = clock[color];
    const isRunning = clock.running === color && phase === "playing";
    const gone = isRunning ? (performance.now() - table.told) / 1000 : 0;
    const seconds = Math.max(0, (side.seconds ?? 0) - gone);
    put(this.time, timeText(seconds));
    put(this.periods, side.text ?? "");
    element.classList.toggle("running", isRunning);
    element.classList.toggle("low", isRunning && seconds < 10);
    this.warn(isRunning && table.state.players[color].kind === "person" ? Math.ceil(seconds) : null);
  }

  // A tone for each of the last five seconds.
  warn(second) {
    if (second !== null && second <= 5 && second > 0 && second !== this.warned) sound("low");
    this.warned = second;
  }
}
