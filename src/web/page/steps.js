// Stepping through the game: buttons, slider, the row of a line that is only shown, and keys for the whole page.

import { button, html, put, reveal } from "./dom.js";
import { pointName } from "./points.js";
import { opposite } from "./points.js";
import { word } from "./words.js";

// Adds to a table the ways to go through it.
export function steppable(table) {
  const { game } = table;
  return Object.assign(table, {
    step(by) {
      if (table.preview?.isPinned) {
        const { preview } = table;
        preview.shown = Math.max(0, Math.min(preview.line.length, preview.shown + by));
        table.changed();
        return;
      }
      const to = by > 0 ? game.next() : game.node(game.here.parent);
      if (to) table.goTo(to.id);
    },
    first() { table.goTo(game.root.id); },
    last() { table.goTo(game.line().at(-1).id); },
    // To another move at the same place.
    other(by) {
      const parent = game.node(game.here.parent);
      if (!parent || parent.children.length < 2) return;
      const ways = parent.children, at = ways.indexOf(game.here.id);
      table.goTo(ways[(at + by + ways.length) % ways.length]);
    },
    // To the position before the next mistake of the line.
    mistake(by) {
      const line = game.line(), at = line.indexOf(game.here);
      const isMistake = (place) => (line[place + 1]?.judged?.grade ?? 0) > 1;
      for (let place = at + by; place >= 0 && place < line.length; place += by) {
        if (isMistake(place)) return table.goTo(line[place].id);
      }
      return undefined;
    },
  });
}

const ICONS = { first: "M7 5v14M19 5L9 12l10 7z", back: "M16 5L6 12l10 7z", next: "M8 5l10 7-10 7z", last: "M17 5v14M5 5l10 7-10 7z" };

export function icon(path) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("class", "icon");
  element.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  element.append(line);
  return element;
}

export class Steps {
  constructor(table) {
    this.table = table;
    const go = { first: () => table.first(), back: () => table.step(-1), next: () => table.step(1), last: () => table.last() };
    this.buttons = Object.fromEntries(Object.entries(go).map(([name, act]) =>
      [name, button("", act, { class: `step ${name}`, "aria-label": word(name), title: word(name) })]));
    for (const [name, element] of Object.entries(this.buttons)) element.append(icon(ICONS[name]));
    this.slider = html("input", { type: "range", min: 0, "aria-label": word("moveSlider"), oninput: () => {
      table.goTo(table.game.line()[Number(this.slider.value)].id);
    } });
    this.count = html("output", { class: "count" });
    this.line = this.lineBar();
    const { first, back, next, last } = this.buttons;
    this.element = html("div", { class: "steps" }, first, back, this.line, this.slider, this.count, next, last);
  }

  // What stands in the place of the slider while a line is only shown.
  lineBar() {
    this.told = html("span", { class: "line" });
    return html("div", { class: "shown-line", hidden: true }, this.told,
      button(word("keepLine"), () => keepLine(this.table), { class: "small" }),
      button(word("closeLine"), () => this.table.clearPreview(), { class: "small", id: "close-line" }));
  }

  show() {
    const { table, slider, buttons } = this, { game, preview } = table;
    const line = game.line(), at = line.indexOf(game.here);
    const isPinned = Boolean(preview?.isPinned);
    reveal(this.line, isPinned);
    reveal(slider, !isPinned);
    if (isPinned) put(this.told, lineText(preview, game.board));
    slider.max = line.length - 1;
    slider.value = at;
    slider.setAttribute("aria-valuetext", word("moveOf", { n: game.here.number, of: line.at(-1).number }));
    put(this.count, isPinned ? `${preview.shown} / ${preview.line.length}` : `${at} / ${line.length - 1}`);
    const isFirst = isPinned ? preview.shown === 0 : at === 0;
    const isLast = isPinned ? preview.shown === preview.line.length : at === line.length - 1;
    buttons.first.disabled = isPinned || isFirst;
    buttons.back.disabled = isFirst;
    buttons.next.disabled = isLast;
    buttons.last.disabled = isPinned || isLast;
  }
}

export function lineText({ line, first, shown }, board) {
  return line.slice(0, shown).map((point, place) => {
    const sign = (place % 2 === 0 ? first : opposite[first]) === "black" ? "●" : "○";
    return `${sign}${pointName(point, board) ?? word("pass")}`;
  }).join(" ");
}

// Plays the moves of a shown line into the tree.
async function keepLine(table) {
  const { line, shown, node, first } = table.preview;
  table.clearPreview();
  table.goTo(node);
  if (table.here.turn !== first) return;
  for (const point of line.slice(0, shown)) await table.play(point);
}

// Keys that the whole page hears, outside of fields and of the board.
export function hearKeys(table, actions) {
  const keys = {
    ArrowLeft: () => table.step(-1), ArrowRight: () => table.step(1), Home: table.first, End: table.last,
    ArrowUp: () => table.other(-1), ArrowDown: () => table.other(1), m: () => table.mistake(1), M: () => table.mistake(-1),
    Escape: () => table.clearPreview(), ...actions,
  };
  const hear = (event) => {
    const isFree = !event.defaultPrevented && !event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open], .frame, .branches")
      && !event.altKey && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]");
    if (!isFree || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  document.addEventListener("keydown", hear);
  return { show() {}, close: () => document.removeEventListener("keydown", hear) };
}
