/** Lines include their ends, so that a missing newline counts. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Null unless every hunk is exact. */
export function hunksIn(diff: string): readonly Hunk[] | null {
  const lines = diff.split("\n");
  const hunks: Hunk[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at] === "" && hunks.length > 0) {
      at += 1;
      continue;
    }
    const read = hunkAt(lines, at);
    if (!read) return null;
    hunks.push(read.hunk);
    at = read.next;
  }
  return hunks;
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function hunkAt(lines: readonly string[], start: number): { hunk: Hunk; next: number } | null {
  const [, oldStart, oldCount = "1", newStart, newCount = "1"] = header.exec(lines[start] ?? "") ?? [];
  if (oldStart === undefined || newStart === undefined) return null;
  const before: string[] = [];
  const after: string[] = [];
  let next = start + 1;
  while (before.length < Number(oldCount) || after.length < Number(newCount)) {
    const line = lines[next];
    if (line === undefined) return null;
    // Context lines may have lost their blank.
    const sign = line === "" ? " " : line[0];
    const isLast = lines[next + 1]?.startsWith("\\") ?? false;
    const text = isLast ? line.slice(1) : `${line.slice(1)}\n`;
    if (sign !== "+" && sign !== "-" && sign !== " ") return null;
    if (sign !== "+") before.push(text);
    if (sign !== "-") after.push(text);
    next += isLast ? 2 : 1;
  }
  if (before.length !== Number(oldCount) || after.length !== Number(newCount)) return null;
  return { hunk: { oldStart: Number(oldStart), newStart: Number(newStart), before, after }, next };
}

/** Null unless each is found verbatim at its line. */
export function withHunks(text: string, hunks: readonly Hunk[]): string | null {
  return exchanged(
    text,
    hunks.map(({ oldStart, before, after }) => ({ start: oldStart, from: before, to: after })),
  );
}

/** Null unless each is found verbatim at its line. */
export function withoutHunks(text: string, hunks: readonly Hunk[]): string | null {
  return exchanged(
    text,
    hunks.map(({ newStart, before, after }) => ({ start: newStart, from: after, to: before })),
  );
}

interface Exchange {
  readonly start: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function exchanged(text: string, exchanges: readonly Exchange[]): string | null {
  const lines = linesOf(text);
  const parts: string[] = [];
  let done = 0;
  for (const { start, from, to } of exchanges) {
    // An empty side names the line before it; some use line 1 for an empty file.
    const at = from.length === 0 ? Math.min(start, lines.length) : start - 1;
    if (at < done || from.some((line, index) => lines[at + index] !== line)) return null;
    for (const line of lines.slice(done, at)) parts.push(line);
    for (const line of to) parts.push(line);
    done = at + from.length;
  }
  for (const line of lines.slice(done)) parts.push(line);
  return parts.some((line, index) => index < parts.length - 1 && !line.endsWith("\n")) ? null : parts.join("");
}

export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
