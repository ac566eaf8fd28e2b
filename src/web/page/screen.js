// The screen of a table: board, players, steps and the panel of its mode.

import { AnalyzePanel } from "./analyze.js";
import { html } from "./dom.js";
import { saveGame } from "./files.js";
import { Goban } from "./goban.js";
import { PlayPanel } from "./play.js";
import { nameOf, Players } from "./players.js";
import { set, settings } from "./settings.js";
import { hearKeys, steppable, Steps } from "./steps.js";
import { Table } from "./table.js";

export class Screen {
  constructor(state, about, actions) {
    this.table = steppable(new Table(state));
    Object.assign(this, { about, actions });
    Object.assign(this.table, { tool: "play", pointed: null, actions });
    this.stage = html("div", { class: "stage" });
    this.side = html("div", { class: "side" });
    this.players = new Players(this.table);
    this.steps = new Steps(this.table);
    this.goban = new Goban(this.table, this.stage);
    this.element = html("div", { class: "screen" }, this.players.element, this.stage, this.steps.element, this.side);
    const toggle = (name) => () => {
      set(name, !settings[name]);
      this.table.changed();
    };
    this.table.add(this, this.players, this.steps, this.goban, hearKeys(this.table, {
      c: toggle("candidates"), o: toggle("ownership"), p: toggle("policy"), n: toggle("nexts"),
      " ": () => this.panel.switch?.(),
    }));
    this.fit();
  }

  close() { this.panel?.close?.(); }

  // The panel changes with the mode of the table.
  fit() {
    const { mode } = this.table.state;
    if (mode === this.mode) return;
    this.mode = mode;
    this.panel?.close?.();
    this.panel = mode === "play" ? new PlayPanel(this.table, { newGame: this.actions.newGame, analyze: () => this.analyze() })
      : new AnalyzePanel(this.table, this.about);
    this.side.replaceChildren(this.panel.element);
    this.element.dataset.mode = mode;
    this.table.tool = "play";
  }

  // Turns a game that was played into an analysis.
  async analyze() {
    await this.table.change("set", { mode: "analyze" });
    this.fit();
  }

  async solve(problem) {
    if (this.mode === "play") await this.analyze();
    this.panel.tabs?.choose("learn");
    this.panel.learn?.take({ ...problem, table: this.table.id });
  }

  show() {
    this.fit();
    this.panel.show();
    document.title = `${nameOf(this.table, "black")} – ${nameOf(this.table, "white")} · kosumi`;
  }

  save() { return saveGame(this.table, true); }
}
