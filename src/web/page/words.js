// The words of the page in the language of the reader. Each language is one file in words/.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français" };

let words = {}, plural = new Intl.PluralRules("en");
export let language = "en";

export async function speak(code) {
  language = code in LANGUAGES ? code : "en";
  words = (await import(`./words/${language}.js`)).default;
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

// The text of a key with its {values}. Where number matters a key has a form for "one" and for "other".
export function word(key, values = {}) {
  const entry = words[key] ?? key;
  const text = typeof entry === "string" ? entry : entry[plural.select(values.n)] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// The best of our languages for a reader.
export function preferredLanguage() {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in LANGUAGES) ?? "en";
}
