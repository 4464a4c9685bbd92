import type { FileChange } from "@reprise/model";

/** Changes in agents' patch syntax; says so where content was not recorded. */
export function patchText(changes: readonly FileChange[]): string {
  return ["*** Begin Patch", ...changes.flatMap(sectionOf), "*** End Patch"].join("\n");
}

function sectionOf({ path, change, diff, movedTo }: FileChange): string[] {
  if (change === "delete") return [`*** Delete File: ${path}`];
  const lines = diff === null ? ["(what was changed in it is not recorded)"] : linesOf(diff);
  if (change === "add") return [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)];
  const to = movedTo === undefined ? [] : [`*** Move to: ${movedTo}`];
  return [`*** Update File: ${path}`, ...to, ...lines];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
