import type { FileChange, Item, ItemKind, WorkStatus } from "@reprise/model";
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

export interface BriefChange extends Pick<FileChange, "path" | "change" | "movedTo" | "written"> {
  readonly diff: Clip | null;
}

type Known = Exclude<Item, { kind: "opaque" }>;

export function briefItem(item: Known, place: number, turn: number): BriefItem {
  const { id, kind } = item;
  const base = {
    id,
    kind,
    place,
    turn,
    changes: [],
    exitCode: null,
    decision: null,
    status: "done",
  } as const;
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
      return { ...base, subject: null, text: new Clip(item.text, saidSize) };
    case "notice":
      return { ...base, subject: new Clip(item.text, subjectSize), text: null };
    case "command":
      return {
        ...base,
        status: item.status,
        exitCode: item.exitCode,
        subject: new Clip(item.command, subjectSize),
        text: printed(item.output),
      };
    case "edit": {
      const changes = item.changes.slice(0, mostChanges).map(briefChange);
      const text = item.reason ? new Clip(item.reason, outputSize, "printed") : null;
      return { ...base, status: item.status, subject: null, text, changes };
    }
    case "tool": {
      const subject = new Clip(`${item.name} ${inputText(item.input)}`.trim(), subjectSize);
      return { ...base, status: item.status, subject, text: printed(item.output) };
    }
    case "attachment": {
      const subject = new Clip(`${item.what} ${item.name}`, subjectSize);
      return { ...base, subject, text: printed(item.text) };
    }
    case "approval":
      return { ...base, subject: new Clip(item.subject, subjectSize), text: null, decision: item.decision };
  }
}

function printed(output: string | null): Clip | null {
  return output === null || output.trim() === "" ? null : new Clip(output, outputSize, "printed");
}

function briefChange({ path, change, movedTo, written, diff }: FileChange): BriefChange {
  const clipped = diff === null || diff === "" ? null : new Clip(diff, diffSize, "printed");
  return { path, change, movedTo, written, diff: clipped };
}

/** Only the start is kept, so an embedded image need not be written out. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === null || input === undefined) return "";
  return JSON.stringify(input, (_, value) => (typeof value === "string" ? value.slice(0, 8000) : value)) ?? "";
}
