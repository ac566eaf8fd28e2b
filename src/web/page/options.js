// The dialog of the reader's own settings.

import { button, field, html, select, tick } from "./dom.js";
import { set, settings } from "./settings.js";
import { LANGUAGES, word } from "./words.js";

export function options(table, changed) {
  const pick = (name, values) => field(word(name), select(values.map((value) => [value, word(`${name} ${value}`)]), settings[name], (value) => {
    set(name, value);
    changed();
  }));
  const flip = (name) => tick(word(`set ${name}`), settings[name], (isOn) => {
    set(name, isOn);
    changed();
  }, { name: `set-${name}` });
  const language = field(word("language"), select(Object.entries(LANGUAGES), settings.language, async (code) => {
    set("language", code);
    await table?.ask("set", { language: code });
    location.reload();
  }));
  const dialog = html("dialog", { class: "options", "aria-labelledby": "options-title" },
    html("h2", { id: "options-title" }, word("settings")),
    html("div", { class: "grid" }, language, pick("theme", ["auto", "light", "dark", "contrast"]), pick("board", ["wood", "plain", "slate"]),
      pick("numbers", ["none", "one", "ten", "all"]), pick("confirm", ["auto", "always", "never"]),
      pick("labels", ["chance", "lead", "visits"])),
    html("div", { class: "ticks" }, ["sound", "coordinates", "last", "ghost"].map(flip)),
    html("h3", {}, word("keys")), html("ul", { class: "keys" }, word("keyList").split("\n").map((line) => {
      const [keys, text] = line.split(": ");
      return html("li", {}, html("kbd", {}, keys), ` ${text}`);
    })),
    html("div", { class: "actions" }, button(word("close"), () => dialog.close(), { class: "primary" })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
