import {
  briefValue,
  type ChangeBlock,
  changesIn,
  type Item,
  type ItemKind,
  type ItemTone,
  type Presented,
  presented,
  type WorkStatus,
} from "@reprise/model";
import { Clip, type Size } from "../text/clip.ts";
import type { Positioned } from "./rewindable.ts";

const subjectSize: Size = { head: 600, tail: 0 };
const saidSize: Size = { head: 10_000, tail: 6_000 };
const outputSize: Size = { head: 1500, tail: 2500 };
const diffSize: Size = { head: 2500, tail: 0 };
const mostChanges = 12;

/** An item as a brief keeps and shows it: one shape for every kind. */
export interface BriefItem extends Positioned {
  readonly id: string;
  readonly turn: number;
  readonly kind: Exclude<ItemKind, "opaque">;
  readonly tone: ItemTone;
  /** `Command`, `Tool`, `Approval`. */
  readonly name: string;
  /** The command, the tool and its input, the approval's subject, or the notice. */
  readonly subject: Clip | null;
  /** The text or output; why an edit failed. */
  readonly text: Clip | null;
  readonly changes: readonly BriefChange[];
  readonly status: WorkStatus;
  readonly exitCode: number | null;
  /** For an approval. */
  readonly decision: string | null;
}

export interface BriefChange extends Pick<ChangeBlock, "path" | "change" | "movedTo" | "written"> {
  readonly diff: Clip | null;
}

type Known = Exclude<Item, { kind: "opaque" }>;

export function briefItem(item: Known, place: number, turn: number): BriefItem {
  const shown = presented(item);
  const { tone, name, outcome, blocks } = shown;
  const subject = subjectOf(shown);
  return {
    id: item.id,
    kind: item.kind,
    tone,
    name,
    place,
    turn,
    subject: subject === null ? null : new Clip(subject, subjectSize),
    text: textOf(shown),
    changes: changesIn(blocks).slice(0, mostChanges).map(briefChange),
    status: outcome?.status ?? "done",
    exitCode: outcome?.exitCode ?? null,
    decision: blocks.find((block) => block.type === "pair")?.text ?? null,
  };
}

function subjectOf({ tone, label, subject, blocks }: Presented): string | null {
  const [first] = blocks;
  if (tone === "given") return `${label} ${subject ?? ""}`;
  // Only the start is kept, so an embedded image need not be written out.
  if (subject !== null) return `${subject} ${first?.type === "value" ? briefValue(first.value, 8000) : ""}`.trim();
  if (first?.type === "exact") return first.text;
  return tone === "aside" && first?.type === "prose" ? first.text : null;
}

function textOf({ tone, outcome, blocks }: Presented): Clip | null {
  if (outcome?.reason) return new Clip(outcome.reason, outputSize, "printed");
  for (const block of blocks) {
    if (block.type === "prose" && tone !== "aside") return new Clip(block.text, saidSize);
    if (block.type === "output" && block.text.trim() !== "") return new Clip(block.text, outputSize, "printed");
  }
  return null;
}

function briefChange({ path, change, movedTo, written, diff }: ChangeBlock): BriefChange {
  return { path, change, movedTo, written, diff: diff === null ? null : new Clip(diff, diffSize, "printed") };
}
