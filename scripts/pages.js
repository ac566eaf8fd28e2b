#!/usr/bin/env node
// Opens the pages that kosumi writes in a real browser, steps through a review by keys and clicks, and checks that
// nothing is an error there, too small to be read, or too wide for a phone.
//
//     npm install --prefix DIR playwright-core@1.62 && apt-get install chromium
//     NODE_PATH=DIR/node_modules [KOSUMI=target/release/kosumi] [BROWSER=/usr/bin/firefox-esr] scripts/pages.js [SHOTS]
//     NODE_PATH=DIR/node_modules scripts/pages.js docs --of GAME.review.html
//
// SHOTS is a folder for pictures of each page, 1280 and 390 pixels wide, light and dark. Exit status 0 only if all
// holds. With --of nothing is tried: the folder gets the picture of docs/reviews.md, of the page of a review at a mistake.

const { strict: assert } = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { downloaded, isFirefox, isReadable, launch } = require("./browser.js");

const root = path.join(__dirname, "..");
const kosumi = path.resolve(process.env.KOSUMI ?? path.join(root, "target", "release", "kosumi"));
const tests = path.join(root, "gtp-tests", "play", "ladder.tst");
const [, , shots, , reviewed] = process.argv;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kosumi-pages-"));

function run(...words) {
  return execFileSync(kosumi, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

// A game with what a teacher says of it: variations, one of them within another, and signs on the board.
const TAUGHT = `(;SZ[7]PB[Pupil];B[dd];W[cc](;B[cd];W[dc];B[ec])
  (;B[dc]LB[db:key]TR[dd]C[</script> A hane & more];W[db](;B[cb];W[bc])(;B[eb])))`;

// The pages, by name.
function write() {
  const player = `${kosumi} gtp --threads 1 --visits 20`;
  run("match", "--black", `one=${player}`, "--white", `two=${player}`, "--size", "7", "--games", "4", "--out", "match");
  const game = path.join("match", "games", fs.readdirSync(path.join(folder, "match", "games"))[0]);
  run("review", game, "--visits", "30", "--out", "review");
  run("review", game, path.join(root, "gtp-tests", "games", "plain.sgf"), "--visits", "5", "--out", "many");
  fs.writeFileSync(path.join(folder, "taught.sgf"), TAUGHT);
  run("review", "taught.sgf", "--visits", "20");
  run("score", game, "--rules", "japanese", "--html", "score.html");
  run("score", path.join(root, "gtp-tests", "games", "bent-four.sgf"), "--html", "life.html");
  try {
    run("regress", tests, "--engine", player, "--html", "regress.html");
  } catch (error) {
    // Some lines may fail with so few visits.
    assert.ok(fs.existsSync(path.join(folder, "regress.html")), String(error));
  }
  const match = fs.readdirSync(path.join(folder, "match")).find((name) => name.endsWith(".html"));
  return {
    review: "review.html", taught: "taught.review.html", reviews: path.join("many", "reviews.html"), score: "score.html", life: "life.html",
    regress: "regress.html", match: path.join("match", match),
  };
}

// Whether the board is as large as it was drawn, its frame no larger, and both fit into the window, also a low one.
function isFramed() {
  const board = document.querySelector(".board");
  if (!board) return true;
  const drawn = ["width", "height"].map((name) => Number(board.getAttribute(name)));
  const isDrawn = ({ width, height }) => Math.abs(width - drawn[0]) < 0.5 && Math.abs(height - drawn[1]) < 0.5;
  return [board, board.parentElement].every((part) => isDrawn(part.getBoundingClientRect())) && drawn[1] < 0.75 * innerHeight;
}

async function look(browser, name, file, width, scheme) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...isFirefox ? {} : { colorScheme: scheme } });
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`file://${path.join(folder, file)}`);
  await page.waitForTimeout(100);
  const what = `${name}, ${width} pixels, ${scheme}`;
  await isReadable(page, what);
  if (shots) {
    fs.mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: path.join(shots, `${name}-${width}-${scheme}.png`), fullPage: true });
  }
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
  await page.setViewportSize({ width, height: 600 });
  await page.waitForFunction(isFramed, null, { timeout: 5000 }).catch(() => assert.fail(`${what}: a board that does not fit`));
  await page.setViewportSize({ width, height: 900 });
  return { page, errors, what };
}

// The stones that each player has captured by the end of the game, from what all steps of the page change.
function captures(page) {
  return page.evaluate(() => {
    const root = document.querySelector(".viewer");
    const steps = JSON.parse(root.querySelector(".steps-text").textContent);
    const played = { black: 0, white: 0 }, left = new Map();
    const way = [];
    for (let at = Number(root.dataset.end); at !== undefined; at = steps[at].before) way.unshift(steps[at]);
    for (const { changes = [] } of way) {
      for (const [point, stone] of changes) {
        if (stone !== "") played[stone] += 1;
        left.set(point, stone);
      }
    }
    const standing = (color) => [...left.values()].filter((stone) => stone === color).length;
    return `${played.white - standing("white")}${played.black - standing("black")}`;
  });
}

// The number of squares that tell owners, and of points that are surely enough somebody's for one.
function owners(page) {
  return page.evaluate(() => {
    const paths = [...document.querySelectorAll(".owners path")].map((path) => path.getAttribute("d") ?? "");
    const [{ seen }] = JSON.parse(document.querySelector(".steps-text").textContent);
    const owned = [...seen[3]].filter((letter) => Math.abs((letter.charCodeAt(0) - 97) / 12.5 - 1) > 0.1);
    return { shown: paths.join("").split("M").length - 1, owned: owned.length };
  });
}

// Goes through a review as a reader does.
async function read(page) {
  const text = () => page.textContent(".text");
  const count = (selector) => page.locator(selector).count();
  await page.keyboard.press("ArrowRight");
  assert.match(await text(), /^1\. Black /);
  assert.equal(await count(".stones circle"), 1);
  await page.keyboard.press("End");
  const last = await text();
  assert.equal(await page.textContent(".captured"), `Captured by ${await captures(page)}`);
  await page.keyboard.press("Home");
  await page.click(".steps .last");
  assert.equal(await text(), last);
  await page.locator("svg.board").hover({ position: { x: 5, y: 5 } });
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((last) => document.querySelector(".text").textContent !== last, last);
  // From the list of moves and from the chart.
  await page.locator(".list tr[data-step]").nth(4).click();
  assert.match(await text(), /^5\. /);
  const chart = page.locator("svg.course");
  await chart.click({ position: { x: (await chart.boundingBox()).width - 13, y: 20 } });
  assert.equal(await text(), last);
  // What the search has seen: candidates, owners, and a line that can be played.
  await page.keyboard.press("Home");
  assert.ok(await count(".candidates g") > 0);
  assert.equal((await owners(page)).shown, 0);
  await page.keyboard.press("o");
  const { shown: squares, owned } = await owners(page);
  assert.ok(owned > 0 && squares >= owned, `${squares} squares for ${owned} points`);
  await page.keyboard.press("c");
  assert.equal(await count(".candidates g"), 0);
  await page.keyboard.press("c");
  await page.locator(".choices tbody tr").first().hover();
  assert.ok(await count(".marks .sign") > 0);
  assert.equal(await count(".candidates g"), 0);
  await page.locator(".choices button").first().click();
  // Away from the list, whose next line would be shown.
  await page.mouse.move(2, 2);
  assert.equal(await count(".stones circle"), 1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("m");
  const worst = page.locator(".mistakes li");
  if (await worst.count() > 0) {
    // The position before it, where the better line is the next one.
    await worst.first().locator("b").first().click();
    assert.ok(await count(".stones circle") > 0 || /wins/.test(await text()));
    await page.keyboard.press("ArrowRight");
    assert.match(await text(), /^Line: /);
    const reason = page.locator(".mistakes .reason");
    if (await reason.count() > 0) {
      await reason.first().click();
      const before = await page.textContent(".steps output");
      await page.keyboard.press("ArrowRight");
      assert.notEqual(await page.textContent(".steps output"), before);
    }
  }
  // Filters.
  const shown = () => page.locator(".list tbody tr:not([hidden])").count();
  const all = await shown();
  await page.check("[name=color][value=white]");
  assert.equal(await shown(), Math.floor(all / 2));
  await page.fill("[name=lost]", "1000");
  assert.equal(await shown(), 0);
  // Light and dark.
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await back();
  await page.click(".theme");
  assert.notEqual(await back(), before);
  const saved = await downloaded(page, () => page.click(".download"));
  assert.match(saved.name, /\.review\.sgf$/);
  assert.equal(saved.text, fs.readFileSync(path.join(folder, "review.sgf"), "utf8"));
}

// Plays the variations of a record: from their list, and from one to another by the letters on the board.
async function vary(page) {
  const text = () => page.textContent(".text");
  const item = page.locator(".variations li");
  assert.equal(await item.count(), 1);
  assert.equal(await item.textContent(), "Move 3: D5 D6 C6 B5</script> A hane & more");
  await item.click();
  assert.match(await text(), /^2\. White C5/);
  // Without candidates every variation has its letter.
  await page.keyboard.press("c");
  const signs = () => page.locator(".marks .sign").allTextContents();
  assert.deepEqual(await signs(), ["a"]);
  await page.locator(".marks .sign").click({ force: true });
  assert.match(await text(), / Black D5[^]*A hane & more$/);
  assert.deepEqual(await signs(), ["key"]);
  assert.equal(await page.locator(".marks .triangle").count(), 1);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await signs(), ["a", "b"]);
  await page.locator(".marks .sign").nth(1).click({ force: true });
  assert.match(await text(), / Black E6/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.match(await text(), / White B5/);
  assert.ok(await page.locator(".steps .last").isDisabled());
  await page.keyboard.press("c");
  await page.keyboard.press("Home");
}

// Looks at a game of a match on its board.
async function watch(page) {
  assert.equal(await page.locator(".viewer").count(), 0);
  await page.locator("[data-shows]").nth(1).click();
  assert.match(await page.textContent(".shown h3"), /^Game 1$/);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".shown .text"), /^1\. Black /);
  assert.equal(await page.locator(".shown .stones circle").count(), 1);
  if (shots) await page.screenshot({ path: path.join(shots, "game.png") });
}

// Plays the lines that show what becomes of chains, one after another, and goes back to the count.
async function prove(page) {
  const lines = page.locator("li [data-through]");
  assert.ok(await lines.count() > 1);
  const place = () => page.textContent(".steps output");
  const counted = await place();
  for (let at = 0; at < await lines.count(); at += 1) {
    await lines.nth(at).click();
    const told = await page.textContent(".text");
    const { step, through } = await lines.nth(at).evaluate(({ dataset: { step, through } }) => ({ step, through }));
    const moves = told.match(/ begins: ([^.]*)\./)[1].split(" ").length;
    assert.equal(moves, Number(through) - Number(step) + 1);
    for (let move = 1; move < moves; move += 1) await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator(".steps .last").isDisabled());
  }
  await page.locator(".beside [data-step]:not([data-through])").click();
  assert.equal(await place(), counted);
  assert.ok(await page.locator(".marks .dead").count() > 0);
}

// Goes from a test to its position.
async function test(page) {
  const questions = fs.readFileSync(tests, "utf8").match(/^\d+ reg_genmove [bw]$/gm);
  const rows = page.locator("details tr[data-step]");
  assert.ok(await rows.count() > 5);
  await rows.nth(2).click();
  assert.match(await page.textContent(".text"), new RegExp(`^${questions[2]}\\s+expected `));
  assert.equal(await page.locator(".marks .right").count(), 1);
  assert.equal(await page.locator(".marks .answered").count(), 1);
  assert.ok(await page.locator(".stones circle").count() > 5);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".text"), new RegExp(`^${questions[3]}\\s+expected `));
}

process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

// The picture of a review, where its third mistake is to come.
async function portray(file) {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1200, height: 872 } });
  await page.goto(`file://${path.resolve(file)}`);
  await page.keyboard.press("Home");
  for (let mistake = 0; mistake < 3; mistake += 1) await page.keyboard.press("m");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".candidates text");
  await page.screenshot({ path: path.join(shots, "review.jpg"), type: "jpeg", quality: 80 });
  await browser.close();
}

async function main() {
  if (reviewed) return portray(reviewed);
  const pages = write();
  const browsers = { light: await launch({ scheme: "light" }), dark: await launch({ scheme: "dark" }) };
  for (const [name, file] of Object.entries(pages)) {
    for (const width of [1280, 390]) {
      for (const scheme of ["light", "dark"]) {
        const { page, errors, what } = await look(browsers[scheme], name, file, width, scheme);
        if (name === "review") await read(page);
        if (name === "taught") await vary(page);
        if (name === "match") await watch(page);
        if (name === "regress") await test(page);
        if (name === "life") await prove(page);
        assert.deepEqual(errors, [], what);
        await page.close();
      }
    }
    console.log(`${name}: as it should be`);
  }
  for (const browser of Object.values(browsers)) await browser.close();
}

main().then(
  () => fs.rmSync(folder, { recursive: true }),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
