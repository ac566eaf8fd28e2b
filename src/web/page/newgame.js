// The dialog of a new game.

import { ask } from "./engine.js";
import { button, field, html, put, reveal, select } from "./dom.js";
import { warn } from "./say.js";
import { set, settings } from "./settings.js";
import { rulesChoice, usualRules } from "./text.js";
import { language, word } from "./words.js";

const USUAL = { who: "black", size: "19", columns: 19, rows: 19, komi: "", handicap: 0, fixed: true, rank: "", whiteRank: "", control: "none", fields: {} };

// Seconds, and numbers of periods and stones. What is not here may be left out.
const USUAL_TIMES = { main: 600, period: 30, periods: 5, stones: 15, increment: 10 };

const radio = (name, options, value, onchange) => html("div", { class: "choice", role: "radiogroup", "aria-label": word(name) },
  options.map(([key, text, more]) => html("label", {},
    html("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }),
    html("span", {}, html("b", {}, text), more && html("small", {}, more)))));

export class NewGame {
  constructor(about, open) {
    Object.assign(this, { about, open });
    this.wish = { ...USUAL, rules: usualRules(about), ...settings.game };
    if (!about.rules.some(({ name }) => name === this.wish.rules)) this.wish.rules = usualRules(about);
    this.dialog = html("dialog", { class: "new", "aria-labelledby": "new-title" }, this.form());
    this.dialog.addEventListener("close", () => this.dialog.remove());
    document.body.append(this.dialog);
    this.adapt();
    this.dialog.showModal();
  }

  form() {
    const { wish, about } = this, change = (name) => (value) => {
      wish[name] = value;
      this.adapt();
    };
    const number = (name, attributes) => html("input", { type: "number", value: wish[name], oninput: ({ target }) => change(name)(target.value), ...attributes });
    this.columns = field(word("columns"), number("columns", { min: 2, max: 25 }));
    this.rows = field(word("rows"), number("rows", { min: 2, max: 25 }));
    this.komi = number("komi", { step: 0.5, min: -150, max: 150 });
    const ranks = [["", word("fullStrength")], ...about.ranks.map((rank) => [rank, rank])];
    this.rank = field(word("strength"), select(ranks, wish.rank, change("rank")));
    this.whiteRank = field(word("whiteStrength"), select(ranks, wish.whiteRank, change("whiteRank")));
    this.fixed = field(word("placement"), select([["1", word("fixed")], ["", word("free")]], wish.fixed ? "1" : "", (value) => change("fixed")(value === "1")));
    this.clock = html("div", { class: "grid" });
    const names = about.controls.map(({ name, title }) => [name, title ?? word(`control ${name}`)]);
    const controls = names.some(([name]) => name === "none") ? names : [["none", word("control none")], ...names];
    this.control = select(controls, wish.control, (value) => {
      wish.fields = {};
      change("control")(value);
    });
    return html("form", { onsubmit: (event) => this.start(event) }, html("h2", { id: "new-title" }, word("newGame")),
      radio("who", [["black", word("iTakeBlack")], ["white", word("iTakeWhite")], ["nigiri", word("nigiri")], ["people", word("twoPeople")], ["watch", word("watch")], ["analysis", word("analysisBoard")]], wish.who, change("who")),
      radio("size", [["9", "9×9"], ["13", "13×13"], ["19", "19×19"], ["other", word("otherSize")]], wish.size, change("size")),
      html("div", { class: "grid" }, this.columns, this.rows, this.rank, this.whiteRank,
        field(word("rules"), select(rulesChoice(about), wish.rules, change("rules"))),
        field(word("komi"), this.komi),
        field(word("handicap"), select(Array.from({ length: 10 }, (_, n) => [n === 1 ? null : n, n === 0 ? word("noHandicap") : String(n)]).filter(([n]) => n !== null), wish.handicap, change("handicap"))),
        this.fixed,
        field(word("clock"), this.control)),
      this.clock, this.told = html("p", { class: "soft" }),
      html("div", { class: "actions" }, html("button", { class: "primary" }, word("startPlaying")), button(word("cancel"), () => this.dialog.close())));
  }

  // Shows only what the choice so far has a use for.
  adapt() {
    const { wish } = this, rules = this.about.rules.find(({ name }) => name === wish.rules);
    for (const element of [this.columns, this.rows]) reveal(element, wish.size === "other");
    const isAnalysis = wish.who === "analysis";
    reveal(this.rank, wish.who !== "people" && !isAnalysis);
    put(this.rank.firstElementChild, word(wish.who === "watch" ? "blackStrength" : "strength"));
    reveal(this.whiteRank, wish.who === "watch");
    reveal(this.fixed, Number(wish.handicap) > 1);
    reveal(this.control.parentElement, !isAnalysis);
    reveal(this.clock, !isAnalysis);
    this.komi.placeholder = String((Number(wish.handicap) > 1 ? rules?.handicapKomi : rules?.komi) ?? "");
    put(this.told, rules?.title ?? "");
    if (this.shownControl === wish.control) return;
    this.shownControl = wish.control;
    const fields = this.about.controls.find(({ name }) => name === wish.control)?.fields ?? [];
    this.clock.replaceChildren(...fields.map((one) => {
      const name = one.name ?? one;
      wish.fields[name] ??= one.value ?? USUAL_TIMES[name] ?? "";
      return field(one.title ?? word(`field ${name}`), html("input", {
        type: "number", min: 0, max: 360_000, step: "any", value: wish.fields[name],
        oninput: ({ target }) => { wish.fields[name] = target.value; },
      }));
    }));
  }

  request() {
    const { wish } = this, size = wish.size === "other" ? null : Number(wish.size);
    const kosumi = (rank) => ({ kind: "kosumi", ...(rank && { rank }) }), person = { kind: "person" };
    const who = wish.who === "nigiri" ? ["black", "white"][Math.floor(2 * Math.random())] : wish.who;
    const [black, white] = {
      black: [person, kosumi(wish.rank)], white: [kosumi(wish.rank), person], watch: [kosumi(wish.rank), kosumi(wish.whiteRank)],
    }[who] ?? [person, person];
    return {
      do: "new", mode: wish.who === "analysis" ? "analyze" : "play", language, black, white, rules: wish.rules,
      columns: size ?? Number(wish.columns), rows: size ?? Number(wish.rows),
      ...(wish.komi !== "" && { komi: Number(wish.komi) }),
      handicap: Number(wish.handicap), fixed: wish.fixed,
      control: wish.control === "none" || wish.who === "analysis" ? null : { kind: wish.control, ...this.times() },
    };
  }

  times() {
    const given = Object.entries(this.wish.fields).filter(([, value]) => value !== "");
    return Object.fromEntries(given.map(([name, value]) => [name, Number(value)]));
  }

  async start(event) {
    event.preventDefault();
    set("game", this.wish);
    try {
      const state = await ask(this.request());
      this.dialog.close();
      this.open(state);
    } catch (error) {
      warn(error.message);
    }
  }
}
