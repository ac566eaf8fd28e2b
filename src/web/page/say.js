// What is said to people: to screen readers in the live region, and to eyes as a note that goes away.

import { find, html } from "./dom.js";

// Says a sentence to screen readers, and shows it too if eyes shall see it.
export function say(text, isShown = false) {
  const live = find("#live");
  live.textContent = text;
  if (isShown) note(text, "note");
}

export function warn(text) {
  find("#alarm").textContent = text;
  note(text, "error");
}

function note(text, kind) {
  const notes = find("#notes");
  const same = [...notes.children].find((child) => child.textContent === text);
  same?.remove();
  const line = html("p", { class: kind, onclick: () => line.remove() }, text);
  notes.append(line);
  while (notes.children.length > 3) notes.firstChild.remove();
  // Above a dialog, too.
  if (notes.matches(":popover-open")) notes.hidePopover();
  notes.showPopover();
  setTimeout(() => line.remove(), 4000 + 60 * text.length);
}
