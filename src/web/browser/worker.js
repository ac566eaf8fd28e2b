// kosumi in a worker: messages go in, answers and events come out, and what it writes is kept in a database of the browser.

import init, { Kept, Kosumi } from "./kosumi.js";

// Milliseconds between two looks when there is nothing to do.
const REST = 50;

const STORE = "files", NETWORKS = "networks";

let kosumi = null, database;

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function openDatabase() {
  const request = indexedDB.open("kosumi", 1);
  request.onupgradeneeded = () => [STORE, NETWORKS].forEach((name) => request.result.createObjectStore(name));
  return settled(request);
}

// What was kept. A browser that keeps nothing, as in a private window, still plays.
async function readFiles(kept) {
  try {
    database = await openDatabase();
    const store = database.transaction(STORE).objectStore(STORE);
    const [names, files] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
    names.forEach((name, place) => kept.add_file(name, files[place].modified, files[place].bytes));
    const networks = database.transaction(NETWORKS).objectStore(NETWORKS);
    for (const name of await settled(networks.getAllKeys())) {
      const bytes = await settled(database.transaction(NETWORKS).objectStore(NETWORKS).get(name));
      try {
        kept.add_network(name, bytes);
      } catch (error) {
        console.warn(`The network ${name} cannot be read: ${error.message}`);
      }
    }
  } catch (error) {
    console.warn(`Nothing is kept in this browser: ${error}`);
  }
}

function keep() {
  const changes = kosumi.take_changes();
  if (changes.length === 0 || !database) return;
  const store = database.transaction(STORE, "readwrite").objectStore(STORE);
  for (const { name, bytes } of changes) {
    if (bytes) store.put({ modified: Date.now(), bytes }, name);
    else store.delete(name);
  }
}

function tell() {
  const events = kosumi.take_events();
  for (let place = 0; place < events.length; place += 2) postMessage({ id: Number(events[place]), event: events[place + 1] });
}

// Keeps a network that kosumi can read.
async function addNetwork(id, name, bytes) {
  const kept = new Kept();
  try {
    kept.add_network(name, bytes);
    if (!database) throw new Error("this browser keeps nothing");
    await settled(database.transaction(NETWORKS, "readwrite").objectStore(NETWORKS).put(bytes, name));
    postMessage({ id, answer: "{}" });
  } catch (error) {
    postMessage({ id, error: error.message });
  } finally {
    kept.free();
  }
}

function answer({ id, ask, listen, leave, network, bytes }) {
  try {
    if (network !== undefined) addNetwork(id, network, bytes);
    else if (ask !== undefined) postMessage({ id, answer: kosumi.ask(ask) });
    else if (listen !== undefined) kosumi.listen(id, listen);
    else if (leave) kosumi.leave(id);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    postMessage({ id, error: error.message });
  }
  tell();
  keep();
}

// One step after another; between two of them the browser hands over what the page has asked.
function work() {
  let isBusy = false;
  try {
    isBusy = kosumi.work();
    tell();
    keep();
  } catch (error) {
    postMessage({ broken: String(error) });
    return;
  }
  setTimeout(work, isBusy ? 0 : REST);
}

const early = [];
addEventListener("message", ({ data }) => {
  if (!kosumi) {
    early.push(data);
    return;
  }
  try {
    answer(data);
  } catch (error) {
    postMessage({ broken: String(error) });
  }
});

try {
  const kept = new (await init().then(() => Kept))();
  await readFiles(kept);
  // As with `kosumi web --visits`: the address of the page may say how much a move may cost.
  const visits = Number(new URLSearchParams(location.search).get("visits")) || undefined;
  kosumi = new Kosumi(kept, crypto.getRandomValues(new BigUint64Array(1))[0], visits);
  early.splice(0).forEach(answer);
  work();
} catch (error) {
  postMessage({ broken: String(error) });
}
