import type { Tone } from "../../kernel/theme.ts";

/** Of a line of a diff. */
export function diffTone(line: string): Tone {
  if (/^(?:diff --git |\+\+\+ |--- )/.test(line)) return "bold";
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return /^(?:@@|index |new file|deleted file|similarity |rename |old mode|new mode)/.test(line) ? "dim" : "plain";
}
