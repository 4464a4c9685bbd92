import { optionWords, safeLine } from "@reprise/model";
import { actionTarget, clickableLine } from "../../../kernel/click-zones.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { fieldLine } from "../../../widgets/field-line.ts";
import { choicesOf } from "./ask.ts";
import { type AskPicture, wrapped } from "./body.ts";
import { questionOf } from "./press.ts";

/** The answers in at most so many rows; the selected one is always visible. */
export function choiceRows(picture: AskPicture, columns: number, most: number, theme: Theme): string[] {
  const { ask, asking } = picture;
  const question = questionOf(asking, ask);
  const tone = (index: number) => (!asking.guard.isReady ? "dim" : index === asking.chosen ? "highlight" : "plain");
  const blocks = question
    ? [
        ...question.options.map((_, index) =>
          optionRows(optionWords(question, index), columns).map((row) => theme(tone(index), cutTo(row, columns))),
        ),
        [ownWords(picture, question.options.length, columns, theme)],
      ]
    : choicesOf(ask).map(({ key, words }, index) => [theme(tone(index), cutTo(` ${key}  ${words} `, columns))]);
  const marked = blocks.map((rows, index) => rows.map((row) => clickableLine(actionTarget(index), row, theme)));
  return around(marked, asking.chosen, Math.max(1, most), theme);
}

/** A choice must be readable: up to four rows per option. */
function optionRows(words: string, columns: number): string[] {
  const rows = wrapped(words, columns - 2);
  const shown = rows.slice(0, 4);
  if (rows.length > 4) shown.push(`… ${rows.length - 4} more rows`);
  return shown.map((row) => ` ${row} `);
}

function ownWords({ asking }: AskPicture, optionCount: number, columns: number, theme: Theme): string {
  return asking.chosen >= optionCount
    ? cutTo(safeLine(fieldLine("› ", asking.field, columns).text), columns)
    : theme("dim", cutTo(" in your own words: type", columns));
}

/** As many whole blocks around the selected one as fit. */
function around(blocks: readonly (readonly string[])[], chosen: number, most: number, theme: Theme): string[] {
  const all = blocks.flat();
  if (all.length <= most) return all;
  const before = blocks.slice(0, chosen).flat().length;
  const height = blocks[chosen]?.length ?? 1;
  const room = Math.max(1, most - 1);
  const top = Math.max(0, Math.min(before - Math.max(0, room - height), all.length - room));
  const shown = all.slice(top, top + room);
  const where = `${top > 0 ? "↑" : ""}${top + room < all.length ? "↓" : ""}`;
  return [...shown, theme("dim", ` ${where} ${all.length - room} more rows of answers`)];
}
