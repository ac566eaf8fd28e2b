// What is to be analyzed otherwise: by another network, rank, rules, komi or parameters of the search, beside what was
// seen before.

import { button, field, html, put, select } from "./dom.js";
import { countName, rulesChoice } from "./text.js";
import { word } from "./words.js";

const VISITS = [100, 400, 1600, 6400, 25600];

export class Compare {
  constructor(table, about) {
    Object.assign(this, { table, about });
    this.note = html("p", { class: "soft", role: "status" });
    this.element = html("div", { class: "compare" }, html("p", { class: "soft" }, word("compareHelp")), html("div", { class: "grid" }, this.choices()), this.searchParams(),
      html("div", { class: "actions" }, button(word("remember"), () => this.remember(), { class: "small" }), button(word("forget"), () => this.forget(), { class: "small" }),
        button(word("asUsual"), () => this.change({ network: undefined, rank: undefined, rules: undefined, komi: undefined, visits: undefined, params: undefined }), { class: "small" })), this.note);
    this.fill();
  }

  // What differs from the usual analysis, as kosumi knows it.
  get options() {
    const { on, ownership, ...options } = this.table.state.analysis ?? {};
    return options;
  }

  // The whole order of an analysis, which begins or ends.
  order(on) {
    return { on, ownership: true, ...this.options };
  }

  choices() {
    const { about } = this, { networks = [] } = about;
    const choice = (option, label, values, first) => {
      const element = select([["", first], ...values], "", (value) => this.change({ [option]: option === "visits" ? Number(value) || undefined : value || undefined }), { name: option });
      return [option, element, field(label, element)];
    };
    const komi = html("input", { type: "number", name: "komi", step: 0.5, min: -150, max: 150, onchange: () => this.change({ komi: komi.value === "" ? undefined : Number(komi.value) }) });
    const all = [
      ...networks.length > 1 ? [choice("network", word("network"), networks.slice(1).map(({ name }) => [name, name]), networks[0].name)] : [],
      choice("rank", word("likeRank"), about.ranks.map((rank) => [rank, rank]), word("fullStrength")),
      choice("visits", word("visitsMost"), VISITS.map((n) => [n, countName(n)]), word("noLimit")),
      choice("rules", word("rules"), rulesChoice(about), word("ofGame")),
      ["komi", komi, field(word("komi"), komi)],
    ];
    this.inputs = Object.fromEntries(all.map(([option, element]) => [option, element]));
    return all.map(([, , element]) => element);
  }

  // Numbers of the search by name: one is chosen, gets a value, and stands in a list from then on.
  searchParams() {
    const params = this.about.searchParams ?? [], find = () => params.find(({ name }) => name === choice.value);
    const choice = select([["", "–"], ...params.map(({ name }) => [name, name])], "", () => tell(), { name: "param" });
    const value = html("input", { type: "text", name: "value", size: 8, autocomplete: "off" });
    const about = html("p", { class: "soft" });
    const tell = () => {
      value.value = this.options.params?.[choice.value] ?? "";
      put(about, find() ? `${find().doc} (${find().values})` : "");
    };
    const form = html("form", { onsubmit: (event) => {
      event.preventDefault();
      if (choice.value && value.value.trim()) this.change({ params: { ...this.options.params, [choice.value]: value.value.trim() } });
    } }, html("div", { class: "grid" }, field(word("searchParam"), choice), field(word("paramValue"), value)), about, html("button", { class: "small" }, word("set")));
    this.list = html("ul", { class: "params" });
    return html("details", {}, html("summary", {}, word("searchParams")), form, this.list);
  }

  // Asks for another analysis; a refused one changes nothing.
  async change(options) {
    const { table } = this, before = table.here.report, node = table.here.id;
    const order = { ...this.order(Boolean(table.state.analysis?.on)), ...options };
    const answer = await table.ask("analyze", order);
    if (answer) {
      table.state.analysis = answer.analysis;
      table.compared = before ? { node, report: before } : null;
    }
    this.fill();
    table.changed();
  }

  remember() {
    const { here } = this.table;
    this.table.compared = here.report ? { node: here.id, report: here.report } : null;
    this.table.changed();
  }

  forget() {
    this.table.compared = null;
    this.table.changed();
  }

  // Puts into the inputs what is asked for.
  fill() {
    const { options } = this;
    for (const [option, input] of Object.entries(this.inputs)) input.value = options[option] ?? "";
    this.list.replaceChildren(...Object.entries(options.params ?? {}).map(([name, value]) => html("li", {}, html("code", {}, `${name} = ${value}`),
      button("×", () => {
        const { [name]: gone, ...params } = options.params;
        this.change({ params });
      }, { class: "small", "aria-label": `${word("forget")}: ${name}` }))));
  }

  show() {
    const { state } = this.table;
    this.inputs.komi.placeholder = String(state.komi);
    const said = Object.entries(this.options).filter(([, value]) => value !== undefined).length > 0;
    put(this.note, said ? word("analyzedOtherwise") : "");
  }
}
