// Panels of which one is shown at a time.

import { html } from "./dom.js";

export class Tabs {
  constructor(tabs, name, onchange) {
    this.buttons = new Map(tabs.map(([key, text]) => [key, html("button", {
      type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, onclick: () => this.choose(key),
    }, text)]));
    this.panels = new Map(tabs.map(([key, , content]) => [key, html("div", {
      role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, class: `tab ${key}`,
    }, content)]));
    this.list = html("div", { role: "tablist", class: "tabs", onkeydown: (event) => this.hear(event) }, [...this.buttons.values()]);
    this.element = html("div", { class: "tabbed" }, this.list, [...this.panels.values()]);
    this.choose(this.panels.has(name) ? name : tabs[0][0]);
    this.onchange = onchange;
  }

  choose(name) {
    this.name = name;
    for (const [key, button] of this.buttons) {
      button.setAttribute("aria-selected", String(key === name));
      button.tabIndex = key === name ? 0 : -1;
      this.panels.get(key).hidden = key !== name;
    }
    this.onchange?.(name);
  }

  // A tab that has nothing to show is not there.
  offer(name, isOffered) {
    this.buttons.get(name).hidden = !isOffered;
    if (!isOffered && this.name === name) this.choose([...this.buttons.keys()][0]);
  }

  hear(event) {
    const names = [...this.buttons].filter(([, button]) => !button.hidden).map(([name]) => name);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.choose(names[(names.indexOf(this.name) + by + names.length) % names.length]);
    this.buttons.get(this.name).focus();
  }

  show() {}
}
