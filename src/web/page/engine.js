// The way to kosumi: one question with its answer, and the events of one table. Today it leads over HTTP.

export class Refused extends Error {}

// Networks are named where the server is started.
export const addNetwork = null;

// Asks a request of the protocol, such as { do: "about" }. A refusal is an error with a sentence for people.
export async function ask(message) {
  let response;
  try {
    response = await fetch("/api", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
  } catch {
    throw new Refused("kosumi does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Refused(answer?.error ?? `kosumi answered with status ${response.status}.`);
}

// Milliseconds until a stream that was refused is asked for again, and until one that nobody looks at is closed:
// browsers allow only six connections to one server.
const AGAIN = 3000, UNSEEN = 5000;

// Listens to the events of a table until the function that it gives back is called. A line that breaks is taken up
// again; `tell` hears of that by the events "lost" and "found".
export function listen(table, tell) {
  let stream = null, timer, isLost = false;
  const close = () => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  };
  const open = () => {
    close();
    stream = new EventSource(`/api/events?table=${encodeURIComponent(table)}`);
    stream.addEventListener("message", ({ data }) => tell(JSON.parse(data)));
    stream.addEventListener("error", ({ target }) => {
      if (!isLost) tell({ event: "lost" });
      isLost = true;
      // Browsers try again by themselves, unless they were refused.
      if (target.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN);
    });
    stream.addEventListener("open", () => {
      if (isLost) tell({ event: "found" });
      isLost = false;
    });
  };
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, UNSEEN);
    else if (stream === null) open();
  };
  open();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
