const mark = "\uFEFF";

/**
 * Some agents take a file's byte order mark and its CRLF off, edit, and put them on again; their diffs know nothing of either.
 * Null when the text wears neither, or not on every line: then what an agent took off cannot be told.
 */
export function withPlainEndings(text: string): string | null {
  const bare = text.startsWith(mark) ? text.slice(1) : text;
  const isEveryLine = /\r\n/.test(bare) && !/(?:^|[^\r])\n/.test(bare);
  const plain = isEveryLine ? bare.replaceAll("\r\n", "\n") : bare;
  return plain === text ? null : plain;
}

/** A text as another one is dressed. */
export function withEndingsOf(text: string, like: string): string {
  const isEveryLine = /\r\n/.test(like) && !/(?:^|[^\r])\n/.test(like);
  return `${like.startsWith(mark) ? mark : ""}${isEveryLine ? text.replaceAll("\n", "\r\n") : text}`;
}

/** As it is, and if that gives nothing, undressed, with the result dressed again. */
export function withEitherEndings(text: string, change: (text: string) => string | null): string | null {
  const direct = change(text);
  if (direct !== null) return direct;
  const plain = withPlainEndings(text);
  const changed = plain === null ? null : change(plain);
  return changed === null || changed.includes("\r") ? null : withEndingsOf(changed, text);
}

/** The same words, whatever either wears. */
export function isSameText(one: string, other: string): boolean {
  return one === other || (withPlainEndings(one) ?? one) === (withPlainEndings(other) ?? other);
}
