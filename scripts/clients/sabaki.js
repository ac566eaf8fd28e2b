#!/usr/bin/env node
// Lets Sabaki's own GTP layer play with kosumi, take moves back, change everything, and analyze.
//
//     npm install --prefix DIR @sabaki/gtp
//     NODE_PATH=DIR/node_modules scripts/clients/sabaki.js [--kosumi target/release/kosumi]
//         [--module @sabaki/gtp] [--games 1]
//
// Controller and ControllerStateTracker are what the program Sabaki talks to engines with. After every
// sync the engine is asked for its board, and it must be what the tracker believes. Analysis lines are read
// as Sabaki reads them, see `parseReport`. --module takes a folder with another version, too.
//
// Needs Node.js 18 or newer. Exit status 0 only if everything held.

'use strict'
const assert = require('node:assert/strict')
const path = require('node:path')
const {parseArgs} = require('node:util')

const {values: options} = parseArgs({
  options: {
    kosumi: {type: 'string', default: 'target/release/kosumi'},
    module: {type: 'string', default: '@sabaki/gtp'},
    games: {type: 'string', default: '1'}
  }
})

function load(name) {
  const from = require.resolve(name.startsWith('.') ? path.resolve(name) : name)
  let folder = path.dirname(from)
  while (!path.basename(folder).endsWith('gtp') && folder !== '/') folder = path.dirname(folder)
  const file = folder === '/' ? path.join(path.dirname(from), '..', 'package.json') : path.join(folder, 'package.json')
  return [require(from), require(file).version]
}

const [{Controller, ControllerStateTracker}, version] = load(options.module)

/** A vertex as the tracker writes it. */
const vertices = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
const play = (color, vertex) => ({name: 'play', args: [color, vertex.toUpperCase()]})
const handicap = (...args) => ({name: 'set_free_handicap', args})

class Table {
  constructor(args) {
    this.controller = new Controller(path.resolve(options.kosumi), args)
    this.tracker = new ControllerStateTracker(this.controller)
    this.noise = []
    this.controller.on('stderr', ({content}) => this.noise.push(content))
    this.controller.start()
  }

  /** The text of the answer to a command, which must not fail. */
  async ask(name, ...args) {
    const response = await this.controller.sendCommand({name, args: args.map(String)})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }

  /** Brings the engine to a state as Sabaki does, and compares what both believe afterwards. */
  async sync(komi, boardsize, history) {
    await this.tracker.sync({komi, boardsize, history})
    await this.compare()
  }

  async compare() {
    const {komi, boardsize, history} = this.tracker.state
    assert.equal(Number(await this.ask('get_komi')), komi ?? 0)
    const size = (await this.ask('query_boardsize')).split(' ').map(Number)
    assert.deepEqual(size.length === 1 ? [...size, ...size] : size, boardsize)
    const moves = (await this.ask('move_history')).split('\n').filter(line => line !== '').reverse()
    const known = history.filter(({name}) => name === 'play')
    assert.deepEqual(
      moves.map(line => line.toUpperCase().replace('BLACK', 'B').replace('WHITE', 'W')),
      known.map(({args}) => args.join(' '))
    )
    const stones = history.filter(({name}) => name !== 'play').flatMap(({args}) => args)
    // Without a handicap command, Black's first moves in a row count as handicap, but not the other way.
    if (stones.length > 0) assert.equal(Number(await this.ask('get_handicap')), stones.length)
  }
}

/**
 * The variations of a line of reports, read as Sabaki does: segments behind `info`, of which one without a
 * move on the board or with numbers missing is dropped, and so is one that does not end with its pv.
 */
function parseReport(line, isKata) {
  assert(line.startsWith('info '), `no report: ${line}`)
  const segments = line.split(/\s*info\s+/).slice(1)
  const parsed = segments.map(segment => {
    const [head, pv, ...more] = segment.split(/\s+pv\s+/)
    assert(pv !== undefined && more.length === 0, `one pv in ${segment}`)
    const words = head.trim().split(/\s+/)
    assert(words.length % 2 === 0, `keys and values in ${segment}`)
    const keys = Object.fromEntries(words.map((word, i) => [word, words[i + 1]]).filter((_, i) => i % 2 === 0))
    for (const key of ['move', 'visits', 'winrate', 'order']) assert(key in keys, `${key} in ${segment}`)
    assert.match(keys.visits, /^\d+$/)
    assert.match(keys.winrate, isKata ? /^\d\.\d{6}$/ : /^\d+$/)
    const winrate = isKata ? Number(keys.winrate) * 100 : Number(keys.winrate) / 100
    assert(winrate >= 0 && winrate <= 100, segment)
    const moves = pv.trim().split(/\s+/).slice(0)
    assert.equal(moves[0], keys.move, `the pv begins with the move: ${segment}`)
    const isEnd = moves.every(move => /^([A-Z]\d+|pass)$/.test(move))
    return {move: keys.move, visits: Number(keys.visits), winrate, shown: isEnd && /^[A-Z]\d+$/.test(keys.move)}
  })
  assert(parsed.length > 0)
  return parsed
}

async function attach(args) {
  const table = new Table(args)
  // All at once, as Sabaki does.
  const [name, engineVersion, protocol, list] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name => table.ask(name))
  )
  assert.equal(name, 'kosumi')
  assert.equal(protocol, '2')
  table.version = engineVersion
  table.commands = list.split('\n')
  assert(table.commands.every(command => command === command.trim()))
  return table
}

/** A game of the engine with itself; the tracker must follow it. Returns how many moves it had. */
async function wholeGame(table) {
  await table.sync(7.5, [9, 9], [])
  let passes = 0
  for (let turn = 0; passes < 2 && turn < 200; turn++) {
    const move = await table.ask('genmove', 'BW'[turn % 2])
    if (move === 'resign') break
    passes = move === 'pass' ? passes + 1 : 0
    if (turn % 10 === 0) await table.compare()
  }
  await table.compare()
  assert.match(await table.ask('final_score'), /^([BW]\+\d+\.\d|0)$/)
  return table.tracker.state.history.length
}

/** What a person does to a record in Sabaki, each followed by a sync. */
async function edits(table) {
  const line = ['E5', 'C3', 'G7', 'pass', 'C7', 'G3', 'E3', 'E7'].map((v, i) => play('BW'[i % 2], v))
  await table.sync(6.5, [9, 9], line)
  await table.sync(6.5, [9, 9], line.slice(0, 7))
  await table.sync(6.5, [9, 9], line.slice(0, 3))
  await table.sync(6.5, [9, 9], [...line.slice(0, 2), play('B', 'F6'), play('W', 'D6')])
  await table.sync(-3, [9, 9], [...line.slice(0, 2), play('B', 'F6')])
  await table.sync(0, [9, 9], line.slice(0, 5))
  await table.sync(375.25, [9, 9], [])
  // The same color again and again, and stones that were edited in: all are plays.
  await table.sync(7.5, [9, 9], [play('B', 'A1'), play('B', 'B2'), play('B', 'C3'), play('W', 'E5'), play('W', 'E6')])
  await table.sync(0.5, [9, 9], [handicap('C3', 'G7', 'E5'), play('W', 'C7')])
  await table.sync(0.5, [9, 9], [handicap('C3', 'G7', 'E5'), play('W', 'C7'), play('B', 'G3'), play('W', 'A1')])
  await table.sync(0.5, [9, 9], [handicap('C3', 'G7', 'E5')])
  await table.sync(0.5, [9, 9], [handicap('A1', 'B1', 'C1', 'J9'), play('W', 'C7')])
  for (const [width, height] of [[19, 19], [13, 9], [2, 2], [25, 25], [5, 25], [9, 9]]) {
    const corner = `${vertices[width - 1]}${height}`
    await table.sync(7.5, [width, height], [play('B', corner), play('W', 'A1')])
  }
  // A ko: taking back is impossible at once and must stay impossible after undo and replay.
  const ko = [['B', 'D5'], ['W', 'E5'], ['B', 'C4'], ['W', 'F4'], ['B', 'D3'], ['W', 'E3'], ['B', 'E4'], ['W', 'D4']]
  await table.sync(7.5, [9, 9], ko.map(([color, vertex]) => play(color, vertex)))
  await table.sync(7.5, [9, 9], ko.slice(0, 6).map(([color, vertex]) => play(color, vertex)))
  await table.sync(7.5, [9, 9], ko.map(([color, vertex]) => play(color, vertex)))
  await assert.rejects(
    table.sync(7.5, [9, 9], [...ko, ['B', 'E4']].map(([color, vertex]) => play(color, vertex))),
    /History cannot be replayed/
  )
  // Refused once, the engine goes on.
  await table.sync(7.5, [9, 9], line)
}

/** Watches an analysis until there were some reports, and stops it as Sabaki does. */
async function analyze(table, command, color) {
  const isKata = command.startsWith('kata')
  let reports = 0
  let shown = 0
  let stopped = null
  const response = await table.controller.sendCommand({name: command, args: [color, '5']}, ({line}) => {
    if (!line.startsWith('info ')) return
    reports += 1
    shown += parseReport(line, isKata).filter(variation => variation.shown).length
    if (reports === 5) stopped = table.ask('protocol_version')
  })
  assert(!response.error, response.content)
  assert.equal(await stopped, '2')
  assert(shown > 0, 'no variation that Sabaki would show')
  await table.compare()
  return reports
}

/** A move generated with reports: the line `play X` is the move, and the tracker follows. */
async function analyzedMove(table, command, color) {
  let move = null
  let reports = 0
  const response = await table.controller.sendCommand({name: command, args: [color, '5']}, ({line}) => {
    if (line.startsWith('info ')) {
      reports += 1
      parseReport(line, command.startsWith('kata'))
    }
    const match = line.match(/^play (.*)$/)
    if (match) move = match[1]
  })
  assert(!response.error, response.content)
  assert.match(move, /^([A-Z]\d+|pass|resign)$/)
  assert(reports > 0, 'no report')
  await table.compare()
  return reports
}

async function main() {
  const table = await attach(['--playouts', '100', '--seed', '1', '--threads', '1'])
  console.log(`kosumi ${table.version}, @sabaki/gtp ${version}, Node.js ${process.version}`)
  for (let game = 0; game < Number(options.games); game++) {
    console.log(`game: ${await wholeGame(table)} moves`)
  }
  await edits(table)
  console.log('undo, edits, handicap, komi and sizes: the tracker and the engine agree')
  const known = name => table.commands.includes(name)
  assert(!known('analyze') && !known('genmove_analyze'), 'Sabaki would read their rates in another unit')
  let watched = 0
  for (const command of ['kata-analyze', 'lz-analyze'].filter(known)) {
    for (const color of ['B', 'W']) console.log(`${command} ${color}: ${await analyze(table, command, color)} reports read`)
    watched += 1
  }
  for (const command of ['kata-genmove_analyze', 'lz-genmove_analyze'].filter(known)) {
    for (const color of ['B', 'W']) console.log(`${command} ${color}: ${await analyzedMove(table, command, color)} reports read`)
  }
  if (watched === 0) console.log('analysis: skipped, list_commands has none')
  await table.controller.stop()
  assert(table.controller.process == null)
  const strange = table.noise.filter(line => !line.startsWith('kosumi: '))
  assert.deepEqual(strange, [])
  console.log('all held')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
