import { exactLine, exactText, type ItemBody, jsonText } from "@reprise/model";
import { briefJson } from "./brief-json.ts";
import { withEnding } from "./command-rows.ts";
import { oneRow } from "./lay.ts";
import { outputRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";
import { outcomeOf } from "./words.ts";

export type ToolItem = ItemBody & { readonly kind: "tool" };

/** `tool NAME input`, the input in short while it is folded, then the output. */
export function toolRows(item: ToolItem, options: RowOptions): string[] {
  const { columns, theme, isFolded } = options;
  const hasInput = item.input !== null && item.input !== undefined;
  const input = isFolded && hasInput ? `  ${exactLine(briefJson(item.input))}` : "";
  const head = theme("accent", oneRow(`tool ${exactLine(item.name)}${input}`, columns));
  return [
    ...withEnding([head], outcomeOf(item.status, options), columns),
    ...(isFolded || !hasInput
      ? []
      : outputRows(exactText(jsonText(item.input)), { ...options, leftOut: null }, { indent: 4 })),
    ...outputRows(item.output, options, { indent: 2, head: 3, tail: 3 }),
  ];
}
