import type { Content } from "./content.ts";
import type { Step } from "./step.ts";

/** Whether an edit without a good end may have left something in the file. False only where the file shows that it did not. */
export function hasTrace(step: Step, content: Content): boolean {
  if (step.status !== "failed") return true;
  if (step.change === "update" && content.kind === "absent") return false;
  if (step.change === "add")
    return content.kind !== "absent" && !(content.kind === "known" && isOther(content, step.diff));
  if (step.change === "delete") return content.kind === "absent" || content.kind === "unknown";
  if (step.change === "move" || content.kind !== "known" || step.diff === null) return true;
  const text = content.text.replaceAll("\r\n", "\n");
  const added = addedIn(step.diff);
  return added.length === 0 || added.some((lines) => text.includes(lines));
}

function isOther(content: { readonly text: string }, added: string | null): boolean {
  return added !== null && content.text.trimEnd() !== added.trimEnd();
}

/** Each run of added lines; what an edit that only takes away would leave cannot be looked for. */
function addedIn(diff: string): string[] {
  const runs = diff.replaceAll("\r\n", "\n").match(/^\+.*$(?:\n\+.*$)*/gm) ?? [];
  const isOnlyTaking = diff.split(/^@@.*$/m).some((hunk) => /^-/m.test(hunk) && !/^\+/m.test(hunk));
  return isOnlyTaking ? [] : runs.map((run) => run.replace(/^\+/gm, ""));
}
