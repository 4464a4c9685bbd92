import type { Theme } from "../kernel/theme.ts";
import { cutTo, fit } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";

/** Lines in a titled frame, at most so wide; the lines may contain colours. */
export function panel(title: string, lines: readonly string[], columns: number, theme: Theme): string[] {
  const widest = lines.reduce((most, line) => Math.max(most, widthOf(line)), widthOf(title) + 2);
  const inner = Math.max(1, Math.min(columns - 4, widest));
  const heading = cutTo(` ${title} `, inner + 1);
  const rest = "─".repeat(Math.max(0, inner + 1 - widthOf(heading)));
  return [
    theme("dim", "┌─") + theme("bold", heading) + theme("dim", `${rest}┐`),
    ...lines.map((line) => `${theme("dim", "│")} ${fit(line, inner)} ${theme("dim", "│")}`),
    theme("dim", `└${"─".repeat(inner + 2)}┘`),
  ].map((line) => cutTo(line, columns));
}
