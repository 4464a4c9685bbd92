import { findSecrets } from "./find-secrets.ts";
import type { Secret } from "./secret.ts";
import { tokenKinds } from "./token-kinds.ts";

/** A line break between two characters of a word, with the indentation after it; also as JSON or exact text writes it. */
const breaks = /(?<=[\w-])(?:\r|\\r|\\x0d)?(?:\n|\\n|\\x0a)[ \t]*(?=[\w-])/g;
const shaped = new Set(tokenKinds.map(({ name }) => name));
/** No token needs more characters to be recognised. */
const mostNeeded = 400;

interface Cut {
  /** In the text without breaks. */
  readonly at: number;
  readonly removed: number;
}

/** Tokens that line breaks cut, as a terminal wraps them. Only those with a known shape: a label's value ends with its line. */
export function findWrapped(text: string): readonly Secret[] {
  const cuts: Cut[] = [];
  let removed = 0;
  const joined = text.replace(breaks, (found, at: number) => {
    cuts.push({ at: at - removed, removed: found.length });
    removed += found.length;
    return "";
  });
  const wrapped: Secret[] = [];
  let [next, shift] = [0, 0];
  for (const secret of cuts.length === 0 ? [] : findSecrets(joined).secrets) {
    for (let cut = cuts[next]; cut !== undefined && cut.at <= secret.start; cut = cuts[++next]) shift += cut.removed;
    const start = secret.start + shift;
    const end = shaped.has(secret.kind) ? endIn(joined, secret, cuts, next) : secret.start;
    for (let cut = cuts[next]; cut !== undefined && cut.at < end; cut = cuts[++next]) shift += cut.removed;
    if (end + shift - start > end - secret.start) wrapped.push({ kind: secret.kind, start, end: end + shift });
  }
  return wrapped;
}

/** Where the token ends. Once it is complete, only what looks random continues it: other words are the next line's. */
function endIn(joined: string, { start, end }: Secret, cuts: readonly Cut[], first: number): number {
  let isComplete = false;
  for (let index = first; ; index += 1) {
    const at = cuts[index]?.at ?? end;
    if (at >= end) return end;
    isComplete ||= at - start > mostNeeded || findSecrets(joined.slice(start, at)).secrets[0]?.start === 0;
    const piece = joined.slice(at, Math.min(cuts[index + 1]?.at ?? end, end));
    if (isComplete && !looksRandom(piece)) return at;
  }
}

function looksRandom(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}
