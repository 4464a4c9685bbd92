/** What one release was put through. */
export const steps = [
  "run",
  "read",
  "kill and status",
  "resume",
  "approve and decline",
  "fork",
  "fork at a turn",
  "replay",
  "replay into it",
] as const;
export type Step = (typeof steps)[number];

/** `detail` is the way or the mode that was used instead, or the words of the refusal. */
export interface Outcome {
  readonly step: Step;
  readonly how: "works" | "falls back" | "refused" | "not offered";
  readonly detail: string | null;
}

export function inShort({ how, detail }: Outcome): string {
  if (how === "falls back") return `→ ${detail}`;
  return how === "refused" ? "refused" : how;
}
