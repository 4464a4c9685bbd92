import { attachedText } from "../../agents/attached-text.ts";
import { patchText } from "../../agents/writing/patch-text.ts";
import type { PortableItem } from "../../agents/writing/portable.ts";
import type { CountTokens } from "../../transcript/count-tokens.ts";

/** An item any agent can be given. */
export interface PortableEntry {
  readonly source: string;
  readonly turn: number;
  readonly item: PortableItem;
}

export interface NotCarried {
  readonly turn: number;
  readonly what: NotCarriedKind;
  readonly name: string | null;
}

export type NotCarriedKind = "reasoning" | "attachment" | "cut" | "opaque" | "unanswered";

/** Entries before `at` were replaced by this summary and the kept items. */
export interface Compaction {
  readonly at: number;
  readonly turn: number;
  readonly summary: string;
  readonly kept: KeptEntries;
}

/**
 * What was kept of the history before a compaction, as far as it was read, and on which side of it the summary is told.
 * `upTo`: it is the beginning of the session up to this item, and must be read there.
 */
export type KeptEntries = { readonly summary: "before" | "behind" } & (
  | { readonly entries: readonly PortableEntry[] }
  | { readonly upTo: string }
);

export interface Portable {
  readonly entries: readonly PortableEntry[];
  readonly left: readonly NotCarried[];
  readonly compactions: readonly Compaction[];
}

/** Tokens of a typical image. */
const imageTokens = 1600;

export function tokensOfEntry(entry: PortableEntry, count: CountTokens): number {
  return count(textOfEntry(entry)) + imageTokens * imagesIn(entry).length;
}

export function imagesIn({ item }: PortableEntry): string[] {
  if (item.kind !== "user") return [];
  return (item.attached ?? []).flatMap((one) => (one.kind === "attachment" && one.image ? [one.name] : []));
}

/** All text the model sees. */
export function textOfEntry({ item }: PortableEntry): string {
  if (item.kind === "assistant") return item.text;
  if (item.kind === "user") return [item.text, ...(item.attached ?? []).map(attachedText)].join("\n");
  const { call, output } = item;
  const said =
    call.tool === "command"
      ? call.command
      : call.tool === "edit"
        ? patchText(call.changes)
        : `${call.name} ${JSON.stringify(call.input)}`;
  return `${said}\n${output}`;
}
