// A game on the screen: what people do to it goes to kosumi, what kosumi tells comes back, and the parts of the screen
// are drawn anew, at most once a frame.

import { ask, listen } from "./engine.js";
import { Game } from "./game.js";
import { say, warn } from "./say.js";
import { chainAt } from "./stones.js";
import { word } from "./words.js";
import { tellMove } from "./text.js";
import { play as sound } from "./sound.js";

// Questions that take their time and change nothing: others need not wait for their answers.
const SLOW = new Set(["hint", "estimate", "score", "deepen", "save", "reasons"]);

export class Table {
  constructor(state) {
    this.game = new Game(state);
    this.parts = [];
    this.preview = null;
    this.lit = [];
    this.work = Promise.resolve();
    this.told = performance.now();
    this.stop = listen(this.id, (event) => this.hear(event));
  }

  get id() { return this.game.state.table; }
  get state() { return this.game.state; }
  get here() { return this.game.here; }

  // Parts have a method `show`, which is called once after any number of changes.
  add(...parts) {
    this.parts.push(...parts);
    this.changed();
  }

  changed() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      if (!this.isClosed) for (const part of this.parts) part.show();
    });
  }

  close() {
    this.isClosed = true;
    this.stop();
    for (const part of this.parts) part.close?.();
  }

  // Asks about this table, one question after another. Errors are shown to people; the answer is then undefined.
  ask(what, message = {}) {
    const question = this.work.then(() => this.send(what, message));
    if (!SLOW.has(what)) this.work = question.catch(() => {});
    return question.catch((error) => {
      if (!this.isClosed) warn(error.message);
    });
  }

  // Sends a question. A node that was a guess when it was asked about has its number by now, or is gone.
  async send(what, message) {
    if (message.node === undefined) return ask({ do: what, table: this.id, ...message });
    const node = this.known(message.node);
    return node < 0 ? undefined : ask({ do: what, table: this.id, ...message, node });
  }

  // The number of a node as kosumi knows it, once guesses have been answered.
  known(id) {
    return this.game.renamed.get(id) ?? id;
  }

  // Whether the reader looks at the end of the game that is being played.
  get isAtEnd() {
    return this.here.children.length === 0;
  }

  get isPlaying() { return this.state.mode === "play" && this.state.phase === "playing"; }

  // Whether a person may move here and now.
  get mayMove() {
    if (this.preview) return false;
    if (this.state.mode === "analyze") return true;
    return this.isPlaying && this.isAtEnd && !this.state.thinking && this.state.players[this.here.turn].kind === "person";
  }

  isAllowed(point) {
    return point === null || (!this.game.stones()[point] && !this.here.forbidden.includes(point));
  }

  goTo(id) {
    const before = this.here;
    this.clearPreview();
    if (!this.game.goTo(id) || this.here === before) return;
    if (this.here.parent === before.id) this.announce();
    this.changed();
    this.follow();
  }

  // Tells kosumi where the reader is, when he has stopped to look.
  follow() {
    clearTimeout(this.following);
    this.following = setTimeout(() => {
      if (!this.here.isGuess && !this.isClosed) this.ask("go", { node: this.known(this.game.at) });
    }, this.state.analysis?.on ? 60 : 250);
  }

  announce() {
    const { here } = this;
    say(tellMove(this.game, here));
    if (here.color) sound(here.changes.length > 1 ? "capture" : here.point === null ? "pass" : "stone");
  }

  // Plays for whose turn it is. The stone is shown at once; kosumi's answer takes the place of the guess.
  async play(point) {
    if (!this.mayMove) return;
    if (!this.isAllowed(point)) {
      say(word("notAllowed"));
      return;
    }
    const child = this.game.child(this.here, point);
    if (child && this.state.mode === "analyze") {
      this.goTo(child.id);
      return;
    }
    const parent = this.here.id, guess = this.game.guess(point);
    this.announce();
    this.changed();
    const question = this.work.then(() => ask({ do: "play", table: this.id, node: this.known(parent), point }));
    this.work = question.catch(() => {});
    try {
      const { at, nodes } = await question;
      this.game.merge(nodes);
      if (this.state.mode === "play") this.advance(at);
    } catch (error) {
      this.game.withdraw(guess);
      warn(error.message);
    }
    this.changed();
  }

  // Takes over what an answer says has changed.
  async change(what, message) {
    const answer = await this.ask(what, message);
    if (!answer) return undefined;
    if (answer.nodes && answer.table) this.take(answer);
    else if (answer.nodes) {
      this.game.merge(answer.nodes, answer.removed);
      if (answer.at !== undefined && answer.at !== null) this.game.goTo(answer.at);
    } else if (answer.phase) this.enter(answer);
    this.changed();
    return answer;
  }

  take(state) {
    this.game.take(state);
    this.told = performance.now();
    this.clearPreview();
    this.changed();
  }

  // Takes over how far the game is.
  enter({ phase, result = null, dead = [], agreed = [], judging = false }) {
    if (phase === "over" && this.state.phase !== "over") sound("end");
    Object.assign(this.state, { phase, result, dead, agreed, judging });
  }

  // Goes on to where the game is, unless the reader has gone back to look at something.
  advance(at) {
    if (at === undefined || at === null || !this.game.node(at)) return;
    const wasAtEnd = this.game.way(at).some(({ id }) => id === this.game.at);
    if (!wasAtEnd || this.game.at === this.known(at)) return;
    this.game.goTo(at);
    this.announce();
  }

  chainAt(point) {
    return chainAt(this.game.stones(), point, this.game.board).chain;
  }

  // Shows a line on the board without playing it; `shown` of its moves, all unless told otherwise.
  showLine(line, first, { node = this.game.at, shown = line.length, isPinned = false, points = [] } = {}) {
    if (this.preview?.isPinned && !isPinned) return;
    this.preview = { line, first, node, shown, isPinned, points };
    this.changed();
  }

  clearPreview(onlyLoose = false) {
    if (onlyLoose && this.preview?.isPinned) return;
    this.preview = null;
    this.lit = [];
    this.changed();
  }

  light(points) {
    this.lit = points;
    this.changed();
  }

  hear(event) {
    if (this.isClosed) return;
    const { game } = this;
    const hears = {
      state: () => this.take(event),
      nodes: () => {
        game.merge(event.nodes, event.removed);
        if (this.state.mode === "play") this.advance(event.at);
      },
      thinking: () => { this.state.thinking = event.color; },
      clock: () => {
        this.state.clock = event;
        this.told = performance.now();
      },
      report: () => {
        const node = game.node(event.node);
        if (node) node.report = event;
      },
      judged: () => {
        const node = game.node(event.node);
        if (node) node.judged = event.judged ?? event;
        game.shape += 1;
      },
      reviewing: () => { this.state.reviewing = event.done < event.total ? event : null; },
      phase: () => this.enter(event),
      message: () => (event.kind === "error" ? warn : say)(event.text, true),
      lost: () => warn(word("lost")),
      found: () => this.change("state"),
    };
    hears[event.event]?.();
    this.changed();
  }
}
