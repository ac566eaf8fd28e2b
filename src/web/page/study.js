// What one has learned and may learn: the own mistakes as problems, and how one plays, over all reviewed games.

import { ask } from "./engine.js";
import { button, html, put, reveal, select } from "./dom.js";
import { warn } from "./say.js";
import { set, settings } from "./settings.js";
import { percent } from "./text.js";
import { language, word } from "./words.js";

const PHASES = { opening: "opening", middle: "middleGame", end: "endgame" };

// Problems as a list, the due ones first.
export function problemRows(problems, take) {
  return problems.map((problem) => html("li", { class: problem.isDue === false ? "" : "due" }, button(
    [html("span", {}, problem.title), html("small", {}, [problem.lost, problem.due].filter(Boolean).join(" · "))], () => take(problem))));
}

export class Study {
  constructor(about, actions) {
    this.offers = about.offers ?? [];
    this.actions = actions;
    this.problems = html("ul", { class: "games" });
    this.told = html("p", { class: "soft" });
    this.names = html("div", { class: "names" });
    this.figures = html("dl", { class: "figures-list" });
    this.tables = html("div", { class: "tables" });
    this.me = html("section", { class: "me", hidden: true }, html("header", {}, html("h2", {}, word("me")), this.names), this.figures, this.tables);
    this.element = html("div", { class: "home study" },
      html("section", {}, html("header", {}, html("h2", {}, word("myMistakes"))), this.told, this.problems), this.me);
    this.show(settings.myName);
  }

  async show(name) {
    const asked = (what) => this.offers.includes(what) ? ask({ do: what, language, ...(name && { name }) }) : null;
    try {
      const [problems, statistics] = await Promise.all([asked("problems"), asked("statistics")]);
      if (problems) this.showProblems(problems.problems);
      if (statistics) this.showStatistics(statistics);
    } catch (error) {
      warn(error.message);
    }
  }

  showProblems(problems) {
    const due = problems.filter(({ isDue }) => isDue !== false);
    put(this.told, problems.length === 0 ? word("noProblems") : word("problemsDue", { n: due.length }));
    this.problems.replaceChildren(...problemRows(problems, this.actions.openProblem));
  }

  showStatistics(found) {
    reveal(this.me, true);
    this.names.replaceChildren(select([["", word("allPlayers")], ...found.names.map(({ name, games }) => [name, `${name} (${games})`])], found.name, (name) => {
      set("myName", name);
      this.show(name);
    }, { "aria-label": word("player") }));
    const { rank } = found;
    const figures = [
      [word("gamesReviewed"), found.games], [word("goodMoves"), percent(found.accuracy)], [word("mistakesGame"), this.perGame(found.mistakes, found.games)],
      [word("wonLost"), `${found.won} – ${found.lost}`], rank && [word("playsLike"), `${rank.best} (${rank.low} – ${rank.high})`],
    ].filter(Boolean);
    this.figures.replaceChildren(...figures.map(([text, value]) => html("div", {}, html("dt", {}, text), html("dd", {}, String(value)))));
    this.tables.replaceChildren(
      this.grid(word("byPhase"), [word("phase"), word("movesHead"), word("lostMove")],
        found.phases.map(({ phase, moves, points }) => [word(PHASES[phase] ?? phase), moves, points.toFixed(2)])),
      this.grid(word("kinds"), [word("kind"), word("timesHead")], found.kinds.map(({ title, count }) => [title, count])),
      this.games(found.byGame));
  }

  perGame(count, games) {
    return games > 0 ? (count / games).toFixed(1) : "–";
  }

  grid(title, heads, rows) {
    if (rows.length === 0) return "";
    return html("div", {}, html("h3", {}, title), html("table", {},
      html("thead", {}, html("tr", {}, heads.map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, rows.map(([first, ...others]) => html("tr", {}, html("th", { scope: "row" }, first), others.map((text) => html("td", {}, String(text))))))));
  }

  games(rows) {
    const open = ({ saved, title }) => button(title, () => this.actions.openSaved(saved), { class: "link" });
    return this.grid(word("byGame"), [word("game"), word("date"), word("goodMoves"), word("lostMove"), word("playsLike")],
      rows.map((row) => [open(row), row.date ?? "", percent(row.accuracy), row.points.toFixed(2), row.rank ?? "–"]));
  }

  close() {}
}
