export { bytes, count, grouped } from "@reprise/model";

/** `1 h 02 min 03 s`, without leading zero parts. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return `${hours} h ${two(minutes)} min ${two(rest)} s`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}

/** A shell word, quoted only where needed. Characters a terminal would act on are escaped. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!unprintable.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replace(/['\\]/g, "\\$&").replace(new RegExp(unprintable, "gu"), (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = (digits: number) => code.toString(16).padStart(digits, "0");
    return code < 0x80 ? `\\x${hex(2)}` : code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
  });
  return `$'${escaped}'`;
}

/** Controls, formats such as bidirectional overrides, lone surrogates, and separators other than a space. */
const unprintable = /\p{C}|\p{Zl}|\p{Zp}/u;

function two(number: number): string {
  return String(number).padStart(2, "0");
}
