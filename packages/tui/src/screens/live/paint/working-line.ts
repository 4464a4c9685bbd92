import { doingWords, elapsedText, zonedTime } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { count } from "../../../text/count.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import type { LiveState } from "../state.ts";

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
/** With less room than this for what runs, other parts go first. */
const enough = 20;

/** Until when, and how to stop waiting; null if nothing waits for a limit. */
export function waitingLine({ waitsUntil, clock }: LiveState, columns: number, theme: Theme): string | null {
  if (waitsUntil === null) return null;
  const left = clock === null ? "" : ` (in ${elapsedText(Math.max(0, Date.parse(waitsUntil) - clock.now))})`;
  return theme("dim", cutTo(`Continues at ${zonedTime(waitsUntil)}${left} · Esc stops waiting`, columns));
}

/** What the turn does, since when, and how to stop it; null while none runs. */
export function workingLine(state: LiveState, columns: number, theme: Theme): string | null {
  const { phase, view, clock, tick } = state;
  if (phase !== "working" && phase !== "interrupting") return null;
  const isStopping = phase === "interrupting";
  const elapsed = view.working === null || clock === null ? null : elapsedText(clock.now - clock.startedAt);
  const tokens = view.tokens === null ? null : count(view.tokens, "token");
  const what = view.working === null ? `waiting for ${view.agent}` : doingWords(view.working);
  const stops = isStopping ? null : "Esc stops";
  const word = isStopping ? "Stopping" : "Working";
  const head = [word, elapsed].filter((part) => part !== null).join(" ");
  const brief = isStopping ? word : (elapsed ?? word);
  const choices = [
    [head, tokens, stops],
    [head, null, stops],
    [brief, null, stops],
    [brief, null, null],
  ] as const;
  const needed = Math.min(enough, widthOf(what));
  const room = (parts: readonly (string | null)[]) =>
    columns - 2 - parts.reduce((sum, part) => sum + (part === null ? 0 : widthOf(part) + 3), 0);
  const [first, middle, last] = choices.find((parts) => room(parts) >= needed) ?? choices[3];
  const doing = cutTo(what, Math.max(1, room([first, middle, last])));
  const text = [first, middle, doing, last].filter((part) => part !== null).join(" · ");
  const spinner = frames[tick % frames.length] ?? "";
  return cutTo(`${theme("accent", spinner)} ${theme("dim", text)}`, columns);
}
