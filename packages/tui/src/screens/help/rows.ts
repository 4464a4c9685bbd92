import type { HelpSection } from "../../kernel/route.ts";
import type { Size } from "../../kernel/screen.ts";
import { bareTheme, type Theme } from "../../kernel/theme.ts";
import { cutTo, fit } from "../../text/fit.ts";
import { widthOf } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";

/** Excludes the title, the line below it and the footer. */
export function bodyHeight({ rows }: Size): number {
  return Math.max(1, rows - 3);
}

const WIDEST_TEXT = 100;

/** All sections share one key column, as wide as the widest key. */
export function bodyOf(sections: readonly HelpSection[], columns: number, theme: Theme = bareTheme): readonly string[] {
  const widest = Math.max(0, ...sections.flatMap(({ hints }) => hints.map(({ key }) => widthOf(key))));
  const keyWidth = Math.min(widest, Math.max(1, Math.floor(columns / 2) - 4));
  const textWidth = Math.max(1, Math.min(WIDEST_TEXT, columns - 2));
  return sections.flatMap(({ title, hints, text }, index) => [
    ...(index === 0 ? [] : [""]),
    theme("bold", cutTo(title, columns)),
    ...hints.flatMap(({ key, label }) => {
      const [first = "", ...more] = wrap(label, Math.max(1, columns - keyWidth - 6));
      return [
        `  ${theme("highlight", ` ${fit(key, keyWidth)} `)} ${first}`,
        ...more.map((line) => `${" ".repeat(keyWidth + 5)}${line}`),
      ].map((line) => cutTo(line, columns));
    }),
    ...(text === undefined ? [] : wrap(text, textWidth).map((line) => cutTo(`  ${line}`, columns))),
  ]);
}
