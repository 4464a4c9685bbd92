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

/** The text with the mention completed, and the cursor after it. */
export function completed(text: string, cursor: number, { start }: Mention, path: string) {
  const word = `@${/\s/.test(path) ? `"${path}"` : path} `;
  const rest = text.slice(cursor).replace(/^ /, "");
  return { text: text.slice(0, start) + word + rest, cursor: start + word.length };
}
