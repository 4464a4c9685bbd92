import { exactText, safeText as withoutControls } from "@reprise/model";
import { redactWrapped } from "../../../journal/redact.ts";
import { onOneLine } from "../../../transcript/title.ts";

/**
 * Agent text that is safe in a prompt: no secret recognisable by its shape, no control characters except newline and tab, no lone
 * surrogates, no endless runs (quadratic time in a tokenizer).
 */
export function safeText(text: string): string {
  // Secrets first: a shortened run could hide half of one.
  return shortRuns(redactWrapped(withoutControls(text)));
}

/** For program output: of an overwritten line only the last state is kept. */
export function safeOutput(text: string): string {
  return safeText(text.includes("\r") ? settledLines(text) : text);
}

/** One line of at most `most` characters, without a secret cut off at the end. */
export function safeLine(text: string, most: number): string {
  const start = text.slice(0, most * 8 + 4096);
  return onOneLine(safeText(start).slice(0, most * 8), most).toWellFormed();
}

/** The same for commands, paths and names: invisible characters are shown. */
export function exactLine(text: string, most: number): string {
  // First with its line breaks: one may cut a secret.
  const start = redactWrapped(text.slice(0, most * 8 + 4096)).replace(/[\t\n]/g, " ");
  return onOneLine(shortRuns(redactWrapped(exactText(start))).slice(0, most * 8), most).toWellFormed();
}

function settledLines(text: string): string {
  return (
    text
      // `\r+\n` would restart at every return of a run that does not end in a newline.
      .replace(/\r+\n?/g, (run) => (run.endsWith("\n") ? "\n" : run))
      .split("\n")
      .map((line) => {
        const settled = line.endsWith("\r") ? line.slice(0, -1) : line;
        return settled.slice(settled.lastIndexOf("\r") + 1);
      })
      .join("\n")
  );
}

/** Longer than any word or paragraph of a language: anything longer is data. */
const mostRun = 1000;
const mostEncoded = 300;

function shortRuns(text: string): string {
  if (text.length <= mostEncoded || !mayHaveLongRun(text)) return text;
  return text
    .replace(/[A-Za-z0-9+/=_-]+/g, (run) => shortened(run, mostEncoded))
    .replace(/[^\s\p{P}]+|\p{P}+|\s+/gu, (run) => shortened(run, mostRun));
}

/** False for nearly every text, and much cheaper than cutting. */
function mayHaveLongRun(text: string): boolean {
  let [encoded, plain, blank, mark] = [0, 0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const kind = kinds[text.charCodeAt(index)] ?? other;
    encoded = kind & isEncoded ? encoded + 1 : 0;
    plain = kind & isPlain ? plain + 1 : 0;
    blank = kind & isBlank ? blank + 1 : 0;
    mark = kind & isMark ? mark + 1 : 0;
    if (encoded > mostEncoded || plain > mostRun || blank > mostRun || mark > mostRun) return true;
  }
  return false;
}

const [isEncoded, isPlain, isBlank, isMark] = [1, 2, 4, 8];
/** Non-ASCII may be any of these, but not encoded data. */
const other = isPlain | isBlank | isMark;
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const encoded = /[A-Za-z0-9+/=_-]/.test(character) ? isEncoded : 0;
  if (/\s/.test(character)) return encoded | isBlank;
  return encoded | (/\p{P}/u.test(character) ? isMark : isPlain);
});

function shortened(run: string, most: number): string {
  if (run.length <= most) return run;
  const kept = Math.floor(most / 8);
  const [start, end] = [cutEnd(run, kept), cutStart(run, kept)];
  return `${start} [… ${run.length - start.length - end.length} characters without a break left out …] ${end}`;
}

/** The first `most` characters, never half of one. */
export function cutEnd(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** The last `most` characters, never half of one. */
export function cutStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = most === 0 ? "" : text.slice(-most);
  return /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut;
}
