/**
 * Makes agent text safe for a terminal or a document. Drops whole escape sequences (colours, links, titles, clipboard
 * writes, device strings) and makes every other control character and bidirectional override visible. The result has no
 * control character except newline and tab.
 */
export function safeText(text: string): string {
  if (isHarmless.test(text)) return text;
  return text.toWellFormed().replace(escapeSequence, "").replace(/\r\n/g, "\n").replace(control, visible);
}

/** The same on one line: for titles, names, paths, messages in a table. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\t/g, " ").replace(/\n/g, "␊");
}

/** The same without trailing newlines. A regular expression for these is quadratic if many are in the middle. */
export function safeBody(text: string): string {
  const safe = safeText(text);
  let end = safe.length;
  while (safe[end - 1] === "\n") end -= 1;
  return safe.slice(0, end);
}

/** Printable ASCII, Latin, Greek and Cyrillic: a quick test that covers nearly all text. */
const isHarmless = /^[\t\n -~\u00a0-\u0590]*$/;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: finding them is the purpose
/** No sequence crosses the start of another or a line end, so each attempt ends early: linear on any input. */
const escapeSequence = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]",
    "(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x80-\\x9f\\n]*(?:\\x07|\\x1b\\\\|\\x9c)",
    "\\x1b[ -/]+[0-~]",
    "\\x1b[0-Z\\\\`-~]",
  ].join("|"),
  "g",
);
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: finding them is the purpose

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
