#!/usr/bin/env node
// Compares kosumi in WebAssembly, as scripts/web.sh has built it, with the program: the checksum of playouts, what the network
// says of positions, whole games, and the speed of the network, both in turn.
//
// usage: scripts/wasm.js [--site FOLDER] [--kosumi PROGRAM] [--backend NAME] [--rounds COUNT]
//
// FOLDER is target/web and PROGRAM target/release/kosumi unless told otherwise. Exit status 0 only if the checksums and games
// are the same and the network's chances differ by at most 0.0001. Name a back end that computes with floats, such as avx2: what
// others round differs by more.

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const flag = (name, usual) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual;
const site = path.resolve(flag("--site", "target/web")), program = path.resolve(flag("--kosumi", "target/release/kosumi"));
const backend = flag("--backend", "best"), rounds = Number(flag("--rounds", 2));

// Games of playouts, which are the same everywhere.
const GAMES = [
  ["boardsize 9", "kata-set-param model none", "kata-set-param maxVisits 200", ...Array(12).fill(["genmove b", "genmove w"]).flat(), "showboard", "final_score"],
  ["boardsize 5 7", "kata-set-param model none", "kata-set-param maxVisits 500", ...Array(10).fill(["genmove b", "genmove w"]).flat(), "showboard", "final_score"],
].map((game) => game.join("\n"));

// Positions of which the network is asked, from all sides.
const POSITIONS = [
  ["boardsize 9", "play b E5", "play w C3", "play b G3"], ["boardsize 13", "play b K4", "play w D10"], ["boardsize 19", "play b Q16", "play w D4", "play b C3"],
  ["boardsize 7 11", "komi -3.5", "play b D4"], ["boardsize 19", "fixed_handicap 4", "kata-set-rules japanese"],
].map((position) => [...position, "kata-raw-nn all"].join("\n"));

const native = (commands) => execFileSync(program, ["gtp", "--threads", "1", "--seed", "1"], { input: `${commands}\n`, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
const numbers = (text) => text.split(/\s+/).filter((word) => !Number.isNaN(Number(word)) && word !== "");
// Leads have three decimals, of which the last may be rounded otherwise.
const isLike = (one, other) => Math.abs(one - other) <= (/\.\d{6}$/.test(one) ? 1e-4 : 2e-3 * Math.max(1, Math.abs(one)));

async function main() {
  const kosumi = await import(pathToFileURL(path.join(site, "web/kosumi.js")));
  await kosumi.default({ module_or_path: fs.readFileSync(path.join(site, "web/kosumi_bg.wasm")) });
  const measured = execFileSync(program, ["bench", "board"], { encoding: "utf8" });
  assert.equal(kosumi.checksum(), /^checksum\t(\w+)/m.exec(measured)[1], "the checksum of playouts");
  for (const game of GAMES) assert.equal(kosumi.gtp(game).trim(), native(game).trim());
  let most = 0;
  for (const position of POSITIONS) {
    const [here, there] = [kosumi.gtp(position), native(`kata-set-param backend ${backend}\n${position}`)].map(numbers);
    assert.ok(here.length > 100, `an answer of ${here.length} numbers`);
    assert.equal(here.length, there.length, position);
    here.forEach((number, place) => {
      assert.ok(isLike(number, there[place]), `${number} here, ${there[place]} there: ${position}`);
      if (/\.\d{6}$/.test(number)) most = Math.max(most, Math.abs(number - there[place]));
    });
  }
  console.log(`checksum and games are the same; the network's answers differ by at most ${most.toFixed(6)}`);
  const speeds = (report) => Object.fromEntries([...report.matchAll(/^(evaluations_\d+_batch_1)\t([\d.]+)/gm)].map(([, name, speed]) => [name, Number(speed)]));
  for (let round = 0; round < rounds; round += 1) {
    const here = speeds(kosumi.network_speed("best"));
    const there = speeds(execFileSync(program, ["bench", "--model", "own", "--backend", backend], { encoding: "utf8" }));
    for (const [name, speed] of Object.entries(here)) console.log(`${name}\t${speed}\tof ${there[name]} by ${backend}\t${(100 * speed / there[name]).toFixed(0)} %`);
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
