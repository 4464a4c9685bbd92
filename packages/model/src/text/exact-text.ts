/**
 * Text that the user decides on or identifies something by: commands, paths, hosts, rules, tool names and inputs.
 * Nothing is dropped, and two different texts never look the same:
 *
 * - control characters except newline become `\x1b`, `\x07`, `\x0d`;
 * - everything else that is invisible, reorders text, passes for an ordinary space or for another encoding of the same
 *   letter becomes `⟨U+202E⟩`; so does a blank that ends a line, where no screen shows it: `\` and `\ ` differ in what a
 *   shell makes of the next line;
 * - backslashes are doubled where the text itself would otherwise read as such a code, and a literal `⟨U+` becomes
 *   `⟨U+27E8⟩U+`. All other backslashes stay: `\n` and `\d` look as they were written.
 *
 * The result has no control character except newline. Letters of different scripts that look alike stay as they are.
 */
export function exactText(text: string): string {
  return coded(text).replace(/ (?=\n|$)/g, codePoint);
}

function coded(text: string): string {
  if (isAscii.test(text) && !hasCode.test(text)) return text;
  const visible = text
    .replace(/\\+/g, (run, at: number) => (isBeforeCode(text, at + run.length) ? run + run : run))
    .replace(/⟨(?=U\+)/g, codePoint)
    .replace(control, hexadecimal)
    .replace(hidden, codePoint)
    .replace(/\p{M}+/gu, (run, at: number, whole: string) =>
      isReadable(run, at, whole) ? run : run.replace(/./gsu, codePoint),
    );
  return visible.normalize("NFC") === visible ? visible : visible.replace(/[^\0-\x7f\p{M}]/gu, otherEncoding);
}

/** The same on one line: a newline becomes `␊`, a literal `␊` its code. */
export function exactLine(text: string): string {
  return exactText(text).replace(/␊/g, codePoint).replaceAll("\n", "␊");
}

/**
 * The same for source code and diffs, where tabs are ordinary: they stay. The newline that ends the last line does not. A
 * line of one blank is an empty line of a diff.
 */
export function exactCode(text: string): string {
  const lines = text.endsWith("\n") ? text.slice(0, -1) : text;
  return lines
    .split("\t")
    .map(coded)
    .join("\t")
    .replace(/(?<=.)[ \t](?=\n|$)/g, codePoint);
}

/** One word in double quotes, as in JSON, so its start and end are clear. */
export function quotedWord(word: string): string {
  return `"${exactLine(word.replace(/["\\]/g, "\\$&"))}"`;
}

const isAscii = /^[\n -~]*$/;
const hasCode = /\\x(?:[01][0-9a-f]|7f)/;
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const control = /[\x00-\x09\x0b-\x1f\x7f]/g;
const startsCode = /^(?:x(?:[01][0-9a-f]|7f)|[\x00-\x09\x0b-\x1f\x7f])/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: finding them is the purpose

/** Format, unassigned, private and default-ignorable characters, separators, fillers, and letters that join: jamo, Kirat Rai vowels. */
const hidden =
  /[\u0080-\u00a0\u1160-\u11ff\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ud7b0-\ud7ff\u{16d63}\u{16d67}-\u{16d6a}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function isBeforeCode(text: string, at: number): boolean {
  return startsCode.test(text.slice(at, at + 3));
}

function hexadecimal(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function codePoint(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** Accents and vowel signs in normal use: few, on a letter, and in the normal encoding. */
function isReadable(run: string, at: number, whole: string): boolean {
  const [base] = /[\p{L}\p{N}]$/u.exec(whole.slice(Math.max(0, at - 2), at)) ?? [];
  if (base === undefined || run.length > 3) return false;
  return (base + run).normalize("NFC") === base + run;
}

function otherEncoding(character: string): string {
  return character.normalize("NFC") === character ? character : codePoint(character);
}
