const mark = "\uFEFF";

/** Some agents strip the byte order mark and CRLF, edit, and add them again. Null if the text has neither, or mixed endings. */
export function withPlainEndings(text: string): string | null {
  const bare = text.startsWith(mark) ? text.slice(1) : text;
  const isEveryLine = /\r\n/.test(bare) && !/(?:^|[^\r])\n/.test(bare);
  const plain = isEveryLine ? bare.replaceAll("\r\n", "\n") : bare;
  return plain === text ? null : plain;
}

export function withEndingsOf(text: string, like: string): string {
  const isEveryLine = /\r\n/.test(like) && !/(?:^|[^\r])\n/.test(like);
  return `${like.startsWith(mark) ? mark : ""}${isEveryLine ? text.replaceAll("\n", "\r\n") : text}`;
}

/** Tries the text unchanged, then with plain endings. */
export function withEitherEndings(text: string, change: (text: string) => string | null): string | null {
  const direct = change(text);
  if (direct !== null) return direct;
  const plain = withPlainEndings(text);
  const changed = plain === null ? null : change(plain);
  return changed === null || changed.includes("\r") ? null : withEndingsOf(changed, text);
}

/** Ignores endings. */
export function isSameText(one: string, other: string): boolean {
  return one === other || (withPlainEndings(one) ?? one) === (withPlainEndings(other) ?? other);
}
