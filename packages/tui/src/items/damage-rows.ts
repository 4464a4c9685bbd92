import { type Damage, damageWords, exactLine } from "@reprise/model";
import { count } from "../text/count.ts";
import type { RowOptions } from "./row-options.ts";
import { oneRow } from "./wrap-rows.ts";

/** Position, problem and known details; the file last, since it is the longest. */
export function damageRows(
  { file, line, kind, detail }: Damage,
  { columns, theme }: Pick<RowOptions, "columns" | "theme">,
): string[] {
  const name = exactLine(file.slice(file.lastIndexOf("/") + 1));
  const known = detail === "" ? "" : ` (${detail})`;
  return [theme("warn", oneRow(`damage in line ${line}: ${damageWords[kind].wrong}${known} · ${name}`, columns))];
}

/** Replaces damage that is not shown inline. */
export function moreDamageRows(moreCount: number, { columns, theme }: Pick<RowOptions, "columns" | "theme">): string[] {
  return [theme("warn", oneRow(`… ${count(moreCount, "more damaged place")} (D lists them)`, columns))];
}
