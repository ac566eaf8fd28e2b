#!/usr/bin/env node
// Measures `kosumi web` with many pages at once: opens tables as pages do, analyzes at all of them, and tells how long
// moves and steps take meanwhile, and how much memory the server has. One of the tables is reviewed while it is stepped through.
//
//     [KOSUMI=target/release/kosumi] scripts/web-load.js [--pages 20] [--moves 300] [--seconds 20]
//
// A kosumi that is killed in the middle must have all games afterwards. Exit status 0 only if it has.

const { strict: assert } = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { Kosumi } = require("./visit.js");

const flag = (name, usual) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? usual : Number(process.argv[place + 1]);
};
const pages = flag("--pages", 20), moves = flag("--moves", 300), seconds = flag("--seconds", 20);
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What a page says and hears, without its pictures.
class Page {
  static async open(server) {
    const page = new Page();
    page.address = new URL(server.address);
    const first = await fetch(page.address, { redirect: "manual" });
    page.cookie = first.headers.get("set-cookie").split(";")[0];
    page.events = {};
    return page;
  }

  async ask(message) {
    const begin = performance.now();
    const answer = await fetch(new URL("/api", this.address), {
      method: "POST", headers: { "Content-Type": "application/json", Cookie: this.cookie, Origin: this.address.origin }, body: JSON.stringify(message),
    });
    const body = await answer.json();
    assert.equal(answer.status, 200, `${JSON.stringify(message)}: ${body.error}`);
    this.took = performance.now() - begin;
    return body;
  }

  // Counts the events of the table until the page is closed.
  async listen(table) {
    this.table = table;
    this.closing = new AbortController();
    const stream = await fetch(new URL(`/api/events?table=${table}`, this.address), { headers: { Cookie: this.cookie }, signal: this.closing.signal });
    const text = new TextDecoder();
    let rest = "";
    (async () => {
      for await (const bytes of stream.body) {
        const lines = (rest + text.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop();
        for (const line of lines.filter((one) => one.startsWith("data:"))) {
          const { event } = JSON.parse(line.slice(5));
          this.events[event] = (this.events[event] ?? 0) + 1;
        }
      }
    })().catch(() => {});
  }

  close() {
    this.closing?.abort();
  }
}

// A long game: every second row but for some points, then the rows between.
function longGame() {
  const letter = (number) => String.fromCharCode(97 + number);
  const points = [0, 1].flatMap((odd) => Array.from({ length: 19 * 19 }, (_, at) => [at % 19, Math.floor(at / 19)])
    .filter(([column, row]) => row % 2 === odd && (column + (row >> 1)) % 7 !== 6));
  const played = points.slice(0, moves).map(([column, row], turn) => `;${turn % 2 ? "W" : "B"}[${letter(column)}${letter(row)}]`);
  return `(;GM[1]FF[4]SZ[19]KM[7.5]RU[Chinese]${played.join("")})`;
}

const share = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))];
const told = (times) => `median ${share(times, 0.5).toFixed(0)} ms, 95 % within ${share(times, 0.95).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`;

function memory(server) {
  const [, kilobytes] = fs.readFileSync(`/proc/${server.process.pid}/status`, "utf8").match(/VmRSS:\s*(\d+)/);
  return `${(kilobytes / 1024).toFixed(0)} MiB`;
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kosumi-load-"));
  let server = await Kosumi.start(folder);
  try {
    console.log(`memory at the start: ${memory(server)}`);
    const open = await Promise.all(Array.from({ length: pages }, () => Page.open(server)));
    const [reader] = open;
    for (const page of open) {
      const state = page === reader ? await page.ask({ do: "load", sgf: longGame() })
        : await page.ask({ do: "new", columns: 19, rows: 19, rules: "chinese", handicap: 0, fixed: true, mode: "analyze", language: "en", black: { kind: "person" }, white: { kind: "person" }, control: null });
      await page.listen(state.table);
      page.nodes = state.nodes.map(({ id }) => id);
      if (page !== reader) await page.ask({ do: "analyze", table: state.table, on: true, ownership: true });
    }
    await reader.ask({ do: "review", table: reader.table, visits: 30 });
    const played = [], stepped = [], until = Date.now() + 1000 * seconds;
    for (let turn = 0; Date.now() < until; turn += 1) {
      const page = open[1 + turn % (pages - 1)];
      if (page) {
        page.count = (page.count ?? 0) + 1;
        ({ at: page.at } = await page.ask({ do: "play", table: page.table, node: page.at ?? page.nodes[0], point: page.count }));
        played.push(page.took);
      }
      await reader.ask({ do: "go", table: reader.table, node: reader.nodes[turn % reader.nodes.length] });
      stepped.push(reader.took);
      await pause(20);
    }
    const reports = open.slice(1).map(({ events }) => events.report ?? 0);
    console.log(`${pages} pages, ${pages - 1} of them analyzing, ${seconds} s: ${memory(server)}`);
    if (played.length > 0) console.log(`moves (${played.length}): ${told(played)}`);
    console.log(`steps through a reviewed game of ${reader.nodes.length - 1} moves (${stepped.length}): ${told(stepped)}`);
    console.log(`reports a page: ${Math.min(...reports)} to ${Math.max(...reports)}; moves judged meanwhile: ${reader.events.judged ?? 0}`);
    const before = await reader.ask({ do: "saved" });
    await pause(1500);
    await server.kill();
    server = await Kosumi.start(folder);
    const again = await Page.open(server);
    const after = await again.ask({ do: "saved" });
    assert.deepEqual(after.games.map(({ id, moves }) => [id, moves]).sort(), before.games.map(({ id, moves }) => [id, moves]).sort());
    console.log(`killed and started again: all ${after.games.length} games are there`);
    open.forEach((page) => page.close());
  } finally {
    await server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
