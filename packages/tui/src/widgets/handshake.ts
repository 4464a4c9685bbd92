import { checkingWords as words } from "@reprise/model";
import type { Theme } from "../kernel/theme.ts";

export type Handshake = "checking" | "done" | "failed";

/** Width of the light that moves over the words, and how far it moves beyond them. */
const light = 4;

/** The state of a handshake in one line. `tick`: counts up during the check. `note`: what the check does not cover, if it fits. */
export function handshakeLine(state: Handshake, tick: number, columns: number, theme: Theme, note = ""): string {
  const shown = cut(words, columns);
  if (state === "checking") return shimmer(shown, tick, theme);
  const outcome = state === "done" ? "Done" : "Fail";
  const before = cut(words, columns - outcome.length - 1);
  const end = theme(state === "done" ? "good" : "bad", cut(outcome, columns));
  if (before === "") return end;
  const room = columns - words.length - outcome.length - 2;
  const more = state === "done" && note !== "" && note.length <= room ? ` ${theme("dim", note)}` : "";
  return `${theme("dim", before)} ${end}${more}`;
}

function shimmer(text: string, tick: number, theme: Theme): string {
  const start = (tick % (text.length + light)) - light;
  const [from, to] = [Math.max(0, start), Math.max(0, start + light)];
  return theme("dim", text.slice(0, from)) + theme("bold", text.slice(from, to)) + theme("dim", text.slice(to));
}

/** Every character here is one column wide, and no colour code may come between them. */
function cut(text: string, columns: number): string {
  if (columns <= 0) return "";
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}
