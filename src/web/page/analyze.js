// The panel of an analysis: candidates, chart, reasons, tree, and what may be done to them, each on its tab.

import { Candidates } from "./candidates.js";
import { Chart } from "./chart.js";
import { Compare } from "./compare.js";
import { Count } from "./count.js";
import { button, html, put, reveal, select, tick } from "./dom.js";
import { Editor } from "./editor.js";
import { Evidence, reasonRows } from "./evidence.js";
import { Learn } from "./learn.js";
import { Life } from "./life.js";
import { say } from "./say.js";
import { set, settings } from "./settings.js";
import { countName, forMover, leadName, percent } from "./text.js";
import { Tree } from "./tree.js";
import { Tabs } from "./tabs.js";
import { word } from "./words.js";

const SHOWN = ["candidates", "ownership", "policy", "nexts"];

export class AnalyzePanel {
  constructor(table, about) {
    Object.assign(this, { table, about });
    this.chart = new Chart(table);
    this.tree = new Tree(table);
    this.candidates = new Candidates(table);
    this.reasons = new Evidence(table, "reasons");
    this.verdict = html("p", { class: "judged" });
    this.count = new Count(table);
    this.life = new Life(table);
    this.editor = new Editor(table, about);
    this.learn = new Learn(table, about);
    this.compare = new Compare(table, about);
    this.tabs = new Tabs([
      ["moves", word("tabMoves"), [this.switches(), this.reasoned(), this.candidates.element, this.actions()]],
      ["edit", word("tabEdit"), [this.editor.element]],
      ["count", word("tabCount"), [this.countBar(), this.life.element, this.count.element]],
      ["learn", word("tabLearn"), [this.learn.element]],
      ["compare", word("tabCompare"), [this.compare.element]],
    ], settings.tab, (name) => {
      set("tab", name);
      table.tool = "play";
      table.changed();
    });
    this.element = html("section", { class: "panel analyze", "aria-label": word("analyze") }, html("h2", { class: "unseen" }, word("analyze")),
      this.head(), this.chart.element, this.tabs.element, this.note = html("p", { class: "note", hidden: true }), this.tree.element);
    this.parts = [this.chart, this.tabs, this.candidates, this.count, this.life, this.editor, this.learn, this.compare, this.tree];
    table.touch = (point, event) => this.touch(point, event);
  }

  close() {
    for (const part of this.parts) part.close?.();
  }

  head() {
    this.toggle = button("", () => this.switch(), { class: "switch", role: "switch" });
    this.bar = html("span", { class: "bar", "aria-hidden": "true" }, html("i"));
    this.figures = html("span", { class: "figures" });
    return html("div", { class: "analysis" }, this.toggle, this.bar, this.figures);
  }

  // Twice as many visits as there are.
  more() {
    return Math.max(1000, 2 * (this.table.here.report?.visits ?? 0));
  }

  async switch() {
    const { table } = this, on = !table.state.analysis?.on;
    const options = this.compare.order(on);
    table.state.analysis = { ...table.state.analysis, on };
    table.changed();
    if (await table.ask("analyze", options) === undefined) {
      table.state.analysis.on = !on;
      table.changed();
    }
  }

  switches() {
    this.ticks = Object.fromEntries(SHOWN.map((name) => [name, tick(word(`show ${name}`), settings[name], (isOn) => {
      set(name, isOn);
      this.table.changed();
    }, { name })]));
    return html("div", { class: "shown" }, Object.values(this.ticks));
  }

  reasoned() {
    this.why = button(word("why"), () => this.askReasons(), { class: "small" });
    return html("div", { class: "reasoned" }, this.verdict, this.reasons.element, this.why);
  }

  actions() {
    this.deepen = button(word("deepen"), () => this.table.ask("deepen", { node: this.table.known(this.table.game.at), visits: this.more() }), { class: "small" });
    this.progress = html("progress", { max: 1, value: 0, "aria-label": word("reviewGame") });
    const visits = select([50, 200, 800, 3200].map((n) => [n, word("visitsEach", { n: countName(n) })]), settings.reviewVisits, (value) => set("reviewVisits", Number(value)), { "aria-label": word("visits") });
    this.start = html("span", { class: "joined" },
      button(word("reviewGame"), () => this.table.ask("review", { visits: settings.reviewVisits }), { class: "small" }), visits);
    this.stop = button(word("stop"), () => this.table.ask("stop"), { class: "small", hidden: true });
    this.worse = button(word("nextMistake"), () => this.table.mistake(1), { class: "small" });
    return html("div", { class: "actions" }, this.deepen, this.start, this.progress, this.stop, this.worse);
  }

  countBar() {
    const solves = (this.about.offers ?? []).includes("solve");
    return html("div", { class: "actions" }, button(word("countHere"), () => this.count.ask()), ...(solves ? Object.values(this.life.buttons) : []),
      html("p", { class: "soft" }, word("countHelp")));
  }

  touch(point, event) {
    const { table } = this;
    if (table.tool !== "play") this.editor.touch(point);
    else if (this.learn.touch(point) || this.tabs.name === "count" && this.life.touch(point)) return;
    else if (this.tabs.name === "count" && table.count?.node === table.here.id && table.game.stones()[point]) this.toggleDead(point);
    else if (event?.shiftKey) this.keep(point);
    else table.play(point);
  }

  // With a modifier the line of a candidate stays on the board.
  keep(point) {
    const { table } = this, candidate = table.here.report?.candidates.find((one) => one.point === point);
    if (candidate) table.showLine(candidate.line, table.here.turn, { isPinned: true });
  }

  toggleDead(point) {
    const { dead } = this.table.count;
    const chain = this.table.chainAt(point);
    const isDead = dead.includes(point);
    this.count.ask(isDead ? dead.filter((one) => !chain.has(one)) : [...dead, ...chain]);
  }

  show() {
    const { table } = this, { here, state } = table, { report, judged } = here;
    const isOn = Boolean(state.analysis?.on);
    put(this.toggle, word("analysis"));
    this.toggle.setAttribute("aria-checked", String(isOn));
    put(this.figures, report && !table.hidesMoves ? `${percent(forMover(report.chance, "black"))} · ${leadName(report.lead)} · ${countName(report.visits)}` : "");
    this.figures.title = report ? word("figuresTitle", { deviation: report.deviation?.toFixed(1) ?? "–" }) : "";
    this.bar.firstChild.style.width = `${Math.round(100 * (report?.chance ?? 0.5))}%`;
    this.deepen.disabled = Boolean(state.thinking);
    this.showReview(judged);
    put(this.note, here.comment);
    reveal(this.note, here.comment !== "" && this.tabs.name !== "edit");
    for (const part of this.parts) part.show();
  }

  showReview(judged) {
    const { table } = this, { reviewing } = table.state, { here } = table;
    reveal(this.progress, Boolean(reviewing));
    reveal(this.stop, Boolean(reviewing));
    reveal(this.start, !reviewing);
    if (reviewing) this.progress.value = reviewing.done / Math.max(1, reviewing.total);
    const isKnown = judged && here.color && !table.hidesMoves;
    reveal(this.verdict, Boolean(isKnown));
    if (isKnown) {
      this.verdict.className = `judged grade${judged.grade}`;
      const values = { points: Math.max(0, judged.points).toFixed(1), chance: percent(Math.max(0, judged.chance)) };
      const { opening } = judged, named = opening ? ` ${opening[0].toUpperCase()}${opening.slice(1)}.` : "";
      put(this.verdict, word(`grade${judged.grade}`, values) + named);
    }
    const reasons = judged?.reasons?.length ? judged.reasons : here.reasons ?? [];
    this.reasons.fill(here.color && !table.hidesMoves ? [...(judged ? this.betterRow(judged) : []), ...reasonRows(here, reasons)] : []);
    const isAsked = (this.about.offers ?? []).includes("reasons") && here.color && reasons.length === 0 && !here.wasExplained && !table.hidesMoves;
    reveal(this.why, Boolean(isAsked));
  }

  async askReasons() {
    const { table } = this, node = table.here;
    const answer = await table.ask("reasons", { node: table.known(node.id) });
    if (!answer) return;
    Object.assign(node, { reasons: answer.reasons, wasExplained: true });
    if (answer.reasons.length === 0) say(word("noReasons"), true);
    table.changed();
  }

  // The better line, ready to be played from the position before the mistake.
  betterRow({ better, grade }) {
    const { here } = this.table;
    if (!better || grade === 0) return [];
    return [{
      text: word("betterLine", { chance: percent(forMover(better.chance, here.color)), lead: leadName(better.lead) }),
      line: better.line, first: here.color, node: here.parent, kind: "good", label: word("reasonBetter"),
    }];
  }
}
