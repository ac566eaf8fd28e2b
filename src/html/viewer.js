"use strict";

// Steps through the positions of each viewer of the page.
for (const root of document.querySelectorAll(".viewer")) view(root);

function view(root) {
  const CELL = 10, EDGE = 12;
  const columns = Number(root.dataset.columns);
  const steps = JSON.parse(root.querySelector("script").textContent);
  const [stones, marks, pointed] = ["stones", "marks", "pointed"].map((name) => root.querySelector("." + name));
  const slider = root.querySelector("input");
  const children = steps.map(() => []);
  steps.forEach((step, number) => step.before === null || children[step.before].push(number));
  // Of several ways on, the one that was gone last.
  const chosen = children.map((all) => all[0]);
  let current = Number(root.dataset.start);

  // The way from the first position to a step.
  function way(step) {
    const all = [];
    for (let at = step; at !== null; at = steps[at].before) all.unshift(at);
    return all;
  }

  // The whole line that a step lies on.
  function line() {
    const all = way(current);
    for (let at = chosen[current]; at !== undefined; at = chosen[at]) all.push(at);
    return all;
  }

  function center(point) {
    return [point % columns, Math.floor(point / columns)].map((place) => EDGE + CELL * place + CELL / 2);
  }

  function shape(name, kind, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    element.setAttribute("class", kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function circle(kind, point, radius) {
    const [cx, cy] = center(point);
    return shape("circle", kind, { cx, cy, r: radius });
  }

  function path(kind, point, lines) {
    return shape("path", kind, { d: `M${center(point).join(" ")}${lines}` });
  }

  const draw = {
    "dead": (point) => path("dead", point, "m-2.4 -2.4l4.8 4.8m0 -4.8l-4.8 4.8"),
    "seki": (point) => circle("seki", point, 2.4),
    "owned black": (point) => path("owned black", point, "m-1.6 -1.6h3.2v3.2h-3.2z"),
    "owned white": (point) => path("owned white", point, "m-1.6 -1.6h3.2v3.2h-3.2z"),
    "dame": (point) => circle("dame", point, 1),
  };

  function show(step) {
    current = step;
    const board = new Map();
    for (const at of way(step)) {
      for (const [point, stone] of steps[at].changes) board.set(point, stone);
    }
    const dead = new Set(steps[step].marks.filter(([, kind]) => kind === "dead").map(([point]) => point));
    const all = [...board].filter(([, stone]) => stone !== "");
    stones.replaceChildren(...all.map(([point, stone]) => circle(dead.has(point) ? stone + " faint" : stone, point, 4.7)));
    const signs = steps[step].marks.map(([point, kind]) => draw[kind](point));
    if (steps[step].at !== null && signs.length === 0) signs.push(circle("ring", steps[step].at, 2.6));
    marks.replaceChildren(...signs);
    root.querySelector(".text").textContent = steps[step].text;
    const whole = line();
    slider.max = whole.length - 1;
    slider.value = whole.indexOf(step);
    root.querySelector("output").textContent = `${slider.value} / ${slider.max}`;
    const isFirst = steps[step].before === null, isLast = children[step].length === 0;
    for (const name of ["first", "back"]) root.querySelector("." + name).disabled = isFirst;
    for (const name of ["next", "last"]) root.querySelector("." + name).disabled = isLast;
  }

  const go = {
    first: () => show(line()[0]),
    back: () => steps[current].before !== null && show(steps[current].before),
    next: () => children[current].length > 0 && show(chosen[current]),
    last: () => show(line().at(-1)),
    other: (by) => {
      const before = steps[current].before;
      if (before === null) return;
      const all = children[before];
      chosen[before] = all[(all.indexOf(current) + by + all.length) % all.length];
      show(chosen[before]);
    },
  };

  for (const name of ["first", "back", "next", "last"]) {
    root.querySelector("." + name).addEventListener("click", go[name]);
  }
  slider.addEventListener("input", () => show(line()[Number(slider.value)]));
  const keys = {
    ArrowLeft: go.back, ArrowRight: go.next, Home: go.first, End: go.last,
    ArrowUp: () => go.other(-1), ArrowDown: () => go.other(1),
  };
  root.addEventListener("keydown", (event) => {
    const isFree = event.target !== slider && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (isFree && keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  root.querySelector("svg").addEventListener("wheel", (event) => {
    event.preventDefault();
    (event.deltaY > 0 ? go.next : go.back)();
  }, { passive: false });

  for (const element of root.querySelectorAll("[data-points]")) {
    const all = element.dataset.points.split(" ").filter((word) => word !== "");
    const point = () => pointed.replaceChildren(...all.map((word) => circle("", Number(word), 4.7)));
    const clear = () => pointed.replaceChildren();
    for (const kind of ["mouseenter", "focus", "click"]) element.addEventListener(kind, point);
    for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, clear);
    element.tabIndex = 0;
  }
  show(current);
}
