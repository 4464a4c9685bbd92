interface EarlierBrief {
  /** The goal and its refinements, in the user's words. */
  readonly goal: string;
  /** Standing constraints, verbatim. */
  readonly constraints: readonly string[];
}

/** Goal and constraints of a prompt that is a brief; null for any other prompt. */
export function earlierBrief(prompt: string): EarlierBrief | null {
  const start = prompt.indexOf("Restore this session:");
  if (start === -1 || prompt.lastIndexOf("\n", start) < start - 1 || start > 300) return null;
  const goal = sectionOf(prompt, "Goal").split("\n");
  const fence = /^`{3,}$/.exec(goal[0] ?? "")?.[0];
  const end = fence === undefined ? -1 : goal.indexOf(fence, 1);
  if (end === -1) return null;
  const since = goal.slice(end + 1).flatMap((line) => /^- Turn \d+: (.+)$/.exec(line)?.[1] ?? []);
  const constraints = sectionOf(prompt, "Constraints")
    .split("\n")
    .flatMap((line) => /^- "(.+)" \(turn \d+\)$/.exec(line)?.[1] ?? []);
  return { goal: [...goal.slice(1, end), ...since].join("\n"), constraints };
}

function sectionOf(text: string, title: string): string {
  const start = text.indexOf(`\n## ${title}\n`);
  if (start === -1) return "";
  const from = start + title.length + 5;
  const end = text.indexOf("\n## ", from);
  return text.slice(from, end === -1 ? undefined : end);
}
