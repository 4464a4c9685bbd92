/** Lazily yields lines without their ends, so a text of 100 MB is never split at once. Skips empty lines at the end. */
export function* linesOf(text: string): Generator<string> {
  const end = endOf(text);
  if (end === 0) return;
  for (let start = 0; start <= end; ) {
    const found = text.indexOf("\n", start);
    const stop = found === -1 || found > end ? end : found;
    yield lineAt(text, start, stop);
    start = stop + 1;
  }
}

export function lineCountOf(text: string): number {
  const end = endOf(text);
  return end === 0 ? 0 : newlines(text, 0, end) + 1;
}

interface FirstAndLastLines {
  readonly head: readonly string[];
  /** Number of lines between the two. */
  readonly leftOut: number;
  readonly tail: readonly string[];
}

/** The first and last lines; all of them if the note would replace only one line. */
export function firstAndLastLines(text: string, headCount: number, tailCount: number): FirstAndLastLines {
  const end = endOf(text);
  const head: string[] = [];
  let start = 0;
  for (const line of linesOf(text)) {
    if (head.length === headCount + tailCount + 1) break;
    head.push(line);
    start += line.length + (text[start + line.length] === "\r" ? 2 : 1);
  }
  if (start > end) return { head, leftOut: 0, tail: [] };
  const total = head.length + newlines(text, start, end) + 1;
  const tail = tailOf(text, end, tailCount);
  return { head: head.slice(0, headCount), leftOut: total - headCount - tail.length, tail };
}

function tailOf(text: string, end: number, wanted: number): string[] {
  const tail: string[] = [];
  for (let stop = end; tail.length < wanted; ) {
    const start = text.lastIndexOf("\n", stop - 1) + 1;
    tail.unshift(lineAt(text, start, stop));
    stop = start - 1;
  }
  return tail;
}

function lineAt(text: string, start: number, stop: number): string {
  return text.slice(start, text[stop - 1] === "\r" && stop > start ? stop - 1 : stop);
}

function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}

function newlines(text: string, from: number, end: number): number {
  let found = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) found += 1;
  return found;
}
