/** An `@` word that is being written. */
export interface Mention {
  readonly start: number;
  readonly letters: string;
}

/** The mention that ends at the cursor; null if there is none. An `@` inside a word is an address, not a mention. */
export function mentionAt(text: string, cursor: number): Mention | null {
  const [, letters] = /(?:^|[\s(])@([^\s@]*)$/.exec(text.slice(Math.max(0, cursor - 300), cursor)) ?? [];
  return letters === undefined ? null : { start: cursor - letters.length - 1, letters };
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
  const word = `@${mentionedPath(path, style)} `;
  const rest = text.slice(cursor).replace(/^ /, "");
  return { text: text.slice(0, start) + word + rest, cursor: start + word.length };
}

function mentionedPath(path: string, { isEscaped }: Mentioning): string {
  if (isEscaped) return path.replace(/[^\p{L}\p{N}/_.-]|\.$/gu, "\\$&");
  return /\s/.test(path) ? `"${path}"` : path;
}
