#!/usr/bin/env node
// Lets the bot layer of gtp2ogs, the bridge to online-go.com, speak to kosumi; there is no server.
//
//     git clone https://github.com/online-go/gtp2ogs
//     npm install --prefix DIR esbuild split2 eventemitter3
//     NODE_PATH=DIR/node_modules scripts/clients/gtp2ogs.js --source gtp2ogs [--kosumi target/release/kosumi]
//
// src/Bot.ts is taken as it is and bundled; its settings, its log and its connection to the server are
// replaced by a few lines, and so are three functions of the server's library that read and write moves.
// The bot is given games under every time control of the server, and must never take kosumi for failed.
//
// Needs Node.js 18 or newer. Exit status 0 only if everything held.

'use strict'
const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {parseArgs} = require('node:util')
const esbuild = require('esbuild')

const {values: options} = parseArgs({
  options: {source: {type: 'string'}, kosumi: {type: 'string', default: 'target/release/kosumi'}}
})

/** What Bot.ts imports and we replace. */
const replaced = {
  './config': 'export const config = {showboard: true, verbosity: 0, server: ""}',
  './socket': 'export const socket = {clock_drift: 0}',
  './trace':
    'const note = (...words) => globalThis.notes.push(words.map(String).join(" "));' +
    'export const trace = {log: note, info: note, trace: note, debug: note, warn: note, error: note}',
  'goban-engine': `
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    export const char2num = c => letters.indexOf(c)
    export const num2char = n => letters[n]
    export const decodeMoves = moves => typeof moves === 'string'
      ? (moves.match(/../g) ?? []).map(m => m === '..' ? {x: -1, y: -1} : {x: char2num(m[0]), y: char2num(m[1])})
      : moves.map(([x, y]) => ({x, y}))`
}

const replacement = {
  name: 'replacement',
  setup(build) {
    const names = Object.keys(replaced).map(name => name.replace('.', '\\.'))
    build.onResolve({filter: new RegExp(`^(${names.join('|')})$`)}, ({path}) => ({path, namespace: 'replaced'}))
    build.onLoad({filter: /.*/, namespace: 'replaced'}, ({path}) => ({contents: replaced[path]}))
    // TypeScript calls what it imports as a whole; a bundler wants the default.
    build.onLoad({filter: /Bot\.ts$/}, ({path}) => ({
      contents: fs.readFileSync(path, 'utf8').replace('* as split2', 'split2'),
      loader: 'ts'
    }))
  }
}

async function load(folder) {
  const outfile = path.join(folder, 'bot.js')
  await esbuild.build({
    entryPoints: [path.resolve(options.source, 'src/Bot.ts')],
    bundle: true,
    platform: 'node',
    outfile,
    nodePaths: (process.env.NODE_PATH ?? '').split(':').filter(Boolean),
    plugins: [replacement],
    logLevel: 'error'
  })
  return require(outfile).Bot
}

const seconds = {thinking_time: 60, periods: 5, period_time: 30, moves_left: 10, block_time: 60}
const CONTROLS = [
  {system: 'byoyomi', main_time: 60, period_time: 30, periods: 5},
  {system: 'canadian', main_time: 60, period_time: 60, stones_per_period: 10},
  {system: 'fischer', initial_time: 60, time_increment: 10, max_time: 120},
  {system: 'simple', per_move: 5},
  {system: 'absolute', total_time: 300},
  {system: 'none'}
]

/** A game as the server describes it. */
function stateOf(time_control, more) {
  return {
    game_id: 1,
    width: 9,
    height: 9,
    komi: 7.5,
    moves: '',
    initial_player: 'black',
    handicap: 0,
    time_control,
    clock: {
      current_player: 1,
      black_player_id: 1,
      white_player_id: 2,
      // Half an hour ago: times that are left are negative.
      last_move: Date.now() - (more.late ? 1800e3 : 0),
      black_time: {...seconds},
      white_time: {...seconds}
    },
    ...more
  }
}

/** Gives a fresh bot a game and asks for its moves, as gtp2ogs does. */
async function play(Bot, state, command, count = 1) {
  const bot_config = {
    command: [path.resolve(options.kosumi), '--playouts', '100', '--seed', '1', '--threads', '1'],
    enable_clock: true,
    send_chats: true,
    quit_grace_period: 2000
  }
  const bot = new Bot(bot_config)
  await bot.ready
  await bot.loadState(state)
  const moves = await bot.getMoves(command, state)
  const isFine = !bot.failed && !bot.dead && moves.length === count && moves.every(move => !move.resign)
  const ended = new Promise(resolve => bot.on('terminated', resolve))
  bot.kill()
  await ended
  assert(isFine, globalThis.notes.slice(-20).join('\n'))
  assert(bot.proc.exitCode === 0, `exit status ${bot.proc.exitCode}`)
}

async function main() {
  assert(options.source, '--source names the folder of gtp2ogs')
  globalThis.notes = []
  const version = JSON.parse(fs.readFileSync(path.join(options.source, 'package.json'))).version
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kosumi-gtp2ogs-'))
  try {
    const Bot = await load(folder)
    console.log(`gtp2ogs ${version}, Node.js ${process.version}`)
    for (const control of CONTROLS) {
      for (const late of [false, true]) {
        await play(Bot, stateOf(control, {late, moves: 'ddffgc..'}), 'genmove black')
      }
    }
    console.log(`${CONTROLS.length} time controls, in time and late`)
    const simple = CONTROLS[3]
    await play(Bot, stateOf(simple, {width: 9, height: 13, moves: 'dd'}), 'genmove white')
    await play(Bot, stateOf(simple, {initial_state: {black: 'aabbcc', white: 'ddee'}}), 'genmove black')
    await play(Bot, stateOf(simple, {free_handicap_placement: true, handicap: 3, moves: 'ddffgcaa'}), 'genmove black')
    await play(Bot, stateOf(simple, {handicap: 4}), 'place_free_handicap 4', 4)
    console.log('a rectangle, stones at the start, handicap of both kinds')
    const strange = globalThis.notes.filter(line => /Unexpected|does not support|failed/i.test(line))
    assert.deepEqual(strange, [])
    console.log('all held')
  } finally {
    fs.rmSync(folder, {recursive: true})
  }
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
