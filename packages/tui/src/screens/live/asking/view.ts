import { type Agent, asksTo, driftHead } from "@reprise/model";
import { hintsOf } from "../../../kernel/keys.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { count } from "../../../text/count.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { hintLine } from "../../../widgets/footer.ts";
import type { Ask } from "./ask.ts";
import type { AskPicture } from "./body.ts";
import { askingKeys } from "./keys.ts";
import { layAsk } from "./layout.ts";

/** A modal: the request and its answers. */
export function askLines(picture: AskPicture, columns: number, most: number, theme: Theme): string[] {
  const { body, choices, top, lowest } = layAsk(picture, columns, most, theme);
  return [
    titleLine(picture, columns, theme),
    ...body.map((row) => `  ${row}`),
    moreLine(picture, { top, lowest }, columns, theme),
    ...choices.map((row) => `  ${row}`),
    lastLine(picture, lowest > 0, columns, theme),
  ];
}

function titleLine({ ask, agent, waiting }: AskPicture, columns: number, theme: Theme): string {
  const more = waiting > 1 ? ` · ${waiting - 1} more waiting` : "";
  const text = cutTo(` ${titleOf(ask, agent)}${more} `, columns);
  return theme("highlight", text) + theme("dim", "─".repeat(Math.max(0, columns - widthOf(text))));
}

function titleOf(ask: Ask, agent: Agent): string {
  if (ask.kind === "drift") return driftHead;
  return `${agent} ${asksTo[ask.request.kind]}`;
}

/** How much is hidden, and that it must be seen before it can be allowed. */
function moreLine(
  { asking }: AskPicture,
  { top, lowest }: { readonly top: number; readonly lowest: number },
  columns: number,
  theme: Theme,
): string {
  const below = lowest - top;
  if (below === 0) return top === 0 ? "" : theme("dim", cutTo(`  ↑ ${count(top, "row")} above: PgUp`, columns));
  const words = `↓ ${count(below, "more row")}: PgDn, End`;
  return asking.isHurried
    ? theme("warn", cutTo(`  ${words}. Nothing is allowed before you have seen it all.`, columns))
    : theme("dim", cutTo(`  ${words}`, columns));
}

function lastLine({ asking }: AskPicture, isScrolled: boolean, columns: number, theme: Theme): string {
  if (!asking.guard.isReady) return theme("dim", cutTo("Waiting for you to stop typing…", columns));
  const table = askingKeys.map((row) => (row.action === "page-up" ? { ...row, isHint: isScrolled } : row));
  return hintLine(hintsOf(table), columns, theme);
}
