const imageEnding = /\.(?:png|jpe?g|gif|webp)$/i;
const pathStart = /^(?:~?\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
const mostCharacters = 4096;

/** The path, if the text is nothing but that of an image: as typed, pasted or dropped by a terminal, quoted or escaped. */
export function imagePathIn(text: string, { isPasted }: { readonly isPasted: boolean }): string | null {
  const line = isPasted ? text.trim() : text.trimEnd();
  if (line.length > mostCharacters || /\p{Cc}/u.test(line)) return null;
  const path = unquoted(line, isPasted);
  return path !== null && pathStart.test(path) && imageEnding.test(path) ? path : null;
}

function unquoted(line: string, isPasted: boolean): string | null {
  const [, , inner] = /^(["'])(.*)\1$/.exec(line) ?? [];
  if (inner !== undefined) return inner;
  if (/^file:\/\//i.test(line)) return fromAddress(line);
  // Terminals that escape nothing paste spaces as they are.
  if (!isPasted && /(?<!\\)\s/.test(line)) return null;
  return /^[A-Za-z]:\\/.test(line) ? line : line.replace(/\\(.)/g, "$1");
}

function fromAddress(address: string): string | null {
  try {
    return decodeURIComponent(address.replace(/^file:\/\/(?:localhost)?/i, ""));
  } catch {
    return null;
  }
}
