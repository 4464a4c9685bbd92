import { findCookieOption, findOption } from "./find-command.ts";
import { findLabelled } from "./find-labelled.ts";
import {
  findAzureClientSecret,
  findBasic,
  findBearer,
  findDashU,
  findDiscord,
  findDriverAddress,
  findFlag,
  findNetrc,
  findTelegram,
  findUrlPassword,
} from "./find-shaped.ts";
import { findNamed, findSpoken } from "./find-spoken.ts";
import { lastLetters } from "./label.ts";
import { findPrivateKey } from "./private-key.ts";
import { type Finder, found, isLetterOrDigit, type Secret, startsWord } from "./secret.ts";
import { type TokenKind, tokenKinds } from "./token-kinds.ts";

interface Findings {
  /** In order, not overlapping. */
  readonly secrets: readonly Secret[];
  /** Start of a secret that may continue past the text; its length if none. */
  readonly openFrom: number;
}

const none: Findings["secrets"] = [];

/** One linear pass: a table lookup per pair of characters selects the few places to examine. */
export function findSecrets(text: string): Findings {
  let secrets: Secret[] | null = null;
  let openFrom = text.length;
  let before = 128;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const number = (before | code) < 128 ? (numbers[(before << 7) | code] ?? 0) : 0;
    before = code;
    if (number === 0) continue;
    for (const finder of finders[number] ?? []) {
      const here = finder(text, index);
      if (here === null) continue;
      if (here.openFrom !== null) openFrom = Math.min(openFrom, here.openFrom);
      const last = here.secrets.at(-1);
      if (!last || (here.secrets[0]?.start ?? 0) < (secrets?.at(-1)?.end ?? 0)) continue;
      secrets ??= [];
      secrets.push(...here.secrets);
      // What is before the sign that gave it away was looked at already.
      index = Math.max(index, last.end - 1);
      before = text.charCodeAt(index);
      break;
    }
  }
  return { secrets: secrets ?? none, openFrom };
}

/** Finder numbers by character pair; 0 for nearly all. */
const numbers = new Uint8Array(128 * 128);
const finders: Finder[][] = [[]];

function ask(finder: Finder, first: string, second: string): void {
  const pair = (first.charCodeAt(0) << 7) | second.charCodeAt(0);
  const asked = numbers[pair] === 0 ? [] : (finders[numbers[pair] ?? 0] ?? []);
  if (numbers[pair] === 0) numbers[pair] = finders.push(asked) - 1;
  asked.push(finder);
}

function tokenFinder({ name, rest }: TokenKind, start: string, offset: number): Finder {
  const isWord = isLetterOrDigit(start.charCodeAt(0));
  return (text, index) => {
    const at = index - offset;
    if (at < 0 || !text.startsWith(start, at) || (isWord && !startsWord(text, at))) return null;
    rest.lastIndex = at + start.length;
    return rest.test(text) ? found(name, at, rest.lastIndex) : null;
  };
}

/** The rarest pair of a prefix in typical text and code. */
function rarestPair(start: string): number {
  const weight = (character = "") => ("etaoinsrlcdup".includes(character) ? 3 : /[a-z_.\-/]/.test(character) ? 2 : 1);
  let [best, least] = [1, 9];
  for (let index = 1; index < start.length; index += 1) {
    const sum = weight(start[index - 1]) + weight(start[index]);
    if (sum < least) [best, least] = [index, sum];
  }
  return best;
}

for (const kind of tokenKinds) {
  for (const start of kind.starts) {
    const offset = rarestPair(start);
    ask(tokenFinder(kind, start, offset), start[offset - 1] ?? "", start[offset] ?? "");
  }
}
for (const [finder, pairs] of [
  [findPrivateKey, ["-B", "-L"]],
  [findUrlPassword, ["//"]],
  [findBearer, ["Be", "be", "BE"]],
  [findBasic, ["Ba", "ba", "BA"]],
  [findFlag, ["--"]],
  [findCookieOption, ["--", "-b"]],
  [findOption, ["-p", "-P", "-a", "-w"]],
  [findNetrc, ["sw"]],
  [findSpoken, ["sw"]],
  [findNamed, ["_k", "_K", "-k", "-K"]],
  [findDriverAddress, ["@t", "@u"]],
  [findDashU, ["-u"]],
  [findTelegram, [":A"]],
  [findAzureClientSecret, ["Q~"]],
] as const)
  for (const [first = "", second = ""] of pairs) ask(finder, first, second);
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
for (const letter of `${alphabet}_-`) ask(findDiscord, letter, ".");
for (const sign of "=:")
  for (const last of `${lastLetters}${lastLetters.toUpperCase()}"'\` \t:`) ask(findLabelled, last, sign);
