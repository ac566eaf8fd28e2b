// The dialog about a game: who played, when, by which rules.

import { button, field, html, select } from "./dom.js";
import { rulesChoice } from "./text.js";
import { word } from "./words.js";

const FIELDS = ["black", "blackRank", "white", "whiteRank", "event", "round", "date", "place", "result"];

export function infoDialog(table, about) {
  const { state } = table, info = { ...state.info };
  const changed = { info, rules: state.rules, komi: state.komi };
  const text = (name) => field(word(`info ${name}`), html("input", {
    type: "text", maxlength: 200, value: info[name] ?? "", oninput: ({ target }) => { info[name] = target.value; },
  }));
  const rules = field(word("rules"), select(rulesChoice(about), state.rules, (value) => { changed.rules = value; }));
  const komi = field(word("komi"), html("input", {
    type: "number", step: 0.5, min: -150, max: 150, value: state.komi, oninput: ({ target }) => { changed.komi = Number(target.value); },
  }));
  const save = async (event) => {
    event.preventDefault();
    if (await table.change("set", changed)) dialog.close();
  };
  const dialog = html("dialog", { class: "info", "aria-labelledby": "info-title" }, html("form", { onsubmit: save },
    html("h2", { id: "info-title" }, word("aboutGame")),
    html("div", { class: "grid" }, FIELDS.map(text), rules, komi),
    html("div", { class: "actions" }, html("button", { class: "primary" }, word("ok")), button(word("cancel"), () => dialog.close()))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
