interface Replacement {
  readonly before: string;
  readonly after: string;
}

/** What a diff puts in the place of what, hunk by hunk; null when a hunk does not say where. */
export function replacementsIn(diff: string): Replacement[] | null {
  const found: Replacement[] = [];
  for (const hunk of hunksIn(diff)) {
    const before = hunk.filter((line) => !line.startsWith("+")).map(withoutSign);
    const after = hunk.filter((line) => !line.startsWith("-")).map(withoutSign);
    if (before.join("\n") === "") return null;
    found.push({ before: before.join("\n"), after: after.join("\n") });
  }
  return found.length === 0 ? null : found;
}

function hunksIn(diff: string): string[][] {
  const hunks: string[][] = [];
  const lines = (diff.endsWith("\n") ? diff.slice(0, -1) : diff).split("\n");
  for (const line of lines) {
    if (line.startsWith("@@") || hunks.length === 0) hunks.push([]);
    if (!line.startsWith("@@") && !line.startsWith("\\")) hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.length > 0);
}

function withoutSign(line: string): string {
  return /^[-+ ]/.test(line) ? line.slice(1) : line;
}
