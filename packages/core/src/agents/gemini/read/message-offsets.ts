const quote = 34;
const backslash = 92;

/**
 * Where the elements of the list named `messages` begin, in bytes.
 * `depth` is how many objects are open around the name: 1 in a whole document, 2 in a patch.
 * Empty for anything that is not whole JSON with such a list.
 */
export function messageOffsets(bytes: Buffer, span: { start: number; end: number; depth: number }): number[] {
  const found: number[] = [];
  let level = 0;
  let isNamed = false;
  let isInList = false;
  let isElementDue = false;
  for (let at = span.start; at < span.end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 32) continue;
    if (isElementDue && byte !== 93) {
      found.push(at);
      isElementDue = false;
    }
    if (byte === quote) {
      const end = endOfString(bytes, at, span.end);
      isNamed = !isInList && level === span.depth && bytes.toString("latin1", at, end) === '"messages"';
      at = end - 1;
    } else if (byte === 91 || byte === 123) {
      if (byte === 91 && isNamed) {
        isInList = true;
        isElementDue = true;
      }
      isNamed = false;
      level += 1;
    } else if (byte === 93 || byte === 125) {
      level -= 1;
      if (isInList && level === span.depth) return found;
    } else if (byte === 44) isElementDue = isInList && level === span.depth + 1;
    else if (byte !== 58) isNamed = false;
  }
  return [];
}

/** The byte after the closing quote. */
function endOfString(bytes: Buffer, start: number, end: number): number {
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) return at + 1;
  }
  return end;
}
