// A server of `kosumi web`, or of pages without one, and the visits to them, for scripts/web.js.

const { strict: assert } = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { isFirefox, isReadable } = require("./browser.js");

const kosumi = path.resolve(process.env.KOSUMI ?? path.join(__dirname, "..", "target", "release", "kosumi"));
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WINDOWS = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 }, 320: { width: 320, height: 640 } };

class Kosumi {
  // Starts the server; its first line with an address is where pages begin.
  static start(folder) {
    const server = new Kosumi();
    const words = ["web", "--no-open", "--port", "0", "--folder", folder, "--visits", "30", "--threads", "1"];
    server.process = spawn(kosumi, words, { stdio: ["ignore", "pipe", "inherit"] });
    return new Promise((resolve, reject) => {
      let told = "";
      server.process.stdout.on("data", (text) => {
        told += text;
        [server.address] = told.match(/http:\/\/127\.0\.0\.1:\d+\/\S*/) ?? [];
        if (server.address) resolve(server);
      });
      server.process.on("exit", (code) => reject(new Error(`kosumi web ended with ${code}: ${told}`)));
    });
  }

  // Ends the server, if it has not ended.
  kill() {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.process.removeAllListeners("exit").on("exit", resolve);
      this.process.kill("SIGKILL");
    });
  }
}

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

// The folder that scripts/web.sh makes, in some folder of a web space.
class Site {
  static start(folder) {
    const site = new Site(), root = path.resolve(folder);
    site.server = http.createServer(({ url }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      const file = path.join(root, pathname.replace(/^\/go/, "").replace(/\/$/, "/index.html"));
      const isThere = pathname.startsWith("/go/") && file.startsWith(root) && fs.existsSync(file);
      response.writeHead(isThere ? 200 : 404, { "Content-Type": KINDS[path.extname(file)] ?? "text/plain" });
      response.end(isThere ? fs.readFileSync(file) : "");
    });
    return new Promise((resolve) => {
      site.server.listen(0, "127.0.0.1", () => {
        site.address = `http://127.0.0.1:${site.server.address().port}/go/?visits=30`;
        resolve(site);
      });
    });
  }

  kill() {
    this.server.closeAllConnections();
    return new Promise((resolve) => { this.server.close(resolve); });
  }
}

// A page, and what is wrong on it.
class Visit {
  static async begin(browser, address, { width = 1280, scheme = "light", touch = false, pictures = null } = {}) {
    const visit = new Visit();
    const phone = isFirefox ? {} : { colorScheme: scheme, hasTouch: touch, isMobile: touch };
    visit.context = await browser.newContext({ viewport: WINDOWS[width], acceptDownloads: true, locale: "en-US", ...phone });
    visit.what = `${width} pixels, ${scheme}`;
    visit.errors = [];
    visit.pictures = pictures;
    visit.page = await visit.context.newPage();
    visit.page.setDefaultTimeout(15_000);
    const { page, errors } = visit, { origin } = new URL(address);
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => !request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()) && errors.push(request.url()));
    page.on("response", async (response) => response.status() >= 400 && errors.push(`${response.request().postData()}: ${await response.text()}`));
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(address);
    await page.waitForSelector(".cards");
    return visit;
  }

  async end() {
    assert.deepEqual(this.errors, [], this.what);
    await this.context.close();
  }

  // What must hold on each screen; lists may be longer than the window.
  async check(screen, { isList = false } = {}) {
    const { page } = this, what = `${screen}, ${this.what}`;
    await isReadable(page, what);
    if (this.what.startsWith("1280") && !isList) {
      const high = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(high <= 800, `${what}: ${high} pixels high`);
    }
    assert.deepEqual(await this.violations(), [], what);
    if (this.pictures) {
      fs.mkdirSync(this.pictures, { recursive: true });
      const name = `${screen}-${this.what.replace(" pixels, ", "-")}.jpg`;
      await page.screenshot({ path: path.join(this.pictures, name), type: "jpeg", quality: 66 });
    }
  }

  // What the rules of axe-core find. In Chromium they run in a world of their own, so that the policy of the page stays.
  async violations() {
    const { page } = this;
    const look = "axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) => impact + ' ' + id + ': ' + nodes[0].html))";
    if (isFirefox) {
      await page.evaluate(axe);
      return page.evaluate(look);
    }
    const session = await this.context.newCDPSession(page);
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const run = (expression) => session.send("Runtime.evaluate", { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true });
    await run(axe);
    const { result } = await run(look);
    await session.detach();
    return result.value;
  }

  // Where a point of the board is in the window.
  async spot(name, columns = 9, rows = columns) {
    await this.page.locator("svg.board").scrollIntoViewIfNeeded();
    const board = await this.page.locator("svg.board").boundingBox();
    const edge = await this.page.locator(".lines.edge").evaluate((lines) => {
      const { x, y, width, height } = lines.getBBox();
      return { x, y, width, height };
    });
    const column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(name[0]), row = rows - Number(name.slice(1));
    return [board.x + edge.x + column * edge.width / (columns - 1), board.y + edge.y + row * edge.height / (rows - 1)];
  }

  async click(name, columns) {
    await this.page.mouse.click(...await this.spot(name, columns));
  }

  stones() {
    return this.page.locator(".stones > circle").count();
  }

  async hasStones(count) {
    await this.page.waitForFunction((count) => document.querySelectorAll(".stones > circle").length === count, count);
  }

  async newGame({ who = "black", size = "9", rank, black, white, rules, komi, clock, columns, rows }) {
    const { page } = this;
    await page.click("[data-act=newGame]");
    await page.check(`dialog [name=who][value=${who}]`);
    await page.check(`dialog [name=size][value="${size}"]`);
    const field = (text) => page.locator(`dialog .field:has(> span:text-is("${text}"))`).locator("input, select");
    if (black) await field("Strength of Black").selectOption(black);
    if (white) await field("Strength of White").selectOption(white);
    if (rank) await field("Strength").selectOption(rank);
    if (rules) await field("Rules").selectOption(rules);
    if (komi) await field("Komi").fill(komi);
    if (clock) await field("Clock").selectOption(clock);
    // By keys, as Firefox's driver would add to what is there.
    for (const [name, number] of [["Columns", columns], ["Rows", rows]].filter(([, number]) => number)) {
      await field(name).press("ControlOrMeta+a");
      await field(name).pressSequentially(number);
    }
    await page.click("dialog .primary");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForSelector(".lines.edge");
  }
}

module.exports = { Kosumi, Site, Visit };
