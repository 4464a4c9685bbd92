/** An `@` word that is being written. */
export interface Mention {
  readonly start: number;
  readonly letters: string;
}

/** Some scripts write no spaces between words. */
const before = "(?:^|[\\s(\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}、。，：（「])";
const atWord = new RegExp(`${before}(@"?)((?<=")[^"\\n]*|(?<!")[^\\s"]*)$`, "u");

/**
 * The mention that ends at the cursor; null if there is none. After `@"` it may have spaces. An `@` inside a word is an
 * address, not a mention.
 */
export function mentionAt(text: string, cursor: number): Mention | null {
  const [, opening, letters] = atWord.exec(text.slice(Math.max(0, cursor - 300), cursor)) ?? [];
  if (opening === undefined || letters === undefined) return null;
  return { start: cursor - letters.length - opening.length, letters };
}

interface Mentioning {
  /** Whether the agent expects escapes instead of quotes around a path with spaces. */
  readonly isEscaped?: boolean | undefined;
}

/** The text with the mention completed, and the cursor after it. */
export function mentioned(
  text: string,
  cursor: number,
  { start }: Pick<Mention, "start">,
  path: string,
  style: Mentioning = {},
): { readonly text: string; readonly cursor: number } {
  const word = `${mentionOf(path, style)} `;
  const isQuoted = text.slice(start, cursor).startsWith('@"');
  const rest = text.slice(cursor).replace(isQuoted ? /^"? ?/ : /^ /, "");
  return { text: text.slice(0, start) + word + rest, cursor: start + word.length };
}

function mentionOf(path: string, { isEscaped }: Mentioning): string {
  // Without the mention the agent still has the name, and opens the file itself.
  if (isEscaped && isPattern(path)) return quoted(path).replaceAll("@", "\\u0040");
  if (isEscaped) return `@${path.replace(/[^\p{L}\p{N}/_.-]|\.$/gu, "\\$&")}`;
  return isPlain(path) ? `@${path}` : `@${quoted(path)}`;
}

/** Nothing in it could end the name, or be taken for a part of the sentence. */
function isPlain(path: string): boolean {
  return /^[\p{L}\p{M}\p{N}/_.@+~#%=-]*[\p{L}\p{M}\p{N}/_@+~#%=-]$/u.test(path);
}

/** As in JSON, which models read exactly; what cannot be seen is written out. */
function quoted(path: string): string {
  return JSON.stringify(path).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escapedUnits);
}

function escapedUnits(char: string): string {
  return Array.from({ length: char.length }, (_, index) => hex(char.charCodeAt(index))).join("");
}

function hex(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** Agents that expect escapes take such a path for a pattern, or for a fragment of a log. */
export function isPattern(path: string): boolean {
  return /[\p{Cc}*?[\]{}\\"]|[!+@]\(|\.\.\./u.test(path);
}
