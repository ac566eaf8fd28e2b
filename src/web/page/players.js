// Both players: stone, name, rank, captures, clock, and whose turn it is.

import { Clock } from "./clock.js";
import { html, put } from "./dom.js";
import { word } from "./words.js";

// Who plays a color: the name, or kosumi, or the color itself.
export function nameOf({ state }, color) {
  const player = state.players[color];
  return state.info?.[color] || player.name || (player.kind === "kosumi" ? "kosumi" : word(color));
}

class Player {
  constructor(table, color) {
    Object.assign(this, { table, color });
    this.clock = new Clock(table, color);
    this.name = html("b", { class: "name" });
    this.rank = html("span", { class: "rank" });
    this.captured = html("span", { class: "captured" });
    this.thinking = html("span", { class: "thinking", "aria-hidden": "true" }, html("i"), html("i"), html("i"));
    this.element = html("div", { class: `player ${color}` },
      html("i", { class: color, title: word(color) }), html("span", { class: "who" }, this.name, this.rank), this.thinking, this.captured, this.clock.element);
  }

  show() {
    const { table, color } = this, { state, here } = table;
    const player = state.players[color];
    put(this.name, nameOf(table, color));
    put(this.rank, player.rank ?? state.info?.[`${color}Rank`] ?? "");
    put(this.captured, String(here.captured[color]));
    this.captured.title = word("captured", { n: here.captured[color] });
    this.captured.hidden = here.captured[color] === 0;
    this.thinking.hidden = state.thinking !== color;
    this.element.classList.toggle("turn", state.phase === "playing" && here.turn === color);
    this.clock.show();
  }
}

export class Players {
  constructor(table) {
    this.each = ["black", "white"].map((color) => new Player(table, color));
    this.element = html("section", { class: "players", "aria-label": word("players") }, this.each.map(({ element }) => element));
  }

  show() { for (const player of this.each) player.show(); }
  close() { for (const player of this.each) player.clock.close(); }
}
