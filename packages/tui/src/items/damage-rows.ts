import type { Damage } from "@reprise/model";
import { oneRow } from "./lay.ts";
import type { RowOptions } from "./row-options.ts";

/** Where something could not be read, what it was, and what could be said of it. */
export function damageRows(
  { file, line, kind, detail }: Damage,
  { columns, theme }: Pick<RowOptions, "columns" | "theme">,
): string[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const where = `damage: ${kind} at line ${line} of ${name}${detail === "" ? "" : `: ${detail}`}`;
  return [theme("warn", oneRow(where, columns))];
}
