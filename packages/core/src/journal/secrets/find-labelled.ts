import { type LabelStrength, labelStrength, mayLabel } from "./label.ts";
import { escapeSign, type Finder, type Found, found, isLetterOrDigit, nothing } from "./secret.ts";
import { tokenAt } from "./token-kinds.ts";
import { isPlaceholder, isReference, isSecretValue } from "./value.ts";

const mostName = 64;
/** Limit for backslashes before a quote and blanks around a sign. */
const mostSkipped = 16;
/** Limit for finding the closing quote. */
const mostQuoted = 256;

/** What ends a value that is not quoted. */
const wordEnd = /[\s,;&]/;
const word = /[^\s"'\\,;&]*/y;
const shortWord = /[^\s"'\\,;&]{0,256}/y;
const quoted = {
  '"': new RegExp(`[^"\\\\\\n]{0,${mostQuoted}}`, "y"),
  "'": new RegExp(`[^'"\\\\\\n]{0,${mostQuoted}}`, "y"),
  "`": new RegExp(`[^\`"\\\\\\n]{0,${mostQuoted}}`, "y"),
};
const colourStart = new RegExp(`(?:${escapeSign}|\\\\u001b|\\\\x1b|\\\\e|\\\\033)\\[[0-9;]{0,12}$`);
const restOfHeader = /[^\n"'\\]{0,64}$/y;
const credentials = /(?:[A-Za-z][A-Za-z0-9-]{1,20}[ \t]{1,4})?([A-Za-z0-9._~+/:=-]{8,}={0,2})/y;
const cookie =
  /(?:[A-Za-z0-9_.-]{1,64}=[^\s"'\\;,]{0,7}; {0,2}){0,16}[A-Za-z0-9_.-]{1,64}=([^\s"'\\;,]{8,}(?:; {0,2}[A-Za-z0-9_.-]{1,64}(?:=[^\s"'\\;,]*)?){0,64})/y;

/** The value of `name = value`, `name: value`, `"name": "value"` where the name labels a secret; `index` is the sign's. */
export const findLabelled: Finder = (text, index) => {
  const sign = text[index];
  const next = text[index + 1];
  // A comparison, an arrow, a path of names, an address.
  if (next === "=" || next === "~" || (sign === "=" && next === ">") || (sign === ":" && next === ":")) return null;
  const { name, nameEnd } = nameBefore(text, index);
  const strength = name === "" ? null : knownStrength(name);
  if (strength === null) return null;
  const blanksEnd = skip(text, index + 1, isBlank);
  const quoteAt = skip(text, blanksEnd, isBackslash);
  const quote = text[quoteAt];
  if (quote === '"' || quote === "'" || quote === "`") {
    const whole = quotedValue(text, quoteAt + 1, quote, strength);
    if (whole && whole.secrets.length > 0) return whole;
    const first = valueAt(text, quoteAt + 1, strength, { isQuoted: true, isAssignment: false });
    return first && whole ? { ...first, openFrom: whole.openFrom } : (first ?? whole);
  }
  if (quoteAt > blanksEnd) return null;
  const isTight = sign === "=" && blanksEnd === index + 1 && nameEnd === index;
  const isAssignment = isTight && (/^[A-Z][A-Z0-9_]*$/.test(name) || isArgument(text, index - name.length));
  return valueAt(text, blanksEnd, strength, { isQuoted: false, isAssignment });
};

const argument = /(?:^|\s)(?:--set(?:-string)?|--from-literal|--env|-e|--build-arg|--?var|-D)[ =]?\\*["']?$/;

/** Set by an option of a command, as in `--set name=value`: no code, so the value is none. */
function isArgument(text: string, nameStart: number): boolean {
  return argument.test(text.slice(Math.max(0, nameStart - 20), nameStart));
}

/** Cache: few names repeat. */
const strengths = new Map<string, LabelStrength | null>();
const mostStrengths = 1000;

function knownStrength(name: string): LabelStrength | null {
  const known = strengths.get(name);
  if (known !== undefined) return known;
  if (strengths.size >= mostStrengths) strengths.clear();
  const strength = labelStrength(name);
  strengths.set(name, strength);
  return strength;
}

function nameBefore(text: string, index: number): { name: string; nameEnd: number } {
  let end = index;
  if (text[index] === "=" && text[end - 1] === ":") end -= 1;
  end = skipBack(text, end, isBlank);
  const quote = text[end - 1];
  if (quote === '"' || quote === "'" || quote === "`") end = skipBack(text, end - 1, isBackslash);
  if (!mayLabel(text, end)) return { name: "", nameEnd: end };
  let start = end;
  while (start > 0 && end - start < mostName && isNamePart(text.charCodeAt(start - 1))) start -= 1;
  // A JSON `\n` is not part of the name.
  if (text[start - 1] === "\\" && /[nrtbf]/.test(text[start] ?? "")) start += 1;
  // Nor is the end of a colour code.
  if (/[[;]/.test(text[start - 1] ?? "") && colourStart.test(text.slice(Math.max(0, start - 20), start)))
    start += /^\d*[A-Za-z]/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { name: text.slice(start, end), nameEnd: end };
}

function quotedValue(text: string, start: number, quote: '"' | "'" | "`", strength: LabelStrength): Found | null {
  const pattern = quoted[quote];
  pattern.lastIndex = start;
  pattern.test(text);
  const end = pattern.lastIndex;
  if (strength === "header" || strength === "cookie") return null;
  if (end - start >= mostQuoted) return null;
  const value = text.slice(start, end);
  const isClosed = text[end] === quote || (text[end] === "\\" && text[skip(text, end, isBackslash)] === quote);
  if (!isClosed) {
    const isCutOff = end === text.length && wordEnd.test(value);
    return isCutOff ? { secrets: [], openFrom: start } : null;
  }
  if (!wordEnd.test(value)) return null;
  return isSecretValue({ text: value, isQuoted: true, isAssignment: false }, strength)
    ? found("secret", start, end)
    : null;
}

function valueAt(
  text: string,
  start: number,
  strength: LabelStrength,
  how: { readonly isQuoted: boolean; readonly isAssignment: boolean },
): Found | null {
  if (strength === "header" || strength === "cookie") return headerValue(text, start, strength);
  shortWord.lastIndex = start;
  const [value = ""] = shortWord.exec(text) ?? [];
  const openFrom = start + value.length === text.length ? start : null;
  if (!isSecretValue({ text: value, ...how }, strength)) return nothing(openFrom);
  word.lastIndex = start;
  word.test(text);
  const end = word.lastIndex;
  return found(tokenAt(text, start)?.name ?? "secret", start, end, end === text.length ? start : null);
}

/** What follows `Authorization:`, without its scheme, or `Cookie:`. */
function headerValue(text: string, start: number, strength: "header" | "cookie"): Found | null {
  const pattern = strength === "header" ? credentials : cookie;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  const value = match?.[1] ?? match?.[0] ?? "";
  const isSecret = /\d|[a-z][A-Z]|=$/.test(value) && !isPlaceholder(value) && !isReference(value, false);
  const end = match ? pattern.lastIndex : start;
  restOfHeader.lastIndex = end;
  const openFrom = restOfHeader.test(text) ? start : null;
  if (!isSecret) return nothing(openFrom);
  return found(strength === "header" ? "token" : "cookie", end - value.length, end, openFrom);
}

function skip(text: string, from: number, isSkipped: (code: number) => boolean): number {
  let at = from;
  while (at - from < mostSkipped && isSkipped(text.charCodeAt(at))) at += 1;
  return at;
}

function skipBack(text: string, from: number, isSkipped: (code: number) => boolean): number {
  let at = from;
  while (from - at < mostSkipped && isSkipped(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isBlank = (code: number) => code === 32 || code === 9;
const isBackslash = (code: number) => code === 92;
const isNamePart = (code: number) => isLetterOrDigit(code) || code === 95 || code === 45 || code === 46 || code === 36;
