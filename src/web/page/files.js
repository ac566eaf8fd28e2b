// Games in and out of the page: opened from files, folders, a drop or the clipboard, and saved as SGF.

import { addNetwork, ask } from "./engine.js";
import { button, find, html } from "./dom.js";
import { warn } from "./say.js";
import { word } from "./words.js";

// How files with networks end.
const NETWORK = /\.(bin|bin\.gz|txt\.gz)$/i;

export async function saveGame(table, analysis = false) {
  const answer = await table.ask("save", { analysis });
  if (!answer) return;
  const url = URL.createObjectURL(new Blob([answer.sgf], { type: "application/x-go-sgf" }));
  html("a", { href: url, download: answer.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

// Loads one file or text; of several games in it the reader chooses one.
export async function load(source, open) {
  try {
    let answer = await ask({ do: "load", ...source });
    if (answer.choose) {
      const game = await choose(word("chooseGame"), answer.choose.map(({ index, black, white, date, result, moves }) =>
        [index, `${black || word("black")} – ${white || word("white")}`, [date, result, moves && word("moves", { n: moves })].filter(Boolean).join(", ")]));
      if (game === null) return;
      answer = await ask({ do: "load", ...source, game });
    }
    open(answer);
  } catch (error) {
    warn(error.message);
  }
}

export async function loadFiles(files, open) {
  const network = addNetwork && [...files].find(({ name }) => NETWORK.test(name));
  if (network) return loadNetwork(network);
  const records = [...files].filter(({ name }) => /\.sgf$/i.test(name));
  const found = records.length > 0 ? records : [...files].slice(0, 1);
  if (found.length === 0) return warn(word("noRecords"));
  const at = found.length === 1 ? 0
    : await choose(word("chooseFile", { n: found.length }), found.map((file, at) => [at, file.webkitRelativePath || file.name, `${Math.ceil(file.size / 1000)} kB`]));
  if (at === null) return undefined;
  if (found[at].size > 16_000_000) return warn(word("tooLarge"));
  return load({ base64: await base64(found[at]) }, open);
}

// Adds a network to those that an analysis may be compared with. The page begins anew, as it asks for their names only then.
async function loadNetwork(file) {
  try {
    await addNetwork(file.name.replace(NETWORK, ""), new Uint8Array(await file.arrayBuffer()));
    location.reload();
  } catch (error) {
    warn(error.message);
  }
}

// A dialog with a list; gives the value of the row that was chosen, or null.
function choose(title, rows) {
  return new Promise((resolve) => {
    const dialog = html("dialog", { class: "choose", "aria-label": title });
    const close = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(html("h2", {}, title), html("ul", { class: "games" }, rows.map(([value, text, more]) =>
      html("li", {}, button([html("span", {}, text), html("small", {}, more)], () => close(value))))),
    html("div", { class: "actions" }, button(word("cancel"), () => close(null))));
    dialog.addEventListener("cancel", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// All files of what was dropped, those in folders too.
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [];
  const walk = async (entry) => {
    if (files.length > 5000) return;
    if (entry.isFile) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        for (const one of some) await walk(one);
      }
    }
  };
  for (const entry of entries) await walk(entry);
  return files.length > 0 ? files : [...transfer.files];
}

// The whole page takes dropped files and pasted records.
export function hearFiles(open) {
  const show = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    show(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && show(false));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    show(false);
    const text = event.dataTransfer.getData("text/plain");
    const files = await dropped(event.dataTransfer);
    if (files.length > 0) loadFiles(files, open);
    else if (text) load({ sgf: text }, open);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const { files } = event.clipboardData, text = event.clipboardData.getData("text/plain");
    if (files.length > 0) loadFiles(files, open);
    else if (text.trim().startsWith("(")) load({ sgf: text.trim() }, open);
  });
}

// The dialog that opens a game; by its path only where kosumi has a folder.
export function openDialog(open, hasFolder) {
  const dialog = html("dialog", { class: "open", "aria-labelledby": "open-title" });
  const done = (state) => {
    dialog.close();
    open(state);
  };
  const file = html("input", { type: "file", accept: addNetwork ? ".sgf,.SGF,.gz,.bin" : ".sgf,.SGF", id: "open-file", onchange: () => loadFiles(file.files, done) });
  const folder = html("input", { type: "file", webkitdirectory: true, onchange: () => loadFiles(folder.files, done) });
  const text = html("textarea", { rows: 4, placeholder: "(;GM[1]FF[4]SZ[19]…)", "aria-label": word("pasteRecord"), spellcheck: "false" });
  const path = html("input", { type: "text", placeholder: "games/game.sgf", "aria-label": word("pathOf") });
  const go = (event) => {
    event.preventDefault();
    if (text.value.trim()) load({ sgf: text.value }, done);
    else if (path.value.trim()) load({ path: path.value.trim() }, done);
  };
  dialog.append(html("form", { onsubmit: go }, html("h2", { id: "open-title" }, word("openGame")),
    html("p", { class: "soft" }, word("openHelp")),
    html("label", { class: "field" }, html("span", {}, word("aFile")), file),
    html("label", { class: "field" }, html("span", {}, word("aFolder")), folder),
    html("label", { class: "field" }, html("span", {}, word("pasteRecord")), text),
    hasFolder && html("label", { class: "field" }, html("span", {}, word("pathOf")), path),
    html("div", { class: "actions" }, html("button", { class: "primary" }, word("open")), button(word("cancel"), () => dialog.close()))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return find("#open-file");
}
