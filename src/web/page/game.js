// One table as the page knows it: the nodes of its tree, the stones of each, and where the reader is. Stepping needs
// no question, because every node tells what it changes.

import { changesOf } from "./stones.js";
import { opposite } from "./points.js";

export class Game {
  constructor(state) {
    this.renamed = new Map();
    this.nextGuess = -1;
    this.take(state);
  }

  // Takes over a whole state; the reader stays where he is, if that place is still there.
  take(state) {
    const { nodes, at, ...rest } = state;
    const stays = this.state?.table === state.table && this.state.mode === state.mode && state.mode === "analyze";
    const here = stays ? this.at : undefined;
    this.state = rest;
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.positions = new Map();
    this.chosen = new Map();
    this.shape = (this.shape ?? 0) + 1;
    this.goTo(this.nodes.has(here) ? here : at);
  }

  get board() { return this.state; }
  get here() { return this.nodes.get(this.at); }
  get root() { return this.nodes.get(this.state.root); }

  node(id) { return this.nodes.get(this.renamed.get(id) ?? id); }

  // The way from the root to a node, both included.
  way(id = this.at) {
    const nodes = [];
    for (let node = this.node(id); node; node = this.nodes.get(node.parent)) nodes.push(node);
    return nodes.reverse();
  }

  // The child that a reader comes to next: the one visited last, else the main line.
  next(node = this.here) {
    const chosen = this.chosen.get(node.id);
    return this.nodes.get(node.children.includes(chosen) ? chosen : node.children[0]);
  }

  // The line through the place of the reader, from the root to its end.
  line() {
    const nodes = this.way();
    for (let node = this.next(); node; node = this.next(node)) nodes.push(node);
    return nodes;
  }

  // The main line of the game.
  trunk() {
    const nodes = [];
    for (let node = this.root; node; node = this.nodes.get(node.children[0])) nodes.push(node);
    return nodes;
  }

  goTo(id) {
    const node = this.node(id);
    if (!node) return false;
    this.at = node.id;
    for (let at = node; at.parent !== null; at = this.nodes.get(at.parent)) this.chosen.set(at.parent, at.id);
    return true;
  }

  // The stones of a node: "black", "white" or "" for each point.
  stones(id = this.at) {
    const known = this.positions.get(id);
    if (known) return known;
    const missing = [];
    let node = this.node(id);
    while (node && !this.positions.has(node.id)) {
      missing.push(node);
      node = this.nodes.get(node.parent);
    }
    let stones = node ? this.positions.get(node.id) : Array(this.board.columns * this.board.rows).fill("");
    for (const { id, changes } of missing.reverse()) {
      stones = stones.slice();
      for (const [point, color] of changes) stones[point] = color;
      this.positions.set(id, stones);
    }
    return stones;
  }

  child(node, point) {
    return node.children.map((id) => this.nodes.get(id))
      .find((child) => child?.color === node.turn && child.point === point);
  }

  // Adds a move at once, under a number below zero that the answer replaces.
  guess(point) {
    const node = this.here, color = node.turn, stones = this.stones();
    const changes = changesOf(stones, point, color, this.board);
    const taken = changes.filter(([at, to]) => to === "" && stones[at] === opposite[color]).length;
    const guess = {
      id: this.nextGuess, parent: node.id, children: [], color, point, turn: opposite[color], changes,
      captured: { ...node.captured, [color]: node.captured[color] + taken },
      forbidden: [], number: node.number + 1, marks: [], comment: "", name: "", isGuess: true,
    };
    this.nextGuess -= 1;
    this.nodes.set(guess.id, guess);
    node.children = [...node.children, guess.id];
    this.shape += 1;
    this.goTo(guess.id);
    return guess;
  }

  // Takes back a guess that was refused.
  withdraw(guess) {
    if (!this.nodes.has(guess.id)) return;
    if (this.way().includes(guess)) this.goTo(guess.parent);
    this.remove([guess.id]);
  }

  remove(ids) {
    for (const id of ids) {
      const node = this.nodes.get(id);
      if (!node) continue;
      this.nodes.delete(id);
      this.positions.delete(id);
      const parent = this.nodes.get(node.parent);
      if (parent) parent.children = parent.children.filter((child) => child !== id);
    }
    this.shape += 1;
  }

  // Takes over nodes that are new or have changed, in the place of guesses of the same moves.
  merge(nodes, removed = []) {
    const place = this.way().map(({ id }) => id);
    for (const node of nodes) {
      const guess = this.nodes.has(node.id) ? undefined : this.guessOf(node);
      if (guess) this.replace(guess, node);
      const old = this.nodes.get(node.id);
      if (old && String(old.changes) !== String(node.changes)) this.positions.clear();
      // The same object all the time, so that whoever looks at a node keeps it.
      this.nodes.set(node.id, old ? Object.assign(old, node) : node);
      const known = this.nodes.get(node.parent);
      if (known && !known.children.includes(node.id)) known.children.push(node.id);
    }
    this.shape += 1;
    // Guesses that wait for their answer stay children of their parents.
    for (const guess of this.nodes.values()) {
      const parent = guess.isGuess && this.nodes.get(guess.parent);
      if (parent && !parent.children.includes(guess.id)) parent.children.push(guess.id);
    }
    this.remove(removed);
    if (!this.nodes.has(this.at)) {
      this.goTo(place.findLast((id) => this.node(id)) ?? this.state.root);
    }
  }

  guessOf({ parent, color, point }) {
    return [...this.nodes.values()].find((one) => one.isGuess && one.parent === parent && one.color === color && one.point === point);
  }

  replace(guess, node) {
    this.renamed.set(guess.id, node.id);
    this.nodes.delete(guess.id);
    this.positions.delete(guess.id);
    for (const other of this.nodes.values()) {
      if (other.parent === guess.id) other.parent = node.id;
      if (other.id === node.parent) other.children = other.children.filter((id) => id !== guess.id);
    }
    if (this.at === guess.id) this.at = node.id;
    this.chosen.set(node.parent, node.id);
  }
}
