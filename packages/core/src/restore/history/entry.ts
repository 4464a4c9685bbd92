import type { PortableItem } from "../../agents/portable.ts";

/** One item of a session in a shape that any agent can be told. */
export interface Entry {
  /** The id of the item it comes from. */
  readonly source: string;
  readonly turn: number;
  readonly item: PortableItem;
}

/** Something that does not carry over. */
export interface Left {
  readonly turn: number;
  readonly what: LeftKind;
}

export type LeftKind = "reasoning" | "image" | "cut" | "opaque" | "unanswered";

/** Everything before `at` (an index into the entries) was once replaced by this summary and what was kept. */
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
  | { readonly entries: readonly Entry[] }
  | { readonly upTo: string }
);

export interface Portable {
  readonly entries: readonly Entry[];
  readonly left: readonly Left[];
  readonly compactions: readonly Compaction[];
}

/** All the text of an item that a model gets to see. */
export function textOfEntry({ item }: Entry): string {
  if (item.kind !== "call") return item.text;
  const { call, output } = item;
  const said =
    call.tool === "command"
      ? call.command
      : call.tool === "edit"
        ? call.patch
        : `${call.name} ${JSON.stringify(call.input)}`;
  return `${said}\n${output}`;
}
