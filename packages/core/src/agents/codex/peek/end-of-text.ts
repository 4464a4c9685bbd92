const quote = 34;
const backslash = 92;

/** The closing quote of a string starting at `from`; -1 if not before `end`. */
export function endOfText(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(quote, from); at !== -1 && at < end; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && bytes[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}
