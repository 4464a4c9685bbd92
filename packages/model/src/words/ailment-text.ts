import type { Ailment, AilmentFate } from "../restore.ts";

const onResumeWords: Readonly<Record<AilmentFate, string>> = {
  refused: "the agent refuses it",
  sent: "models refuse it",
  healed: "a resume fixes or drops it",
};

/** Its name, what a plain resume does with it, and what it is; foreign text, to be made safe. */
export function ailmentText({ kind, onResume, detail }: Ailment): string {
  return `${kind}${onResume === null ? "" : ` (${onResumeWords[onResume]})`}: ${detail}`;
}
