// The page begins here: it asks kosumi what it can do and shows the board or the way to one.

import { ask } from "./engine.js";
import { find, html } from "./dom.js";
import { hearFiles, openDialog } from "./files.js";
import { Home } from "./home.js";
import { NewGame } from "./newgame.js";
import { options } from "./options.js";
import { warn } from "./say.js";
import { Screen } from "./screen.js";
import { dress, set, settings } from "./settings.js";
import { Study } from "./study.js";
import { learnRules, usualRules } from "./text.js";
import { language, speak, word } from "./words.js";

dress();
let about = null, screen = null;

const actions = {
  home: () => leadTo(""),
  newGame: () => new NewGame(about, open),
  open: () => openDialog(open, about.saved !== ""),
  analyze: () => start({ do: "new", mode: "analyze" }),
  learn: () => leadTo("#learn"),
  openSaved: (saved) => start({ do: "open", saved }),
  openProblem: async (problem) => {
    await start(problem.table ? { do: "state", table: problem.table } : { do: "open", saved: problem.saved });
    await screen?.solve?.(problem);
  },
  save: () => screen?.save?.(),
  options: () => options(screen?.table, () => screen?.table?.changed()),
  theme: () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const shown = settings.theme === "auto" ? (isDark ? "dark" : "light") : settings.theme;
    set("theme", shown === "dark" ? "light" : "dark");
  },
  sound: () => set("sound", !settings.sound),
};

async function start(message) {
  const person = { kind: "person" };
  const defaults = { columns: 19, rows: 19, rules: usualRules(about), handicap: 0, fixed: true, black: person, white: person, control: null, language };
  try {
    open(await ask(message.do === "new" ? { ...defaults, ...message } : message));
  } catch (error) {
    warn(error.message);
    if (screen === null) leadTo("");
  }
}

// Shows a state that kosumi has told; the address leads back to it.
function open(state) {
  const isSame = screen?.table?.id === state.table;
  if (isSame) return screen.table.take(state);
  show(new Screen(state, about, actions));
  const address = `#table=${encodeURIComponent(state.table)}`;
  if (location.hash !== address) history.pushState(null, "", address);
  return undefined;
}

function show(next) {
  screen?.table?.close();
  screen?.close();
  screen = next;
  find("main").replaceChildren(next.element);
  document.body.dataset.screen = next instanceof Screen ? "table" : "home";
}

function leadTo(hash) {
  document.title = "kosumi";
  history.pushState(null, "", location.pathname + location.search + hash);
  route();
}

async function route() {
  const table = new URLSearchParams(location.hash.slice(1)).get("table");
  if (location.hash === "#learn") show(new Study(about, actions));
  else if (!table) show(new Home(about, actions));
  else if (screen?.table?.id !== table) {
    try {
      show(new Screen(await ask({ do: "state", table }), about, actions));
    } catch {
      leadTo("");
    }
  }
}

function nameHeader() {
  for (const element of document.querySelectorAll("[data-word]")) {
    const text = word(element.dataset.word);
    if (element.dataset.shows === "label") {
      element.setAttribute("aria-label", text);
      element.title = text;
    } else element.textContent = text;
  }
  for (const element of document.querySelectorAll("[data-act]")) element.addEventListener("click", actions[element.dataset.act]);
}

async function begin() {
  const [told] = await Promise.all([ask({ do: "about" }), speak(settings.language)]);
  about = told;
  learnRules(about);
  nameHeader();
  hearFiles(open);
  addEventListener("popstate", route);
  await route();
}

begin().catch((error) => find("main").replaceChildren(html("p", { class: "failed" }, error.message)));
