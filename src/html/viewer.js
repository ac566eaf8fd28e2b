"use strict";

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
  const CELL = 10, EDGE = 12;
  const columns = Number(root.dataset.columns);
  const steps = JSON.parse(root.querySelector(".steps-text").textContent);
  const find = (name) => root.querySelector(name);
  const all = (name) => [...root.querySelectorAll(name)];
  const board = find("svg.board"), slider = find(".steps input");
  const children = steps.map(() => []);
  steps.forEach((step, number) => step.before === undefined || children[step.before].push(number));
  // Of several ways on, the one that was gone last.
  const chosen = children.map((ways) => ways[0]);
  // The game itself, without the lines that begin where it ends.
  const trunk = way(Number(root.dataset.end));
  chosen[trunk.at(-1)] = undefined;
  let current = Number(root.dataset.start);
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

  function center(point) {
    return [point % columns, Math.floor(point / columns)].map((place) => EDGE + CELL * place + CELL / 2);
  }

  function shape(name, kind, attributes, text) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    if (kind) element.setAttribute("class", kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function group(kind, parts) {
    const element = shape("g", kind, {});
    element.append(...parts);
    return element;
  }

  function circle(kind, point, radius) {
    const [cx, cy] = center(point);
    return shape("circle", kind, { cx, cy, r: radius });
  }

  function path(kind, point, lines) {
    return shape("path", kind, { d: `M${center(point).join(" ")}${lines}` });
  }

  function words(kind, point, below, text) {
    const [x, y] = center(point);
    return shape("text", kind, { x, y: y + below }, text);
  }

  const draw = {
    "dead": (point) => path("dead", point, "m-2.4 -2.4l4.8 4.8m0 -4.8l-4.8 4.8"),
    "seki": (point) => circle("seki", point, 2.4),
    "owned black": (point) => path("owned black", point, "m-1.6 -1.6h3.2v3.2h-3.2z"),
    "owned white": (point) => path("owned white", point, "m-1.6 -1.6h3.2v3.2h-3.2z"),
    "dame": (point) => circle("dame", point, 1),
    "right": (point) => path("right", point, "m-3.6 -3.6h7.2v7.2h-7.2z"),
    "answered": (point) => circle("answered", point, 2.2),
  };

  const opposite = { black: "white", white: "black" };
  const isOn = (name) => find(`[name=${name}]`)?.checked;
  const percent = (chance) => `${Math.round(100 * chance)} %`;
  const forMover = (chance, turn) => turn === "black" ? chance : 1 - chance;
  const lead = (points) => Math.abs(points) < 0.05 ? "0" : `${points > 0 ? "B" : "W"}+${Math.abs(points).toFixed(1)}`;

  const signed = (points) => (points < 0 ? "−" : "+") + Math.abs(points).toFixed(Math.abs(points) < 9.95 ? 1 : 0);

  // What a search has seen at a step.
  function seen(step) {
    const found = steps[step].seen;
    if (!found) return null;
    const [turn, chance, points, owners, moves] = found;
    const candidates = moves.map(([name, at, visits, chance, points, line]) => ({ name, at, visits, chance, points, line }));
    return { turn, chance, points, owners, candidates };
  }

  // How much worse a candidate is than the best, in words that the style sheet knows.
  function rank(candidate, { turn, candidates: [best] }) {
    const worse = (turn === "black" ? 1 : -1) * (best.points - candidate.points);
    if (candidate === best) return "best";
    return worse < 0.5 ? "good" : worse < 2 ? "fair" : "poor";
  }

  function follow(candidate) {
    const next = children[current].find((step) => (steps[step].at ?? null) === candidate.at);
    if (next === undefined) return;
    chosen[current] = next;
    show(next);
  }

  // A line that has not been played, with a number on each stone.
  function preview(candidate, turn) {
    const numbered = new Map();
    candidate.line.forEach((at, place) => at !== null && !numbered.has(at) && numbered.set(at, place));
    const parts = [...numbered].map(([at, place]) => {
      const color = place % 2 === 0 ? turn : opposite[turn];
      return group("", [circle(color, at, 4.7), words(`on-${color}`, at, 0, place + 1)]);
    });
    find(".preview").replaceChildren(...parts);
    find(".candidates").classList.toggle("hidden", parts.length > 0);
  }

  function hide() {
    find(".preview").replaceChildren();
    find(".candidates").classList.remove("hidden");
  }

  function attend(element, candidate, turn) {
    element.addEventListener("mouseenter", () => preview(candidate, turn));
    element.addEventListener("mouseleave", hide);
    element.addEventListener("focusin", () => preview(candidate, turn));
    element.addEventListener("focusout", hide);
    element.addEventListener("click", () => follow(candidate));
  }

  function showCandidates(found) {
    hide();
    const shown = found && isOn("candidates") ? found.candidates : [];
    const parts = shown.filter(({ at }) => at !== null).map((candidate) => {
      const { at, name, visits, chance, points } = candidate;
      const parts = [
        circle("", at, 4.7),
        words("chance", at, 0, Math.round(100 * forMover(chance, found.turn))),
        words("lead", at, 2.4, signed(found.turn === "black" ? points : -points)),
        shape("title", "", {}, `${name}: ${percent(forMover(chance, found.turn))}, ${lead(points)}, ${visits}`),
      ];
      const element = group(rank(candidate, found), parts);
      attend(element, candidate, found.turn);
      return element;
    });
    find(".candidates").replaceChildren(...parts);
    const body = find(".choices tbody");
    if (!body) return;
    const rows = (found?.candidates ?? []).map((candidate) => {
      const { name, visits, chance, points } = candidate;
      const row = document.createElement("tr");
      row.className = rank(candidate, found);
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      const cells = [button, percent(forMover(chance, found.turn)), lead(points), visits].map((content) => {
        const cell = document.createElement("td");
        cell.append(content);
        return cell;
      });
      row.append(...cells);
      attend(row, candidate, found.turn);
      return row;
    });
    body.replaceChildren(...rows);
  }

  // Squares whose size tells how sure a point is somebody's. The letters go from a, White's, to z, Black's.
  function showOwners(found) {
    const letters = found && isOn("owners") ? [...found.owners] : [];
    const parts = letters.map((letter, point) => {
      const owner = (letter.charCodeAt(0) - 97) / 12.5 - 1;
      const side = 8 * Math.abs(owner);
      return path(owner > 0 ? "black" : "white", point, `m${-side / 2} ${-side / 2}h${side}v${side}h${-side}z`);
    });
    find(".owners").replaceChildren(...parts);
  }

  function show(step) {
    current = step;
    const position = new Map(), captured = { black: 0, white: 0 };
    for (const number of way(step)) {
      for (const [point, stone] of steps[number].changes ?? []) {
        if (stone === "" && steps[number].at !== undefined) captured[opposite[position.get(point)]] += 1;
        position.set(point, stone);
      }
    }
    const { at, text, marks = [] } = steps[step];
    const dead = new Set(marks.filter(([, kind]) => kind === "dead").map(([point]) => point));
    const stones = [...position].filter(([, stone]) => stone !== "");
    find(".stones").replaceChildren(...stones.map(([point, stone]) => circle(dead.has(point) ? stone + " faint" : stone, point, 4.7)));
    const signs = marks.map(([point, kind]) => draw[kind](point));
    if (at !== undefined && signs.length === 0) signs.push(circle("ring", at, 2.6));
    find(".marks").replaceChildren(...signs);
    find(".text").textContent = text;
    for (const color of ["black", "white"]) find(`.captured b.${color}`).textContent = captured[color];
    const whole = line();
    slider.max = whole.length - 1;
    slider.value = whole.indexOf(step);
    find(".steps output").textContent = `${slider.value} / ${slider.max}`;
    const isFirst = steps[step].before === undefined, isLast = chosen[step] === undefined;
    for (const name of ["first", "back"]) find("." + name).disabled = isFirst;
    for (const name of ["next", "last"]) find("." + name).disabled = isLast;
    const found = seen(step);
    showCandidates(found);
    showOwners(found);
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

  for (const name of ["first", "back", "next", "last"]) find("." + name).addEventListener("click", go[name]);
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
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    (event.deltaY > 0 ? go.next : go.back)();
  }, { passive: false });
  let touched = null;
  board.addEventListener("touchstart", ({ touches: [touch] }) => { touched = touch.clientX; }, { passive: true });
  board.addEventListener("touchend", ({ changedTouches: [touch] }) => {
    const moved = touch.clientX - touched;
    if (Math.abs(moved) > 30) (moved < 0 ? go.next : go.back)();
  });
  for (const name of ["candidates", "owners"]) find(`[name=${name}]`)?.addEventListener("change", () => show(current));

  // However small the board is, its smallest text can be read.
  new ResizeObserver(() => {
    const scale = board.clientWidth / board.viewBox.baseVal.width;
    board.style.setProperty("--least", `${12 / (scale || 1)}px`);
    board.classList.toggle("wide", scale > 2.6);
  }).observe(board);

  for (const element of all("[data-points]")) {
    const points = element.dataset.points.split(" ").filter((word) => word !== "");
    const point = () => find(".pointed").replaceChildren(...points.map((word) => circle("", Number(word), 4.7)));
    const clear = () => find(".pointed").replaceChildren();
    for (const kind of ["mouseenter", "focus", "click"]) element.addEventListener(kind, point);
    for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, clear);
    element.tabIndex = 0;
  }

  // On a phone the board may be far above what was tapped. Where it can be seen the page stays as it is.
  function bringIntoView() {
    const { top, bottom } = board.getBoundingClientRect();
    if (bottom < 60 || top > innerHeight - 60) board.scrollIntoView({ block: "start" });
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
  function chart(svg) {
    const LEFT = 58, RIGHT = 12, GAP = 22;
    const found = trunk.map(seen);
    const most = Math.max(5, ...found.map((one) => Math.abs(one?.points ?? 0)));
    const panels = [
      { value: (one) => 2 * one.chance - 1, labels: ["100 %", "50 %", "0 %"] },
      { value: (one) => one.points / most, labels: [lead(most), "0", lead(-most)] },
    ];
    const cursor = shape("path", "cursor", {}), hover = shape("path", "cursor faint", {}), parts = shape("g", "", {});
    svg.append(parts, hover, cursor);
    let x = () => 0, height = 0;

    const mark = (element, place) => element.setAttribute("d", `M${x(place)} 0V${height}`);

    function paint() {
      const width = svg.clientWidth;
      height = svg.clientHeight;
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      x = (place) => LEFT + place * (width - LEFT - RIGHT) / Math.max(1, trunk.length - 1);
      const each = (height - GAP) / 2;
      const pieces = panels.flatMap(({ value, labels }, number) => {
        const middle = 10 + number * (each + GAP / 2) + (each - 20) / 2 + 4, half = (each - 20) / 2;
        const y = (one) => middle - half * value(one);
        const points = found.map((one, place) => one && `${x(place).toFixed(1)} ${y(one).toFixed(1)}`).filter(Boolean);
        const ends = points.length > 0 ? [points[0], points.at(-1)].map((point) => point.split(" ")[0]) : [LEFT, LEFT];
        const dots = trunk.flatMap((step, place) => {
          if (!steps[step].grade || !found[place]) return [];
          return [shape("circle", `mistake ${steps[trunk[place]].mover}`, { cx: x(place), cy: y(found[place]), r: 4 })];
        });
        return [
          ...labels.map((text, place) => shape("text", "", { x: LEFT - 6, y: middle + (place - 1) * half }, text)),
          shape("path", "even", { d: `M${LEFT} ${middle}H${width - RIGHT}` }),
          shape("path", "area", { d: `M${ends[0]} ${middle}L${points.join("L")}L${ends[1]} ${middle}z` }),
          shape("path", "value", { d: points.length > 0 ? `M${points.join("L")}` : "" }),
          ...dots,
        ];
      });
      parts.replaceChildren(...pieces);
      mark(cursor, reached(current));
    }

    function place(event) {
      const share = (event.clientX - svg.getBoundingClientRect().left - LEFT) / (svg.clientWidth - LEFT - RIGHT);
      return Math.max(0, Math.min(trunk.length - 1, Math.round(share * (trunk.length - 1))));
    }

    function tell(at) {
      const one = found[at];
      find(".readout").textContent = one ? `${at}: ${percent(one.chance)}, ${lead(one.points)}` : "";
    }

    svg.addEventListener("pointermove", (event) => { mark(hover, place(event)); tell(place(event)); });
    svg.addEventListener("pointerleave", () => { hover.removeAttribute("d"); tell(reached(current)); });
    svg.addEventListener("click", (event) => show(trunk[place(event)]));
    observers.push(() => { mark(cursor, reached(current)); tell(reached(current)); });
    new ResizeObserver(paint).observe(svg);
  }

  show(current);
}
