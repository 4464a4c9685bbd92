import { type Finder, nothing, type Secret } from "./secret.ts";

const header = /BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const headerCutOff = /BEGIN[A-Z0-9 -]{0,80}$/y;
const puttyHeader = /Private-Lines: \d{1,4}/y;
const footer = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const footerCutOff = /END[A-Z0-9 -]{0,80}$/y;
/** Line prefixes: indentation, quotes, diff marks, comments, line numbers. */
const margin = /(?:[\s"'`>|#*,;+-]|\\+["'nrt])*(?:\d{1,6}[ \t]*(?:[:|\t\u2192]|\\+t)[ \t]*)?/y;
const word = /[A-Za-z0-9+/]+={0,3}|=[A-Za-z0-9+/]{4}/y;
/** `Proc-Type: 4,ENCRYPTED` */
const field = /[A-Z][A-Za-z-]{2,30}: [^\n\\"]{0,200}/y;
/** The rest of a line, with `\n` as in JSON and source code. */
const restOfLine = /(?:[ \t"'`,;+]|\\+["'])*(?:\\?\r?\n|(?:\\+r)?\\+n|\\+r|\\*$)/y;
const blanks = / +/y;
const bareQuote = /(?<!\\)["'`]/;
/** Shorter words are prose. */
const leastWord = 16;

/** PEM, PGP, OpenSSH or PuTTY keys, complete or truncated, also in JSON and source code. */
export const findPrivateKey: Finder = (text, index) => {
  const isPutty = text.charCodeAt(index) === 76;
  const body = isPutty ? after(puttyHeader, text, index - 8) : after(header, text, index);
  const start = isPutty ? (body ?? index) : dashesBefore(text, index);
  if (body === null) return nothing(after(headerCutOff, text, index) === null ? null : start);
  const secrets: Secret[] = [];
  let [pieceStart, pieceEnd] = [start, body];
  let [hasBody, isClosed] = [false, false];
  // Keeps quotes between pieces: they may be JSON's own.
  const take = (from: number, to: number, isQuoted: boolean) => {
    if (isQuoted) {
      secrets.push({ kind: "private key", start: pieceStart, end: pieceEnd });
      pieceStart = from;
    }
    pieceEnd = to;
  };
  let at = after(restOfLine, text, body) ?? after(blanks, text, body);
  while (at !== null && at < text.length) {
    const from = after(margin, text, at) ?? at;
    const isQuoted = bareQuote.test(text.slice(at, from));
    const footerStart = Math.max(at, dashesBefore(text, from));
    const footerEnd = after(footer, text, footerStart);
    if (footerEnd !== null) {
      take(footerStart, footerEnd, isQuoted);
      isClosed = true;
      break;
    }
    if (from >= text.length || after(footerCutOff, text, from) !== null) at = text.length;
    else {
      const fieldEnd = after(field, text, from);
      const end = fieldEnd ?? after(word, text, from);
      if (end === null) break;
      const next = after(restOfLine, text, end);
      const isLong = end - from >= leastWord;
      const isPart = next === null ? isLong && text.charCodeAt(end) === 32 : isLong || !isQuoted;
      // Truncated together with its string.
      const isLast = !isPart && !isQuoted && /^\\*["'`]/.test(text.slice(end, end + 16));
      if (!isPart && !isLast) break;
      take(from, end, isQuoted);
      hasBody ||= fieldEnd === null;
      if (isLast) break;
      at = next ?? end;
    }
  }
  const isOpen = !isClosed && at !== null && at >= text.length;
  const openFrom = isOpen ? start : null;
  if (!hasBody) return nothing(openFrom);
  secrets.push({ kind: "private key", start: pieceStart, end: pieceEnd });
  return { secrets, openFrom };
};

function dashesBefore(text: string, index: number): number {
  let start = index;
  while (start > index - 5 && text.charCodeAt(start - 1) === 45) start -= 1;
  return start;
}

function after(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = Math.max(0, at);
  return pattern.test(text) ? pattern.lastIndex : null;
}
