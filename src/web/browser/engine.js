// The way to kosumi where there is no server: one question with its answer, and the events of one table, from a worker of
// this page.

export class Refused extends Error {}

// Milliseconds until a worker that has broken is replaced.
const AGAIN = 500;

let worker, number = 0, hasAnswered = false, failure = null;
const waiting = new Map(), listeners = new Map();

function begin() {
  worker = new Worker(new URL(`./worker.js${location.search}`, import.meta.url), { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", (event) => lose(event.message));
  for (const [id, { table }] of listeners) worker.postMessage({ id, listen: table });
}

// A worker breaks where memory or kosumi fails; what was kept is there for the next one. One that could not even begin, as in a
// browser without vectors, would fail for ever.
function lose(reason) {
  worker.terminate();
  const refusal = new Refused(`kosumi has stopped: ${reason ?? "no reason is known"}`);
  for (const { reject } of waiting.values()) reject(refusal);
  waiting.clear();
  if (!hasAnswered) {
    failure = refusal;
    return;
  }
  hasAnswered = false;
  for (const { tell } of listeners.values()) tell({ event: "lost" });
  setTimeout(() => {
    begin();
    for (const { tell } of listeners.values()) tell({ event: "found" });
  }, AGAIN);
}

function hear({ data }) {
  if (data.broken) lose(data.broken);
  else if (data.event) listeners.get(data.id)?.tell(JSON.parse(data.event));
  else if (waiting.has(data.id)) {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    hasAnswered = true;
    if (data.error === undefined) resolve(JSON.parse(data.answer));
    else reject(new Refused(data.error));
  }
}

function send(message) {
  if (failure) return Promise.reject(failure);
  const id = number++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, ...message });
  });
}

// Asks a request of the protocol, such as { do: "about" }. A refusal is an error with a sentence for people.
export function ask(message) {
  return send({ ask: JSON.stringify(message) });
}

// Keeps a network in KataGo's format; kosumi knows it when the page begins the next time.
export function addNetwork(name, bytes) {
  return send({ network: name, bytes });
}

// Listens to the events of a table until the function that it gives back is called.
export function listen(table, tell) {
  const id = number++;
  listeners.set(id, { table, tell });
  worker.postMessage({ id, listen: table });
  return () => {
    listeners.delete(id);
    worker.postMessage({ id, leave: true });
  };
}

begin();
if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)).catch(() => {});
