import { exactText, type ItemBody } from "@reprise/model";
import { widthOf } from "../text/width.ts";
import { paintedOutcome } from "./outcome.ts";
import { outputRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";

type CommandItem = ItemBody & { readonly kind: "command" };

/** `$ npm test  exit 1`, then the output. */
export function commandRows(item: CommandItem, options: RowOptions): string[] {
  const { theme, columns } = options;
  const script = outputRows(exactText(item.command), { ...options, leftOut: null }, { indent: 2, head: 3, tail: 1 });
  const rows = script.map((row, index) => theme("accent", index === 0 ? `$ ${row.trimStart()}` : row));
  return [
    ...withEnding(rows.length > 0 ? rows : [theme("accent", "$")], endingOf(item, options), columns),
    ...outputRows(item.output, options, { indent: 2 }),
  ];
}

function endingOf({ exitCode, status }: CommandItem, options: RowOptions): string {
  if (exitCode === null) return paintedOutcome(status, options);
  return options.theme(exitCode === 0 ? "dim" : "bad", `exit ${exitCode}`);
}

/** At the end of the last row if it fits, else in its own row. */
export function withEnding(rows: readonly string[], ending: string, columns: number): string[] {
  const last = rows.at(-1) ?? "";
  if (ending === "") return [...rows];
  return widthOf(last) + 2 + widthOf(ending) <= columns
    ? [...rows.slice(0, -1), `${last}  ${ending}`]
    : [...rows, `  ${ending}`];
}
