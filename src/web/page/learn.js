// Learning from a game: its mistakes by phase, the next move as a riddle, and one's own mistakes as problems.

import { ask } from "./engine.js";
import { button, html, put, reveal } from "./dom.js";
import { Evidence } from "./evidence.js";
import { pointName } from "./points.js";
import { say, warn } from "./say.js";
import { percent } from "./text.js";
import { problemRows } from "./study.js";
import { language, word } from "./words.js";

// The phases of a game by the share of the board that is filled, as move numbers.
function phases({ columns, rows }) {
  const points = columns * rows;
  return [["opening", 0, points * 0.16], ["middleGame", points * 0.16, points * 0.45], ["endgame", points * 0.45, Infinity]];
}

export class Learn {
  constructor(table, about) {
    Object.assign(this, { table, offers: about.offers ?? [] });
    this.guessing = html("div", { class: "guessing" });
    this.told = html("p", { class: "told", role: "status" });
    this.toggle = button(word("guessMove"), () => this.guess(), { "aria-pressed": "false" });
    this.reveal = button(word("showMove"), () => this.giveUp(), { class: "small" });
    this.reasons = new Evidence(table, "reasons");
    this.summary = html("table", { class: "every phases" });
    this.element = html("div", { class: "learn" },
      html("div", { class: "actions" }, this.toggle, this.reveal,
        this.offers.includes("problems") && button(word("myMistakes"), () => this.askProblems()),
        this.offers.includes("statistics") && button(word("me"), () => table.actions.learn())),
      this.told, this.problems = html("ul", { class: "games", hidden: true }), this.reasons.element,
      html("h3", {}, word("thisGame")), this.summary, this.noSummary = html("p", { class: "soft" }, word("notReviewed")));
  }

  // Hides what comes and asks for it.
  guess() {
    const { table } = this;
    table.riddle = table.riddle ? null : { right: 0, asked: 0, missed: new Set() };
    table.hidesMoves = Boolean(table.riddle) || Boolean(table.problem);
    put(this.told, table.riddle ? word("guessHelp") : "");
    table.changed();
  }

  // Whether the point was an answer to a riddle or a problem.
  touch(point) {
    if (this.table.problem) return this.attempt(point);
    if (!this.table.riddle) return false;
    this.answer(point);
    return true;
  }

  answer(point) {
    const { table } = this, { riddle, game } = table, next = game.next();
    if (!next) return put(this.told, word("gameEnds"));
    const isRight = next.point === point, isFirst = !riddle.missed.has(next.id);
    if (isFirst) riddle.asked += 1;
    if (isRight) {
      if (isFirst) riddle.right += 1;
      table.goTo(next.id);
    } else riddle.missed.add(next.id);
    const score = word("guessScore", { right: riddle.right, n: riddle.asked });
    const text = isRight ? word("guessRight", { point: pointName(point, game.board) ?? word("pass") })
      : word("guessWrong", { point: pointName(point, game.board) ?? word("pass"), near: this.nearness(point, next.point) });
    put(this.told, `${text} ${score}`);
    say(this.told.textContent);
    return table.changed();
  }

  nearness(point, right) {
    if (point === null || right === null) return "";
    const { columns } = this.table.game.board;
    const away = Math.hypot(point % columns - right % columns, Math.floor(point / columns) - Math.floor(right / columns));
    return word(away < 2.3 ? "near" : away < 6 ? "notFar" : "elsewhere");
  }

  giveUp() {
    const { table } = this, next = table.game.next();
    if (table.problem) return this.endProblem();
    if (!next) return undefined;
    table.riddle.missed.add(next.id);
    return table.goTo(next.id);
  }

  async askProblems() {
    try {
      const { problems } = await ask({ do: "problems", language });
      this.problems.hidden = false;
      this.problems.replaceChildren(...problemRows(problems, (problem) => this.take(problem)));
      put(this.told, problems.length === 0 ? word("noProblems") : word("problemsDue", { n: problems.length }));
    } catch (error) {
      warn(error.message);
    }
  }

  // Opens the position of a problem, in this game or in another one.
  async take(problem) {
    const { table } = this;
    if (problem.table && problem.table !== table.id) return table.actions.openProblem(problem);
    if (problem.saved && !problem.table) return table.actions.openProblem(problem);
    table.goTo(problem.node);
    table.problem = problem;
    table.hidesMoves = true;
    this.reasons.fill([]);
    put(this.told, word("problemHelp", { color: word(table.here.turn) }));
    return table.changed();
  }

  attempt(point) {
    const { table } = this, { problem } = table;
    if (table.here.id !== problem.node) return false;
    ask({ do: "attempt", language, problem: problem.id, point }).then((answer) => this.hear(answer, point), (error) => warn(error.message));
    return true;
  }

  // What kosumi says of a try.
  hear({ right, points = 0, reasons = [], report, due, better = [] }, point) {
    const { table } = this, { here } = table;
    const name = pointName(point, table.game.board) ?? word("pass");
    put(this.told, right ? [word("problemRight"), due].filter(Boolean).join(" ") : word("problemWrong", { point: name, points: points.toFixed(1) }));
    say(this.told.textContent);
    const rows = reasons.map(({ text, points, line, first }) => ({ text, points, line: line ?? [], first, node: here.id }));
    if (right && better?.length) rows.unshift({ text: word("bestLine"), line: better, first: here.turn, node: here.id, kind: "good" });
    this.reasons.fill(rows);
    if (!right) return;
    if (report) here.report = { node: here.id, ...report };
    this.endProblem();
  }

  endProblem() {
    this.table.problem = null;
    this.table.hidesMoves = Boolean(this.table.riddle);
    this.table.changed();
  }

  show() {
    const { table } = this;
    if (!this.element.checkVisibility()) return;
    this.toggle.setAttribute("aria-pressed", String(Boolean(table.riddle)));
    reveal(this.reveal, Boolean(table.riddle || table.problem));
    reveal(this.told, this.told.textContent !== "");
    this.showSummary();
  }

  // Points lost a move and mistakes of both players in each phase.
  showSummary() {
    const { game } = this.table, judged = game.trunk().filter((node) => node.color && node.judged);
    const key = `${game.shape} ${judged.length}`;
    if (key === this.key) return;
    this.key = key;
    this.noSummary.hidden = judged.length > 0;
    this.summary.hidden = judged.length === 0;
    const cell = (nodes) => {
      const lost = nodes.reduce((sum, { judged }) => sum + Math.max(0, judged.points), 0);
      const bad = nodes.filter(({ judged }) => judged.grade > 1).length;
      return nodes.length > 0 ? html("td", {}, word("phaseCell", { lost: (lost / nodes.length).toFixed(1), n: bad })) : html("td", {}, "–");
    };
    const rows = phases(game.board).map(([name, from, to]) => {
      const inPhase = judged.filter(({ number }) => number > from && number <= to);
      return html("tr", {}, html("th", { scope: "row" }, word(name)), ["black", "white"].map((color) => cell(inPhase.filter((node) => node.color === color))));
    });
    const accuracy = ["black", "white"].map((color) => {
      const own = judged.filter((node) => node.color === color);
      const fine = own.filter(({ judged }) => judged.grade === 0).length;
      return html("td", {}, own.length > 0 ? percent(fine / own.length) : "–");
    });
    this.summary.replaceChildren(
      html("thead", {}, html("tr", {}, html("td"), html("th", { scope: "col" }, word("black")), html("th", { scope: "col" }, word("white")))),
      html("tbody", {}, rows, html("tr", {}, html("th", { scope: "row" }, word("fineMoves")), accuracy)));
  }
}
