import type { Ailment, AilmentFate } from "../restore.ts";

const onResumeWords: Readonly<Record<AilmentFate, string>> = {
  refused: "the agent refuses it",
  sent: "models refuse it",
  lost: "a resume leaves messages out",
  healed: "a resume fixes or drops it",
};

/** Its name, its effect on a plain resume, and its detail, which is foreign text: make it safe. */
export function ailmentText({ kind, onResume, detail }: Ailment): string {
  return `${kind}${onResume === null ? "" : ` (${onResumeWords[onResume]})`}: ${detail}`;
}
