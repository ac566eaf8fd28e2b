// What the tests of pages in a real browser share: the browser, and what no page may have.

const { strict: assert } = require("node:assert");
const { chromium } = require("playwright-core");

function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
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

module.exports = { isReadable, launch };
