#!/usr/bin/env node
// Plays, marks, saves, opens and analyzes games on the page of `kosumi web` in a real browser, by mouse, finger and
// keys. Nothing may be an error there, ask another server, be too small, too wide or against the rules of axe-core.
//
//     npm install --prefix DIR playwright-core@1.62 axe-core && apt-get install chromium firefox-esr
//     NODE_PATH=DIR/node_modules [KOSUMI=target/release/kosumi] [BROWSER=/usr/bin/chromium] scripts/web.js \
//         [--only WORDS] [--pictures FOLDER [--record FILE]] [--site FOLDER]
//
// BROWSER is the path of Chromium or of Firefox. WORDS choose the tests that have them in their names. FOLDER is for
// pictures of all screens, and of a tour through the record FILE. With --site the pages are those without a server that scripts/web.sh
// has made. Exit status 0 only if all holds.

const { strict: assert } = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { downloaded, isFirefox, launch } = require("./browser.js");
const { Kosumi, Site, Visit } = require("./visit.js");

const site = flag("--site"), pictures = flag("--pictures"), record = flag("--record"), only = flag("--only") ?? "";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kosumi-web-"));

// A game with a comment, a variation and marks.
const RECORD = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[Anna]PW[Berta]BR[4k]WR[3k];B[ee]C[The center.];W[ec];B[gc](;W[cg];B[gg];W[ce];B[cf])"
  + "(;W[gg]TR[gc]C[Another corner.];B[cg];W[cc]))";

function flag(name) {
  const place = process.argv.indexOf(name);
  return place < 0 ? null : process.argv[place + 1];
}

// Two people play a whole game with the mouse, in which a wall divides the board and one stone of each is lost.
async function playByMouse(visit) {
  const { page } = visit;
  await visit.newGame({ who: "people", rules: "chinese", komi: "6.5" });
  const moves = [5, 4, 6, 3, 7, 2, 8, 1, 9].flatMap((row) => [`E${row}`, `F${row}`]).concat(["H5", "B5"]);
  for (const [place, move] of moves.entries()) {
    await visit.click(move);
    await visit.hasStones(place + 1);
  }
  // A point that is taken stays as it is.
  await visit.click("E5");
  assert.equal(await visit.stones(), moves.length);
  assert.match(await page.textContent("#position"), /White B5\. Black: .*H5.*\. White: .*B5/);
  await visit.check("play");
  for (let pass = 0; pass < 2; pass += 1) {
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    if (pass === 0) await page.waitForFunction(() => document.querySelector(".status").textContent === "White to move");
  }
  await page.waitForSelector(".marking:not([hidden])");
  await markDead(visit, ["H5", "B5"]);
  await visit.check("marking");
  const white = page.getByRole("button", { name: "White accepts" });
  // On the page, which a browser may scroll before it clicks.
  const placeOf = (button) => button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y + scrollY, width, height].map((length) => Math.round(10 * length) / 10);
  });
  const place = await placeOf(white);
  await page.click("text=Black accepts");
  await page.waitForSelector("text=Black has accepted");
  assert.deepEqual(await placeOf(white), place, "a button stays where it is");
  await white.click();
  await page.waitForFunction(() => document.querySelector(".status").textContent === "Black wins by 2.5 points");
  await page.waitForSelector(".every tr.own");
  assert.ok(await page.locator(".every tbody tr").count() >= 4);
  await visit.check("result");
  await saveAndOpen(visit, moves.length + 2);
}

// kosumi finds the dead stones; one of them is called alive and dead again.
async function markDead(visit, names) {
  const settle = (count) => visit.page.waitForFunction((count) => document.querySelectorAll(".marks .dead").length === count, count);
  await settle(names.length);
  await visit.click(names[0]);
  await settle(names.length - 1);
  await visit.click(names[0]);
  await settle(names.length);
}

// The saved file is a record of the same moves, and opening it shows them.
async function saveAndOpen(visit, moves) {
  const { page } = visit;
  const { name, text } = await downloaded(page, () => page.click("text=Save as SGF"));
  assert.match(name, /\.sgf$/);
  const file = path.join(folder, "saved.sgf");
  fs.writeFileSync(file, text);
  assert.equal(text.match(/;\s*[BW]\[/g).length, moves);
  assert.match(text, /RE\[B\+2\.5\]/);
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", file);
  await page.waitForSelector(".panel.analyze");
  await page.keyboard.press("End");
  await page.waitForFunction((moves) => document.querySelector(".steps .count").textContent === `${moves} / ${moves}`, moves);
  assert.equal(await visit.stones(), moves - 2);
}

// Plays a whole game against kosumi without a mouse.
async function playByKeys(visit) {
  const { page } = visit;
  await visit.newGame({ who: "black", clock: "byo-yomi" });
  for (let presses = 0; !await page.evaluate(() => document.activeElement.matches(".frame")); presses += 1) {
    assert.ok(presses < 30, "the board can be reached by Tab");
    await page.keyboard.press("Tab");
  }
  const moves = ["E5", "C3", "G7", "C7", "G3", "E3", "E7", "D4", "F6"];
  const status = () => page.textContent(".status");
  const isMine = () => page.waitForFunction(() => !/thinks/.test(document.querySelector(".status").textContent), null, { timeout: 30_000 });
  for (const move of moves) {
    await isMine();
    if (!/Your move/.test(await status())) break;
    if (new RegExp(`\\b${move}\\b`).test(await page.textContent("#position"))) continue;
    const before = await page.textContent(".steps .count");
    await moveCursor(page, move);
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector(".steps .count").textContent !== before, before);
  }
  await isMine();
  assert.match(await page.textContent("#live"), /^White /);
  await visit.check("playing");
  for (let passes = 0; /Your move/.test(await status()); passes += 1) {
    assert.ok(passes < 100, "the game comes to an end");
    const before = await page.textContent(".steps .count");
    await page.locator(".frame").focus();
    await page.keyboard.type("pass");
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector(".steps .count").textContent !== before, before);
    await isMine();
  }
  if (await page.locator(".marking:not([hidden])").count() > 0) {
    await page.waitForSelector(".marking .primary:not([hidden], :disabled)");
    await page.getByRole("button", { name: "Black accepts" }).press("Enter");
  }
  await page.waitForSelector(".play .primary:has-text('Analyze the game')");
  assert.match(await status(), /wins|drawn/);
}

// To a point from wherever the cursor is: into the corner first.
async function moveCursor(page, name, columns = 9, rows = columns) {
  await page.locator(".frame").focus();
  const press = async (key, times) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  await press("ArrowLeft", columns);
  await press("ArrowUp", rows);
  await press("ArrowRight", "ABCDEFGHJ".indexOf(name[0]));
  await press("ArrowDown", rows - Number(name.slice(1)));
  assert.match(await page.textContent("#live"), new RegExp(`^${name}: `));
}

// kosumi begins where one takes White, and plays a whole game with itself, at two strengths.
async function watch(visit) {
  const { page } = visit;
  await visit.newGame({ who: "white", rank: "15k" });
  assert.deepEqual(await page.locator(".player .rank").allTextContents(), ["15k", ""]);
  await visit.hasStones(1);
  await page.click("[data-act=home]");
  await visit.newGame({ who: "watch", size: "other", columns: "5", rows: "5", black: "15k", white: "7d" });
  assert.deepEqual(await page.locator(".player .rank").allTextContents(), ["15k", "7d"]);
  assert.equal(await page.locator(".panel.play .typed, .panel.play .grave").filter({ visible: true }).count(), 0, "nothing to do");
  await visit.check("watching");
  await page.waitForFunction(() => /wins|drawn/.test(document.querySelector(".status").textContent), null, { timeout: 90_000 });
  await page.waitForSelector(".play .primary:has-text('Analyze the game')");
}

// A record from a folder, by a drop, and by its path below the folder of games, beyond which nothing is read.
async function openAll(visit) {
  const { page } = visit, shelf = path.join(folder, "shelf"), named = (name) => RECORD.replace("Anna", name);
  fs.mkdirSync(shelf, { recursive: true });
  fs.mkdirSync(path.join(folder, "games", "shelf"), { recursive: true });
  for (const name of ["Clara", "Dora"]) fs.writeFileSync(path.join(shelf, `${name}.sgf`), named(name));
  fs.writeFileSync(path.join(shelf, "notes.txt"), "no record");
  fs.writeFileSync(path.join(folder, "games", "shelf", "emma.sgf"), named("Emma"));
  const plays = (name) => page.waitForFunction((name) => document.querySelector(".players")?.textContent.includes(name), name);
  await page.click("[data-act=open]");
  if (isFirefox) {
    // Its driver has no folders: their files are given one by one, as the browser would.
    const files = fs.readdirSync(shelf).map((name) => [name, fs.readFileSync(path.join(shelf, name), "utf8")]);
    await page.locator("dialog.open [webkitdirectory]").evaluate((input, files) => {
      const given = new DataTransfer();
      for (const [name, text] of files) given.items.add(new File([text], name));
      input.files = given.files;
      input.dispatchEvent(new Event("change"));
    }, files);
  } else {
    await page.setInputFiles("dialog.open [webkitdirectory]", shelf);
  }
  await page.waitForSelector("dialog.choose li");
  assert.equal(await page.locator("dialog.choose li").count(), 2);
  await page.click("dialog.choose li:has-text('Dora') button");
  await plays("Dora");
  await page.evaluate((record) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([record], "clara.sgf"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, named("Clara"));
  await plays("Clara");
  if (site) {
    // Without a server there is no folder to read in.
    await page.click("[data-act=open]");
    assert.equal(await page.locator("dialog.open [aria-label^='A path']").count(), 0);
    // A network is kept, and known when the page has begun anew.
    const buffer = fs.readFileSync(path.join(__dirname, "../src/eval/own.bin.gz"));
    await Promise.all([page.waitForEvent("load"), page.setInputFiles("#open-file", { name: "again.bin.gz", mimeType: "application/gzip", buffer })]);
    await page.waitForSelector(".panel.analyze");
    await page.click("#tab-compare");
    assert.deepEqual(await page.locator(".compare [name=network] option").allTextContents(), ["own", "again"]);
    return;
  }
  const byPath = async (name) => {
    await page.click("[data-act=open]");
    await page.fill("dialog.open [aria-label^='A path']", name);
    await page.click("dialog.open .primary");
  };
  await byPath("shelf/emma.sgf");
  await plays("Emma");
  await byPath("../shelf/Dora.sgf");
  await page.waitForSelector("#notes .error");
  // The refusal, which the page has shown, is what was to come.
  for (let wait = 0; visit.errors.length === 0 && wait < 50; wait += 1) await page.waitForTimeout(100);
  assert.ok(visit.errors.length > 0 && visit.errors.every((one) => /shelf|400|403|404/.test(one)), visit.errors.join("; "));
  visit.errors.length = 0;
  await page.click("dialog.open .actions button:not(.primary)");
  await plays("Emma");
}

// A finger on a small board aims first, and plays when it is told so.
async function playByTouch(visit) {
  const { page } = visit;
  await visit.newGame({ who: "people", size: "19" });
  const tap = async (name) => page.touchscreen.tap(...await visit.spot(name, 19));
  await tap("D4");
  await page.waitForSelector(".confirm:not([hidden])");
  assert.equal(await visit.stones(), 0);
  await visit.check("aiming");
  await tap("Q4");
  await page.click("text=Play Q4");
  await visit.hasStones(1);
  await tap("D16");
  await tap("D16");
  await visit.hasStones(2);
  await page.click("text=Undo");
  await visit.hasStones(1);
}

async function analyze(visit) {
  const { page } = visit;
  await page.evaluate((record) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", record);
    const paste = new ClipboardEvent("paste", { bubbles: true });
    Object.defineProperty(paste, "clipboardData", { value: clipboardData }); // Firefox gives an event no data
    document.dispatchEvent(paste);
  }, RECORD);
  await page.waitForSelector(".panel.analyze");
  assert.match(await page.textContent(".players"), /Anna.*4k.*Berta.*3k/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".panel .note:text-is('The center.')");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(".panel .note:text-is('Another corner.')");
  assert.equal(await page.locator(".marks .mark").count(), 1);
  await liveReports(visit);
  await editTree(visit);
}

// Candidates come while one looks, a pointer plays their lines out, a click plays them.
async function liveReports(visit) {
  const { page } = visit;
  await page.click(".switch");
  await page.waitForSelector(".board .best");
  await page.check("[name=ownership]");
  await page.waitForFunction(() => document.querySelector(".owners .black").getAttribute("d")?.length > 20);
  await page.check("[name=policy]");
  assert.deepEqual(await page.evaluate(overlaps), [], visit.what);
  await page.uncheck("[name=policy]");
  const before = await visit.stones();
  const row = page.locator(".choices tbody tr").first();
  await row.locator("button").focus();
  await page.waitForFunction((before) => document.querySelectorAll(".stones > circle").length > before, before);
  assert.ok(await page.locator(".marks .sign").count() > 0);
  await visit.check("line");
  await row.locator("button").blur();
  await visit.hasStones(before);
  await visit.check("analysis");
  await compare(visit);
  await row.locator("button").click();
  await page.waitForFunction((before) => document.querySelectorAll(".stones > circle").length !== before, before);
  await page.click(".switch");
  await page.waitForSelector(".switch[aria-checked=false]");
}

// With another komi and another number of the search there are two figures for each move.
async function compare(visit) {
  const { page } = visit;
  await page.click("#tab-compare");
  await page.fill(".compare [name=komi]", "40");
  await page.locator(".compare [name=komi]").blur();
  await page.click(".compare summary");
  await page.selectOption(".compare [name=param]", "cpuctExploration");
  await page.fill(".compare [name=value]", "1.5");
  await page.click(".compare form button");
  await page.waitForSelector(".params li");
  await visit.check("compare");
  await page.click("#tab-moves");
  await page.waitForFunction(() => document.querySelector(".choices tbody td:nth-child(3)").textContent.includes(" / "));
  await page.click("#tab-compare");
  await page.click("text=As usual");
  await page.waitForFunction(() => document.querySelectorAll(".params li").length === 0 && document.querySelector(".compare [name=komi]").value === "");
  await page.click("#tab-moves");
}

// Labels on the board that touch each other.
function overlaps() {
  const boxes = [...document.querySelectorAll(".board .candidates g")].map((group) => {
    const texts = [...group.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
    return texts.length === 0 ? null : {
      name: group.textContent, left: Math.min(...texts.map(({ left }) => left)), right: Math.max(...texts.map(({ right }) => right)),
      top: Math.min(...texts.map(({ top }) => top)) + 2, bottom: Math.max(...texts.map(({ bottom }) => bottom)) - 2,
    };
  }).filter(Boolean);
  return boxes.flatMap((one, place) => boxes.slice(place + 1)
    .filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
    .map((other) => `${one.name} and ${other.name}`));
}

// A comment, a mark, a variation that becomes the main line, one that goes; what is saved has all of it.
async function editTree(visit) {
  const { page } = visit;
  await page.click("#tab-edit");
  await page.fill(".editor textarea", "Written by hand.");
  await page.locator(".editor textarea").blur();
  await page.click("[aria-label=Square]");
  await visit.click("A1");
  await page.waitForSelector(".marks .mark");
  await visit.check("edit");
  await page.click("[aria-label='Play']");
  await page.click("text=Make main line");
  await page.waitForFunction(() => [...document.querySelectorAll(".editor button")].find((one) => one.textContent === "Make main line").disabled);
  const before = await page.textContent(".steps .count");
  await visit.click("J9");
  await page.waitForFunction((before) => document.querySelector(".steps .count").textContent !== before, before);
  await page.click("text=Delete");
  await page.waitForFunction((before) => document.querySelector(".steps .count").textContent === before, before);
  await page.click("#tab-count");
  await page.click("text=Count this position");
  await page.waitForSelector(".every tbody tr");
  await visit.check("count");
  const { text } = await downloaded(page, () => page.click("[data-act=save]"));
  for (const part of ["Written by hand.", "SQ[ai]", "The center.", "PB[Anna]"]) assert.ok(text.includes(part), `${part} in ${text}`);
}

// Black's wall on the left lives with A2. He plays elsewhere, and White kills it.
const BLUNDER = "(;SZ[7:3]KM[-9.5]PB[Ada]PW[Bo]RE[W+R]AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec];B[gb];W[ab];B[ga])";

// The mistakes of a reviewed game as problems: a try that fails with its reasons, the solution, and figures over all games.
async function learn(visit) {
  const { page } = visit, told = () => page.textContent(".learn .told");
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", { name: "blunder.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(BLUNDER) });
  await page.waitForSelector(".panel.analyze");
  await page.locator(".joined select").selectOption("50");
  await page.click(".joined button");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".judged:has-text('loses')", { timeout: 40_000 });
  await page.waitForSelector(".moves progress", { state: "hidden", timeout: 40_000 });
  await page.click("[data-act=home]");
  await page.click(".card.learn");
  const problem = page.locator(".study li.due button").filter({ hasText: "Ada – Bo, 1" }).first();
  await problem.waitFor();
  await page.waitForSelector(".me .figures-list dd");
  await visit.check("study", { isList: true });
  await problem.click();
  await page.waitForSelector(".panel.analyze");
  const tried = async (at) => page.mouse.click(...await visit.spot(at, 7, 3));
  await tried("F2");
  await page.waitForFunction(() => /F2/.test(document.querySelector(".learn .told").textContent), null, { timeout: 20_000 });
  assert.ok(!/A2/.test(await told()), "the solution is not told");
  await tried("A2");
  await page.waitForFunction(() => document.querySelector(".learn .told").textContent.startsWith("Right."), null, { timeout: 20_000 });
}

// White's corner lives if White moves first.
const CORNER = "(;SZ[7]AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec])";

// A group that the next move decides, with the line of either player.
async function unsettled(visit) {
  const { page } = visit;
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", { name: "corner.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(CORNER) });
  await page.waitForSelector(".panel.analyze");
  await page.click("#tab-count");
  await page.click("text=Count this position");
  const rows = page.locator(".unsettled button");
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  assert.match(await rows.nth(0).textContent(), /^White .*captured if Black moves first/);
  assert.match(await rows.nth(1).textContent(), /^White moves first/);
  await visit.check("unsettled");
  await rows.nth(1).click();
  await page.waitForSelector(".shown-line:not([hidden])");
}

// What becomes of a group that is clicked, with each first move, and after a try of one's own.
async function solve(visit) {
  const { page } = visit, rows = page.locator(".life .evidence button"), told = page.locator(".life .told");
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", { name: "corner.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(CORNER) });
  await page.waitForSelector(".panel.analyze");
  await page.click("#tab-count");
  const ask = async (stone) => {
    await page.click("text=Life and death");
    await page.waitForSelector("text=Click a stone of the group.");
    await visit.click(stone, 7);
  };
  await ask("A6");
  await rows.first().waitFor();
  assert.equal(await told.textContent(), "White's 5 stones at A6: Black captures, with B7.");
  assert.match(await rows.first().textContent(), /^B7captures/);
  assert.ok(await page.locator(".life .bad button").count() > 0);
  await visit.check("life");
  await rows.first().click();
  await page.waitForSelector(".shown-line:not([hidden])");
  await page.keyboard.press("Escape");
  // Black's other move does not work, and White answers.
  await visit.click("A7", 7);
  await visit.hasStones(13);
  await ask("A6");
  await page.waitForFunction(() => document.querySelector(".life .told").textContent.includes("White lives"));
  // Two stones are asked about by two clicks.
  await page.click("text=Connection");
  await page.waitForSelector("text=Click two stones of one color.");
  await visit.click("A7", 7);
  await page.waitForSelector("text=Click the other stone.");
  await visit.click("E5", 7);
  await page.waitForFunction(() => document.querySelector(".life .told").textContent.startsWith("Black's stones at A7 and E5"));
  // The answer about one group is not taken for that about another, which was asked about meanwhile.
  const held = [], reads = () => document.querySelector(".life .told").textContent === "kosumi reads.";
  const isAsked = (request) => request.method() === "POST" && request.postData().includes('"solve"');
  await page.route("**/api", (route) => isAsked(route.request()) ? held.push(route) : route.continue());
  for (const stone of ["A6", "E5"]) {
    await ask(stone);
    await page.waitForFunction(reads);
  }
  const release = async () => {
    const answer = page.waitForResponse((response) => isAsked(response.request()));
    await held.shift().continue();
    await answer;
  };
  await release();
  while (held.length === 0) await page.waitForTimeout(20);
  assert.ok(await page.evaluate(reads));
  await release();
  await page.waitForFunction((first) => document.querySelector(".life .told").textContent !== first, "kosumi reads.");
  await page.unroute("**/api");
}

// A review in the background, mistakes in the chart, reasons with their lines, and the next move as a riddle.
async function review(visit) {
  const { page } = visit;
  await page.click("#tab-moves");
  await page.locator(".joined select").selectOption("50");
  await page.click(".joined button");
  await page.waitForFunction(() => document.querySelector(".course .value").getAttribute("d").split("L").length > 5, null, { timeout: 40_000 });
  await page.waitForSelector(".moves progress", { state: "hidden", timeout: 40_000 });
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".judged"), /loses/);
  const line = page.locator(".evidence li:has(small) button").first();
  if (await line.count() > 0) {
    await line.click();
    await page.waitForSelector(".shown-line:not([hidden])");
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.textContent(".steps .count"), /^\d+ \/ \d+$/);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".shown-line", { state: "hidden" });
  }
  await visit.check("review");
  await page.click("#tab-learn");
  await page.keyboard.press("Home");
  await page.click("text=Guess the next move");
  await visit.click("A1");
  assert.match(await page.textContent(".learn .told"), /^Not A1/);
  await visit.click("E5");
  await page.waitForFunction(() => document.querySelector(".learn .told").textContent.startsWith("E5 was played"));
  await visit.check("learn");
  await page.click("text=Guess the next move");
}

// Every language has the same words, and the page speaks it.
async function speak(visit) {
  const { page } = visit;
  const words = await page.evaluate(async () => {
    const found = {};
    for (const code of ["en", "es", "fr"]) {
      const { default: words } = await import(new URL(`web/words/${code}.js`, location.href).href);
      found[code] = Object.fromEntries(Object.entries(words).map(([key, entry]) => [key, [entry].flatMap((one) => typeof one === "string" ? [one] : Object.values(one))]));
    }
    return found;
  });
  const values = (texts) => [...new Set(texts.join(" ").match(/\{\w+\}/g))].sort();
  for (const code of ["es", "fr"]) {
    assert.deepEqual(Object.keys(words[code]), Object.keys(words.en), code);
    for (const [key, texts] of Object.entries(words.en)) {
      assert.deepEqual(values(words[code][key]), values(texts), `${code}: ${key}`);
      assert.ok(words[code][key].every((text) => text.trim() !== ""), `${code}: ${key}`);
    }
  }
  await page.click("[data-act=options]");
  await visit.check("settings");
  await page.locator("dialog .field", { hasText: "Language" }).locator("select").selectOption("es");
  await page.waitForSelector("text=Jugar");
  const called = await page.evaluate(async () => {
    const { rulesName } = await import(new URL("web/text.js", location.href).href);
    return ["japanese", "tromp-taylor"].map(rulesName);
  });
  assert.deepEqual(called, ["japonesas", "Tromp-Taylor"]);
  await visit.check("spanish");
}

// Boards of all shapes.
async function shapes(visit) {
  for (const [columns, rows] of [["2", "2"], ["25", "25"], ["7", "13"]]) {
    await visit.newGame({ who: "analysis", size: "other", columns, rows });
    await visit.page.mouse.click(...await visit.spot("B2", Number(columns), Number(rows)));
    await visit.hasStones(1);
    await visit.check(`board-${columns}x${rows}`);
  }
}

// The page is there at once, a stone within a frame, and reports cost no frames.
async function speed(visit) {
  const { page } = visit;
  const painted = [];
  for (let time = 0; time < 3; time += 1) {
    await page.goto(page.url().split("#")[0]);
    await page.waitForSelector(".cards");
    painted.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  }
  await visit.newGame({ who: "analysis", size: "19" });
  const [x, y] = await visit.spot("K10", 19);
  const frames = await page.evaluate(([x, y]) => new Promise((resolve) => {
    const event = { clientX: x, clientY: y, button: 0, pointerType: "mouse", bubbles: true };
    const frame = document.querySelector(".frame");
    for (const kind of ["pointerdown", "pointerup"]) frame.dispatchEvent(new PointerEvent(kind, event));
    let frames = 0;
    const look = () => {
      frames += 1;
      if (document.querySelector(".stones > circle")) resolve(frames);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }), [x, y]);
  await page.click(".switch");
  await page.waitForSelector(".board .best");
  const rate = await page.evaluate(() => new Promise((resolve) => {
    const begin = performance.now();
    let frames = 0;
    const count = (now) => {
      frames += 1;
      if (now - begin > 2000) resolve(frames / (now - begin) * 1000);
      else requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }));
  await page.click(".switch");
  console.log(`first paint ${Math.round(Math.min(...painted))} ms, a stone after ${frames} frame, ${Math.round(rate)} frames a second with reports`);
  assert.ok(Math.min(...painted) < 300);
  assert.equal(frames, 1);
  assert.ok(rate > 45);
}

// Looks ten times a second whether something holds, for five seconds at most.
async function until(holds, message) {
  for (let tries = 0; !await holds(); tries += 1) {
    assert.ok(tries < 50, message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// Whether the file of a game has some texts.
function isSaved(games, ...texts) {
  const read = (name) => fs.readFileSync(path.join(games, name), "utf8");
  return fs.readdirSync(games).some((name) => name.endsWith(".sgf") && texts.every((text) => read(name).includes(text)));
}

// What was played is there after the server was killed. The folder has no other game, as one that was left may be
// written later, and then comes first.
async function survive(browser) {
  const games = path.join(folder, "survive");
  let server = await Kosumi.start(games);
  try {
    const before = await Visit.begin(browser, server.address);
    await before.newGame({ who: "people", size: "13" });
    await before.click("D4", 13);
    await before.hasStones(1);
    await until(() => isSaved(games, "SZ[13]", "B[dj]"), "the move is not saved");
    await before.end();
    await server.kill();
    server = await Kosumi.start(games);
    const after = await Visit.begin(browser, server.address);
    await after.page.locator(".games li button").first().click();
    await after.page.waitForSelector(".frame");
    // A key is lost that comes before the page listens.
    await until(async () => {
      await after.page.keyboard.press("End");
      return await after.stones() === 1;
    }, "the move is gone");
    await after.end();
  } finally {
    await server.kill();
  }
}

// A review names the opening that a move completes.
async function nameOpening(visit) {
  const { page } = visit;
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", { name: "opening.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from("(;SZ[19];B[dp];W[pd];B[pp];W[dd])") });
  await page.waitForSelector(".panel.analyze");
  await page.locator(".joined select").selectOption("50");
  await page.click(".joined button");
  await page.keyboard.press("Home");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".judged:has-text('Nirensei.')", { timeout: 60_000 });
}

// Without a server the browser keeps the games and the page itself: both are there when the network is gone.
async function keepAlone(browser, server) {
  const visit = await Visit.begin(browser, server.address);
  const { page } = visit;
  await visit.newGame({ who: "black" });
  await visit.click("C3");
  await visit.hasStones(2);
  // A worker that breaks is replaced, and the game goes on.
  await page.workers()[0].evaluate(() => postMessage({ broken: "a fault for a test" }));
  await page.waitForTimeout(1000);
  await visit.click("G3");
  await visit.hasStones(4);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await server.kill();
  await visit.context.setOffline(true);
  await page.goto(server.address);
  await page.waitForSelector(".cards");
  await page.locator(".games li button").first().click();
  await visit.hasStones(4);
  await visit.click("G7");
  await visit.hasStones(6);
  await visit.end();
}

// kosumi plays a whole game with itself, by first sight, and reviews it, all in the page.
async function playAndReview(browser, server, size) {
  const visit = await Visit.begin(browser, server.address.replace("visits=30", "visits=1"));
  const { page } = visit;
  await visit.newGame({ who: "watch", size });
  await page.waitForFunction(() => /wins|drawn/.test(document.querySelector(".status").textContent), null, { timeout: 300_000 });
  await page.click("text=Analyze the game");
  await page.waitForSelector(".panel.analyze");
  await page.locator(".joined select").selectOption("50");
  await page.click(".joined button");
  await page.waitForSelector(".moves progress");
  await page.waitForSelector(".moves progress", { state: "hidden", timeout: 900_000 });
  const moves = Number((await page.textContent(".steps .count")).match(/\d+$/)[0]);
  assert.ok(moves > 2 * Number(size), `${moves} moves`);
  await page.keyboard.press("m");
  await page.waitForSelector(".judged:not([hidden])");
  await visit.end();
  return moves;
}

const TESTS = [
  ["a game by mouse", { width: 1280 }, playByMouse],
  ["a game by mouse on a phone", { width: 390, scheme: "dark" }, playByMouse],
  ["a game by keys", { width: 1280, scheme: "dark" }, playByKeys],
  ["a game by keys on a phone", { width: 390 }, playByKeys],
  ["kosumi as Black and alone", { width: 390 }, watch],
  ["opening", { width: 1280 }, openAll],
  ["a finger", { width: 390, touch: true }, playByTouch],
  ["analysis", { width: 1280 }, async (visit) => { await analyze(visit); await review(visit); }],
  ["analysis on a phone", { width: 390, scheme: "dark" }, analyze],
  ["analysis on the smallest phone", { width: 320 }, analyze],
  ["a group that the next move decides", { width: 1280 }, unsettled],
  ["life and death", { width: 1280 }, solve],
  ["life and death on the smallest phone", { width: 320, scheme: "dark" }, solve],
  ["learning", { width: 1280 }, learn],
  ["learning on a phone", { width: 390, scheme: "dark" }, learn],
  ["openings by name", { width: 1280 }, nameOpening],
  ["languages", { width: 320, scheme: "dark" }, speak],
  ["shapes", { width: 1280 }, shapes],
  ["shapes on the smallest phone", { width: 320 }, shapes],
  ["speed", { width: 1280 }, speed],
];

// Pictures of the analysis of a record, a mistake in it, the same on a phone.
async function tour(browser, server) {
  const visit = await Visit.begin(browser, server.address, { pictures });
  const { page } = visit;
  await page.click("[data-act=open]");
  await page.setInputFiles("#open-file", record);
  await page.waitForSelector(".panel.analyze");
  await page.locator(".joined select").selectOption("50");
  await page.click(".joined button");
  await page.waitForSelector(".moves progress");
  await page.waitForSelector(".moves progress", { state: "hidden", timeout: 300_000 });
  await page.keyboard.press("Home");
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowRight");
  await page.click(".switch");
  await page.waitForTimeout(6000);
  await visit.check("tour-analysis");
  await page.click(".switch");
  await page.keyboard.press("Home");
  for (let mistake = 0; mistake < 4; mistake += 1) await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.locator(".evidence li:has(small) button").first().click();
  await visit.check("tour-mistake");
  const address = page.url();
  await visit.end();
  const phone = await Visit.begin(browser, server.address, { width: 390, scheme: "dark", touch: true, pictures });
  await phone.page.goto(address);
  await phone.page.waitForSelector(".panel.analyze");
  await phone.page.keyboard.press("End");
  await phone.check("tour-phone");
  await phone.end();
}

async function main() {
  const server = await (site ? Site.start(site) : Kosumi.start(path.join(folder, "games")));
  let browser = await launch();
  try {
    for (const [name, options, test] of TESTS.filter(([name]) => name.includes(only))) {
      if (isFirefox && options.touch) {
        console.log(`${name}: not tried, the driver of Firefox has no fingers`);
        continue;
      }
      const begin = Date.now();
      if (isFirefox) {
        await browser.close();
        browser = await launch(options);
      }
      const visit = await Visit.begin(browser, server.address, { ...options, pictures });
      if (name === "a game by mouse") await visit.check("start");
      try {
        await test(visit);
      } catch (error) {
        await visit.page.screenshot({ path: path.join(os.tmpdir(), "kosumi-web-failed.png") });
        throw new Error(`${name} (errors of the page: ${visit.errors.join("; ") || "none"})`, { cause: error });
      }
      await visit.end();
      console.log(`${name}: as it should be, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
    }
    if (pictures && record && "tour".includes(only)) await tour(browser, server);
    for (const size of ["9", "19"]) {
      if (!site || !`a whole game and its review on ${size}`.includes(only)) continue;
      const begin = Date.now(), moves = await playAndReview(browser, server, size);
      console.log(`a whole game and its review on ${size}: as it should be, ${moves} moves, ${((Date.now() - begin) / 1000).toFixed(0)} s`);
    }
    if (site && "kept without a network".includes(only)) {
      await keepAlone(browser, server);
      console.log("kept without a network: as it should be");
    }
    if (!site && "killed".includes(only)) {
      await survive(browser);
      console.log("killed and started again: as it should be");
    }
  } finally {
    await browser.close();
    await server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
