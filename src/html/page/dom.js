// Elements of the page and of its drawings, made by one call each.

const DRAWING = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// An element of a page: html("button", { type: "button", onclick: pass }, "Pass").
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

// An element of a drawing.
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(DRAWING, name), attributes, children);
}

export function find(selector, within = document) {
  return within.querySelector(selector);
}

export function button(text, onclick, attributes = {}) {
  return html("button", { type: "button", onclick, ...attributes }, text);
}

// A choice among [value, text] pairs.
export function select(options, value, onchange, attributes = {}) {
  const element = html("select", { onchange: () => onchange?.(element.value), ...attributes },
    options.map(([key, text]) => html("option", { value: key, selected: String(key) === String(value) }, text)));
  return element;
}

// A box to tick, with its text.
export function tick(text, checked, onchange, attributes = {}) {
  const box = html("input", { type: "checkbox", checked, onchange: () => onchange?.(box.checked), ...attributes });
  return html("label", { class: "tick" }, box, html("span", {}, text));
}

// An input with its text above it.
export function field(text, input, kind = "") {
  return html("label", { class: `field ${kind}` }, html("span", {}, text), input);
}

// Puts new text into an element only where it differs, so that nothing is laid out anew without need.
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Shows or hides an element.
export function reveal(element, isShown) {
  if (element.hidden === isShown) element.hidden = !isShown;
}
