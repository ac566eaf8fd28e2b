// What the tests of pages in a real browser share: the browser, and what no page may have.

const { strict: assert } = require("node:assert");
const { chromium, firefox } = require("playwright-core");

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

// The browser that BROWSER names: the path of Chromium or of a Firefox, as distributions have it.
const program = process.env.BROWSER ?? "/usr/bin/chromium";
const isFirefox = /firefox/.test(program);

const downloads = fs.mkdtempSync(path.join(os.tmpdir(), "kosumi-downloads-"));
process.on("exit", () => fs.rmSync(downloads, { recursive: true, force: true }));

function launch({ scheme = "light" } = {}) {
  if (isFirefox) {
    // Its driver sets no themes; a setting of the browser stands for that.
    const firefoxUserPrefs = { "ui.systemUsesDarkTheme": scheme === "dark" ? 1 : 0 };
    return firefox.launch({ executablePath: program, channel: "moz-firefox", firefoxUserPrefs, downloadsPath: downloads });
  }
  return chromium.launch({
    executablePath: program,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

// The name and the text of a file that the page offers after something was done.
async function downloaded(page, act) {
  if (!isFirefox) {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), "utf8") };
  }
  await act();
  for (let wait = 0; wait < 100; wait += 1) {
    await page.waitForTimeout(100);
    const names = fs.readdirSync(downloads);
    const [name] = names;
    const isWhole = names.length === 1 && fs.statSync(path.join(downloads, name)).size > 0;
    if (!isWhole) continue; // a part of it has a name of its own
    const text = fs.readFileSync(path.join(downloads, name), "utf8");
    fs.rmSync(path.join(downloads, name));
    return { name, text };
  }
  throw new Error("nothing was saved");
}

// Text that is smaller on the screen than twelve pixels.
function tooSmall() {
  const found = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const isShown = element.checkVisibility?.() && element.getBoundingClientRect().width > 0;
    if (!isText || !isShown || element.closest("script, style, title")) continue;
    const drawing = element.ownerSVGElement;
    const box = drawing?.viewBox.baseVal;
    const scale = box?.width ? drawing.clientWidth / box.width : 1;
    const size = scale * parseFloat(getComputedStyle(element).fontSize);
    if (size < 11.9) found.add(`${element.tagName} ${element.getAttribute("class")} ${size.toFixed(1)}: ${element.textContent.slice(0, 20)}`);
  }
  return [...found];
}

// Nothing too small to be read, and nothing wider than the window.
async function isReadable(page, what) {
  assert.deepEqual(await page.evaluate(tooSmall), [], what);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  const { width } = page.viewportSize();
  assert.ok(wide <= width, `${what}: ${wide} pixels wide`);
}

module.exports = { downloaded, isFirefox, isReadable, launch };
