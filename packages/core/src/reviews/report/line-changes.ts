/** Lines that replace others; counted from 0, in the file before and after. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** One replacement in a file as it is when it is made. */
export interface Replacement {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The replacements of unified hunks, in order; null if there are none to read. */
export function replacementsIn(diff: string): readonly Replacement[] | null {
  const found: { at: number; removed: number; added: number }[] = [];
  let at = 0;
  let isInHunk = false;
  let isOpen = false;
  for (const line of diff.split("\n")) {
    const [, start, size] = header.exec(line) ?? [];
    if (start !== undefined) {
      // An empty side names the line before it.
      at = size === "0" ? Number(start) : Number(start) - 1;
      isInHunk = true;
      isOpen = false;
      continue;
    }
    if (!isInHunk || line.startsWith("\\")) continue;
    const sign = line[0];
    if (sign !== "+" && sign !== "-") {
      at += 1;
      isOpen = false;
      continue;
    }
    if (!isOpen) found.push({ at, removed: 0, added: 0 });
    isOpen = true;
    const last = found.at(-1);
    if (!last) continue;
    if (sign === "+") last.added += 1;
    else {
      last.removed += 1;
      at += 1;
    }
  }
  return isInHunk ? found : null;
}

/** What several edits of a file come to. `replacements`: of one edit, in the file as it was before that one. */
export function withEdit(changes: readonly LineChange[], replacements: readonly Replacement[]): readonly LineChange[] {
  // From the end, so that the places of the others stay as they are.
  return [...replacements].reverse().reduce(withReplacement, changes);
}

function withReplacement(changes: readonly LineChange[], { at, removed, added }: Replacement): LineChange[] {
  const end = at + removed;
  const touches = ({ newStart, newCount }: LineChange) => newStart <= end && newStart + newCount >= at;
  const touched = changes.filter(touches);
  const newStart = Math.min(at, ...touched.map((one) => one.newStart));
  const newEnd = Math.max(end, ...touched.map((one) => one.newStart + one.newCount));
  const before = changes.filter((one) => !touches(one) && one.newStart < newStart);
  const after = changes.filter((one) => !touches(one) && one.newStart >= newStart);
  const shift = (all: readonly LineChange[]) => all.reduce((sum, one) => sum + one.newCount - one.oldCount, 0);
  const oldStart = newStart - shift(before);
  const merged: LineChange = {
    oldStart,
    oldCount: newEnd - newStart - shift(touched),
    newStart,
    newCount: newEnd - newStart - removed + added,
  };
  const moved = after.map((one) => ({ ...one, newStart: one.newStart + added - removed }));
  return [...before, merged, ...moved];
}
