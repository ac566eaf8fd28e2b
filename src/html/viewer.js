// Positions that follow each other, in pages that stand alone: steps, lists, a chart, and the board.

import { Board } from "./page/board.js";
import { html, svg } from "./page/dom.js";
import { rankOf } from "./page/labels.js";
import { forMover, percent } from "./page/numbers.js";
import { opposite } from "./page/points.js";
import { played } from "./page/stones.js";

// Steps through the positions of each viewer of the page.
for (const root of document.querySelectorAll(".viewer")) view(root);

// Lays out a viewer that waits.
for (const button of document.querySelectorAll("[data-shows]")) {
  const waiting = [...document.querySelectorAll("template")].find(({ dataset }) => dataset.name === button.dataset.shows);
  button.hidden = !waiting;
  button.addEventListener("click", () => {
    const place = document.querySelector(".shown");
    place.replaceChildren(waiting.content.cloneNode(true));
    view(place.querySelector(".viewer"));
    place.scrollIntoView();
    place.querySelector(".viewer").focus({ preventScroll: true });
  });
}

// Saves a record that the page holds.
for (const button of document.querySelectorAll(".download")) {
  const record = button.nextElementSibling;
  button.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([JSON.parse(record.textContent)], { type: "application/x-go-sgf" }));
    Object.assign(document.createElement("a"), { href: url, download: record.dataset.name }).click();
    URL.revokeObjectURL(url);
  });
}

function view(root) {
  const size = { columns: Number(root.dataset.columns), rows: Number(root.dataset.rows), stars: JSON.parse(root.dataset.stars) };
  const steps = JSON.parse(root.querySelector(".steps-text").textContent);
  const find = (name) => root.querySelector(name);
  const all = (name) => [...root.querySelectorAll(name)];
  const stage = find(".stage"), frame = find(".frame"), board = new Board(frame), slider = find(".steps input");
  const children = steps.map(() => []);
  steps.forEach((step, number) => step.before === undefined || children[step.before].push(number));
  // Of several ways on, the one that was gone last.
  const chosen = children.map((ways) => ways[0]);
  // The game itself, without the lines that begin where it ends.
  const trunk = way(Number(root.dataset.end));
  chosen[trunk.at(-1)] = undefined;
  let current = Number(root.dataset.start), here = reach(current);
  // The line that is shown before it is played, and the points that are lit.
  let previewed = null, lit = [];
  const observers = [];

  // The way from the first position to a step.
  function way(step) {
    const numbers = [];
    for (let at = step; at !== undefined; at = steps[at].before) numbers.unshift(at);
    return numbers;
  }

  // The whole line that a step lies on.
  function line() {
    const numbers = way(current);
    for (let at = chosen[current]; at !== undefined; at = chosen[at]) numbers.push(at);
    return numbers;
  }

  // How far the game itself has come at a step.
  function reached(step) {
    const numbers = way(step);
    return numbers.filter((number, place) => number === trunk[place]).length - 1;
  }

  const isOn = (name) => find(`[name=${name}]`)?.checked;
  const leadName = (points) => Math.abs(points) < 0.05 ? "0" : `${points > 0 ? "B" : "W"}+${Math.abs(points).toFixed(1)}`;

  // What a search has seen at a step.
  function seen(step) {
    const found = steps[step].seen;
    if (!found) return null;
    const [turn, chance, lead, owners, moves] = found;
    const candidates = moves.map(([name, point, visits, chance, lead, line]) => ({ name, point, visits, chance, lead, line }));
    return { turn, chance, lead, owners, candidates };
  }

  function choose(next) {
    chosen[current] = next;
    show(next);
  }

  function follow(candidate) {
    const next = children[current].find((step) => (steps[step].at ?? null) === candidate.point);
    if (next !== undefined) choose(next);
  }

  // Shows a line that has not been played, with a number on each stone; null shows the position again.
  function preview(candidate) {
    if (previewed === candidate) return;
    previewed = candidate;
    draw();
  }

  function attend(row, candidate) {
    for (const kind of ["mouseenter", "focusin"]) row.addEventListener(kind, () => preview(candidate));
    for (const kind of ["mouseleave", "focusout"]) row.addEventListener(kind, () => preview(null));
    row.addEventListener("click", () => follow(candidate));
  }

  function listCandidates(found) {
    const rows = (found?.candidates ?? []).map((candidate) => {
      const { name, visits, chance, lead } = candidate;
      const texts = [percent(forMover(chance, found.turn)), leadName(lead), visits];
      const row = html("tr", { class: rankOf(candidate, found.candidates, found.turn) },
        html("td", {}, html("button", { type: "button" }, name)), texts.map((text) => html("td", {}, text)));
      attend(row, candidate);
      return row;
    });
    find(".choices tbody")?.replaceChildren(...rows);
  }

  // The stones at a step, and how many each player has captured until then.
  function reach(step) {
    const stones = Array(size.columns * size.rows).fill(""), captured = { black: 0, white: 0 };
    for (const number of way(step)) {
      for (const [point, stone] of steps[number].changes ?? []) {
        if (stone === "" && steps[number].at !== undefined) captured[opposite[stones[point]]] += 1;
        stones[point] = stone;
      }
    }
    return { stones, captured };
  }

  // Owners as letters: from a, White's, to z, Black's.
  const ownerOf = (letter) => (letter.charCodeAt(0) - 97) / 12.5 - 1;

  // What leads on in the record itself and is not the game: letters on the board, where no candidate or label stands.
  function variations(labels, candidates) {
    const taken = new Set([...labels, ...candidates.map(({ point }) => [point])].map(([point]) => point));
    const ways = children[current].filter((step) => steps[step].varies && steps[step].at !== undefined && !taken.has(steps[step].at));
    return ways.slice(0, 26).map((step, place) => [steps[step].at, String.fromCharCode(97 + place), step]);
  }

  const lettered = () => variations(steps[current].labels ?? [], isOn("candidates") ? seen(current)?.candidates ?? [] : []);

  // What the board shows of the current step.
  function viewOf() {
    const { at, marks = [], labels = [] } = steps[current], { stones } = here, found = seen(current);
    const points = (wanted) => marks.filter(([, kind]) => kind === wanted).map(([point]) => point);
    const territory = ["black", "white"].flatMap((color) => points(`owned ${color}`).map((point) => [point, color]));
    return {
      stones, lit, dead: points("dead"), area: territory, marks,
      last: at !== undefined && stones[at] && marks.length === 0 ? [at, stones[at]] : null,
      labels: found && isOn("candidates") ? { candidates: found.candidates, turn: found.turn, labels: "chance" } : {},
      ownership: found && isOn("owners") ? [...found.owners].map(ownerOf) : null,
      numbers: [...labels, ...lettered()], loose: new Set(), ghost: null, pending: null, cursor: null,
    };
  }

  function viewOfLine(view, { line }) {
    const { stones, numbers } = played(view.stones, { line, first: seen(current).turn, shown: line.length }, size);
    return {
      ...view, stones, numbers: [...numbers], loose: new Set(numbers.keys()),
      last: null, marks: [], dead: [], area: [], labels: {}, ownership: null,
    };
  }

  function draw() {
    if (stage.clientWidth === 0) return;
    board.lay(size, stage.clientWidth, 0.7 * innerHeight, true);
    const view = viewOf();
    board.show(previewed ? viewOfLine(view, previewed) : view);
  }

  function show(step) {
    current = step;
    here = reach(step);
    previewed = null;
    const { captured } = here, { text } = steps[step];
    find(".text").textContent = text;
    for (const color of ["black", "white"]) find(`.captured b.${color}`).textContent = captured[color];
    const whole = line();
    slider.max = whole.length - 1;
    slider.value = whole.indexOf(step);
    find(".steps output").textContent = `${slider.value} / ${slider.max}`;
    const isFirst = steps[step].before === undefined, isLast = chosen[step] === undefined;
    for (const name of ["first", "back"]) find(`.steps .${name}`).disabled = isFirst;
    for (const name of ["next", "last"]) find(`.steps .${name}`).disabled = isLast;
    listCandidates(seen(step));
    draw();
    for (const observe of observers) observe();
  }

  const go = {
    first: () => show(line()[0]),
    back: () => steps[current].before !== undefined && show(steps[current].before),
    next: () => chosen[current] !== undefined && show(chosen[current]),
    last: () => show(line().at(-1)),
    other: (by) => {
      const before = steps[current].before;
      if (before === undefined) return;
      const ways = children[before];
      chosen[before] = ways[(ways.indexOf(current) + by + ways.length) % ways.length];
      show(chosen[before]);
    },
    // To the next mistake of the game in a direction.
    mistake: (by) => {
      const found = by > 0 ? trunk.slice(reached(current) + 1) : trunk.slice(0, reached(current)).reverse();
      const next = found.find((step) => steps[step].grade);
      if (next !== undefined) show(next);
    },
  };

  for (const name of ["first", "back", "next", "last"]) find(`.steps .${name}`).addEventListener("click", go[name]);
  find(".worse")?.addEventListener("click", () => go.mistake(1));
  slider.addEventListener("input", () => show(line()[Number(slider.value)]));
  const keys = {
    ArrowLeft: go.back, ArrowRight: go.next, Home: go.first, End: go.last,
    ArrowUp: () => go.other(-1), ArrowDown: () => go.other(1),
    m: () => go.mistake(1), M: () => go.mistake(-1),
    c: () => find("[name=candidates]")?.click(), o: () => find("[name=owners]")?.click(),
  };
  // Alone on its page a viewer hears all keys.
  const isAlone = document.querySelectorAll(".viewer").length === 1;
  (isAlone ? document : root).addEventListener("keydown", (event) => {
    const isFree = !event.target.closest?.("input:not([type=checkbox]), select") && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (isFree && keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    (event.deltaY > 0 ? go.next : go.back)();
  }, { passive: false });
  const candidateAt = (event) => {
    const point = board.pointAt(event);
    return point !== null && isOn("candidates") && seen(current)?.candidates.find((candidate) => candidate.point === point) || null;
  };
  frame.addEventListener("pointermove", (event) => event.pointerType !== "touch" && preview(candidateAt(event)));
  frame.addEventListener("pointerleave", () => preview(null));
  frame.addEventListener("click", (event) => {
    const candidate = candidateAt(event), at = board.pointAt(event);
    const variation = lettered().find(([point]) => point === at);
    if (candidate) follow(candidate);
    else if (variation) choose(variation[2]);
  });
  let touched = null;
  frame.addEventListener("touchstart", ({ touches: [touch] }) => { touched = touch.clientX; }, { passive: true });
  frame.addEventListener("touchend", ({ changedTouches: [touch] }) => {
    const moved = touch.clientX - touched;
    if (Math.abs(moved) > 30) (moved < 0 ? go.next : go.back)();
  });
  for (const name of ["candidates", "owners"]) find(`[name=${name}]`)?.addEventListener("change", () => show(current));

  // The board is as large as its place and the window allow.
  new ResizeObserver(draw).observe(stage);
  addEventListener("resize", draw);

  for (const element of all("[data-points]")) {
    const points = element.dataset.points.split(" ").filter((word) => word !== "").map(Number);
    const light = (points) => () => {
      lit = points;
      draw();
    };
    for (const kind of ["mouseenter", "focus", "click"]) element.addEventListener(kind, light(points));
    for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, light([]));
    element.tabIndex = 0;
  }

  // On a phone the board may be far above what was tapped. Where it can be seen the page stays as it is.
  function bringIntoView() {
    const { top, bottom } = frame.getBoundingClientRect();
    if (bottom < 60 || top > innerHeight - 60) frame.scrollIntoView({ block: "start" });
  }

  // What leads to a step, and on to another one if it says so: a button, or a row of a list.
  const links = all("[data-step]");
  for (const link of links) {
    const { step, through = step } = link.dataset;
    const lead = () => {
      for (const number of way(Number(through)).slice(1)) chosen[steps[number].before] = number;
      show(Number(step));
    };
    // A link may stand within another one, which then is not meant.
    const follow = (event) => {
      event.stopPropagation();
      lead();
      bringIntoView();
    };
    link.addEventListener("click", follow);
    if (link.tagName === "BUTTON") continue;
    link.tabIndex = 0;
    link.addEventListener("keydown", (event) => event.key === "Enter" && follow(event));
  }
  observers.push(() => {
    for (const link of links) {
      const isHere = Number(link.dataset.step) === trunk[reached(current)];
      link.classList.toggle("here", isHere);
      // The page itself stays where it is.
      const frame = isHere && link.closest(".list");
      if (frame) frame.scrollTop = link.offsetTop - frame.clientHeight / 2;
    }
  });

  const filters = find(".filters");
  filters?.addEventListener("input", () => {
    const { color, lost } = Object.fromEntries(new FormData(filters));
    for (const row of all("tr[data-lost]")) {
      row.hidden = color !== "both" && row.dataset.color !== color || Number(row.dataset.lost) < Number(lost);
    }
  });
  filters?.addEventListener("submit", (event) => event.preventDefault());

  const course = find("svg.course");
  if (course) chart(course);

  // The chance to win and the lead at each move of the game, one above the other.
  function chart(drawing) {
    const LEFT = 58, RIGHT = 12, GAP = 22;
    const found = trunk.map(seen);
    const most = Math.max(5, ...found.map((one) => Math.abs(one?.lead ?? 0)));
    const panels = [
      { value: (one) => 2 * one.chance - 1, labels: ["100 %", "50 %", "0 %"] },
      { value: (one) => one.lead / most, labels: [leadName(most), "0", leadName(-most)] },
    ];
    const cursor = svg("path", { class: "cursor" }), hover = svg("path", { class: "cursor faint" }), parts = svg("g");
    drawing.append(parts, hover, cursor);
    let x = () => 0, height = 0;

    const mark = (element, place) => element.setAttribute("d", `M${x(place)} 0V${height}`);

    function paint() {
      const width = drawing.clientWidth;
      height = drawing.clientHeight;
      drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      x = (place) => LEFT + place * (width - LEFT - RIGHT) / Math.max(1, trunk.length - 1);
      const each = (height - GAP) / 2;
      const pieces = panels.flatMap(({ value, labels }, number) => {
        const middle = 10 + number * (each + GAP / 2) + (each - 20) / 2 + 4, half = (each - 20) / 2;
        const y = (one) => middle - half * value(one);
        const points = found.map((one, place) => one && `${x(place).toFixed(1)} ${y(one).toFixed(1)}`).filter(Boolean);
        const ends = points.length > 0 ? [points[0], points.at(-1)].map((point) => point.split(" ")[0]) : [LEFT, LEFT];
        const dots = trunk.flatMap((step, place) => {
          if (!steps[step].grade || !found[place]) return [];
          return [svg("circle", { class: `mistake ${steps[trunk[place]].mover}`, cx: x(place), cy: y(found[place]), r: 4 })];
        });
        return [
          ...labels.map((text, place) => svg("text", { x: LEFT - 6, y: middle + (place - 1) * half }, text)),
          svg("path", { class: "even", d: `M${LEFT} ${middle}H${width - RIGHT}` }),
          svg("path", { class: "area", d: `M${ends[0]} ${middle}L${points.join("L")}L${ends[1]} ${middle}z` }),
          svg("path", { class: "value", d: points.length > 0 ? `M${points.join("L")}` : "" }),
          ...dots,
        ];
      });
      parts.replaceChildren(...pieces);
      mark(cursor, reached(current));
    }

    function place(event) {
      const share = (event.clientX - drawing.getBoundingClientRect().left - LEFT) / (drawing.clientWidth - LEFT - RIGHT);
      return Math.max(0, Math.min(trunk.length - 1, Math.round(share * (trunk.length - 1))));
    }

    function tell(at) {
      const one = found[at];
      find(".readout").textContent = one ? `${at}: ${percent(one.chance)}, ${leadName(one.lead)}` : "";
    }

    drawing.addEventListener("pointermove", (event) => { mark(hover, place(event)); tell(place(event)); });
    drawing.addEventListener("pointerleave", () => { hover.removeAttribute("d"); tell(reached(current)); });
    drawing.addEventListener("click", (event) => show(trunk[place(event)]));
    observers.push(() => { mark(cursor, reached(current)); tell(reached(current)); });
    new ResizeObserver(paint).observe(drawing);
  }

  show(current);
}
