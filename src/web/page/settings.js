// What a reader has chosen, kept by the browser.

import { preferredLanguage } from "./words.js";

const DEFAULTS = {
  theme: "auto", board: "wood", language: preferredLanguage(), sound: true, coordinates: true, last: true, numbers: "none",
  confirm: "auto", ghost: true, candidates: true, labels: "chance", ownership: false, policy: false, nexts: true, tab: "moves",
  game: null, reviewVisits: 200, myName: "",
};

const observers = [];

function load() {
  try {
    return JSON.parse(localStorage.getItem("kosumi") ?? "{}");
  } catch {
    return {};
  }
}

export const settings = { ...DEFAULTS, ...load() };

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem("kosumi", JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
  for (const observe of observers) observe(name);
}

export function onSetting(observe) {
  observers.push(observe);
}

// Gives the page its theme and its board.
export function dress() {
  Object.assign(document.documentElement.dataset, { theme: settings.theme, board: settings.board });
}
