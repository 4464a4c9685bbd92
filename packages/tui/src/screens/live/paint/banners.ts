import { healthAtEnd, healthWords, safeLine } from "@reprise/model";
import type { Theme, Tone } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { wrap } from "../../../text/wrap.ts";
import { isAtLimit, type LiveState } from "../state.ts";

const mostRows = 3;

/** The error and its remedy, until the next action. */
export function errorLines(state: LiveState, columns: number, theme: Theme): string[] {
  if (state.banner === null) return [];
  const help = helpAgainst(state);
  const rows = bannerLines(state.banner.text, columns, help === null ? mostRows : mostRows - 1, "bad", theme);
  return help === null ? rows : [...rows, `  ${theme("accent", cutTo(help, columns - 2))}`];
}

/** Why the typed text is not sent. */
export function hintLines({ hint }: LiveState, columns: number, theme: Theme): string[] {
  return hint === null ? [] : bannerLines(hint, columns, mostRows, "warn", theme);
}

/** Null if the composer shows it. */
function helpAgainst(state: LiveState): string | null {
  const { banner, phase } = state;
  const { lastPrompt } = state.view;
  if (!banner?.canRetry || phase !== "idle" || lastPrompt === null || isAtLimit(state)) return null;
  return lastPrompt.isPersisted
    ? 'Your last prompt was received. Type "continue", or something else.'
    : "R, then Enter: your prompt is sent again.";
}

/** Shown while our journal cannot be written; blocks nothing and disappears by itself. */
export function healthLines({ view: { journalProblem }, phase }: LiveState, columns: number, theme: Theme): string[] {
  if (journalProblem === null) return [];
  const text = phase === "ended" ? healthAtEnd(journalProblem) : healthWords(journalProblem);
  return bannerLines(text, columns, mostRows, "warn", theme);
}

function bannerLines(text: string, columns: number, most: number, tone: Tone, theme: Theme): string[] {
  const width = Math.max(1, columns - 2);
  const rows = wrap(safeLine(text), width);
  const shown = rows.slice(0, most);
  if (rows.length > most) shown.push(cutTo(`${shown.pop()} ${"…".repeat(width)}`, width).replace(/…+$/, "…"));
  return shown.map((row, index) => theme(tone, `${index === 0 ? "! " : "  "}${cutTo(row, width)}`));
}
