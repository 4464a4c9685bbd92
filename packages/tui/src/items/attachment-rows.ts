import { exactLine, type ItemBody } from "@reprise/model";
import { oneRow } from "./lay.ts";
import { outputRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";

/** `+ file: NAME`, then what it held. */
export function attachmentRows(
  item: ItemBody & { readonly kind: "attachment" },
  options: RowOptions,
): string[] {
  const head = oneRow(`+ ${item.what}: ${exactLine(item.name)}`, options.columns);
  return [options.theme("dim", head), ...outputRows(item.text, options, { indent: 2, head: 3, tail: 2 })];
}
