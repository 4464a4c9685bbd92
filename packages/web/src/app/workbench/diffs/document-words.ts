import { count, type Diff, type DiffDocument, isOpen } from "@reprise/model";
import type { Tone } from "../../design/tone.ts";

interface StateWords {
  readonly words: string;
  readonly tone: Tone;
}

const states: Readonly<Record<DiffDocument["state"], StateWords>> = {
  proposed: { words: "proposed", tone: "accent" },
  written: { words: "written", tone: "accent" },
  applied: { words: "applied", tone: "good" },
  kept: { words: "kept", tone: "good" },
  discarded: { words: "discarded", tone: "plain" },
};

/** The state of a file; `patch stale` as long as it cannot be decided. */
export function documentState({ state, problem }: Pick<DiffDocument, "state" | "problem">): StateWords {
  return problem === null ? states[state] : { words: "patch stale", tone: "danger" };
}

export const changeWords: Readonly<Record<DiffDocument["change"], string>> = {
  add: "new",
  update: "changed",
  delete: "deleted",
  move: "moved",
};

export interface DiffActions {
  readonly apply: string;
  readonly discard: string;
  /** Why neither is possible; null if both are. */
  readonly whyNot: string | null;
}

/** What can be done with the selected files. Files that the agent has written are kept, proposed ones applied. */
export function diffActions({ documents }: Pick<Diff, "documents">): DiffActions {
  const open = documents.filter(isOpen);
  const selected = open.filter(({ isSelected }) => isSelected);
  const areWritten = selected.length > 0 && selected.every(({ state }) => state === "written");
  const stale = selected.filter(({ problem }) => problem !== null);
  const many = selected.length > 0 ? ` (${selected.length})` : "";
  return {
    apply: `${areWritten ? "Keep" : "Apply"} selected${many}`,
    discard: `Discard selected${many}`,
    whyNot: whyNotDecide(open.length, selected.length, stale.length),
  };
}

function whyNotDecide(open: number, selected: number, stale: number): string | null {
  if (open === 0) return "Every file of this change is decided.";
  if (selected === 0) return "Select files first.";
  if (stale === 0) return null;
  return `${count(stale, "selected file")} changed since: refresh, or deselect. All selected files are decided together or none.`;
}

/** `3 files: 1 to review, 2 kept` */
export function diffSummary({ documents }: Pick<Diff, "documents">): string {
  const open = documents.filter(isOpen).length;
  const parts = [
    open > 0 ? `${open} to review` : "",
    ...(["applied", "kept", "discarded"] as const).map((state) => {
      const many = documents.filter((one) => one.state === state).length;
      return many > 0 ? `${many} ${state}` : "";
    }),
  ].filter((part) => part !== "");
  return `${count(documents.length, "file")}: ${parts.join(", ")}`;
}
