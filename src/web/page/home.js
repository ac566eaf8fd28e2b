// Where one begins: three ways in, and the games that were saved.

import { ask } from "./engine.js";
import { button, html } from "./dom.js";
import { warn } from "./say.js";
import { resultText } from "./text.js";
import { word } from "./words.js";

const card = (name, act) => html("button", { type: "button", class: `card ${name}`, onclick: act },
  html("span", { class: "stones", "aria-hidden": "true" }, html("i"), html("i"), html("i")),
  html("b", {}, word(name)), html("span", {}, word(`${name}Line`)));

export class Home {
  constructor(about, actions) {
    this.actions = actions;
    const learns = ["problems", "statistics"].some((name) => (about.offers ?? []).includes(name));
    this.games = html("ul", { class: "games" });
    this.none = html("p", { class: "soft", hidden: true }, word("noGames"));
    this.element = html("div", { class: "home" },
      html("div", { class: "cards" }, card("play", actions.newGame), card("analyze", actions.analyze),
        card(learns ? "learn" : "open", learns ? actions.learn : actions.open)),
      html("section", { class: "saved" }, html("header", {}, html("h2", {}, word("yourGames")), button(word("openGame"), actions.open)),
        this.none, this.games),
      html("p", { class: "soft foot" }, `kosumi ${about.version}`, about.saved ? ` · ${word("savedIn", { folder: about.saved })}` : ""));
    this.list();
  }

  async list() {
    try {
      const { games } = await ask({ do: "saved" });
      this.none.hidden = games.length > 0;
      this.games.replaceChildren(...games.map((game) => this.row(game)));
    } catch (error) {
      warn(error.message);
    }
  }

  row({ id, title, date, moves, result }) {
    const more = [date, word("moves", { n: moves }), resultText(result ?? "")].filter(Boolean).join(" · ");
    const row = html("li", {},
      button([html("span", {}, title), html("small", {}, more)], () => this.actions.openSaved(id)),
      button("✕", () => this.forget(id, title), { class: "forget", "aria-label": word("forgetGame", { title }), title: word("forgetGame", { title }) }));
    return row;
  }

  async forget(id, title) {
    if (!confirm(word("forgetSure", { title }))) return;
    try {
      await ask({ do: "forget", saved: id });
    } catch (error) {
      warn(error.message);
    }
    this.list();
  }

  close() {}
}
