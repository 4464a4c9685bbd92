/**
 * Text of agents on its way to a terminal or a document. Whole escape sequences are dropped (colours, links, titles,
 * clipboard writes, device strings), every other control character and every bidirectional override becomes visible.
 * What comes out holds no control character but newline and tab.
 */
export function safeText(text: string): string {
  if (isHarmless.test(text)) return text;
  return text.toWellFormed().replace(escapeSequence, "").replace(/\r\n/g, "\n").replace(control, visible);
}

/** The same for what must stay on one line: titles, names, paths, messages in a table. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\t/g, " ").replace(/\n/g, "␊");
}

/** The same without the newlines at its end. A pattern for them would take quadratic time on many in the middle. */
export function safeBody(text: string): string {
  const safe = safeText(text);
  let end = safe.length;
  while (safe[end - 1] === "\n") end -= 1;
  return safe.slice(0, end);
}

/** Printable ASCII, Latin, Greek and Cyrillic: nearly all text, told at once. */
const isHarmless = /^[\t\n -~\u00a0-\u0590]*$/;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: finding them is the purpose
/** No sequence reaches over the beginning of another or a line end, so each try ends early: linear on any input. */
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
