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

/** The state of a file, or why it cannot be decided: a stale patch can be refreshed, other problems stay. */
export function documentState({ state, problem }: Pick<DiffDocument, "state" | "problem">): StateWords {
  if (problem === null) return states[state];
  if (problem.startsWith("Patch stale")) return { words: "patch stale", tone: "danger" };
  return { words: state === "proposed" ? "cannot be applied" : "cannot be discarded", tone: "caution" };
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
  /** Why it is not possible; null if it is. */
  readonly whyNotApply: string | null;
  readonly whyNotDiscard: string | null;
}

/** What can be done with the selected files. Files that the agent has written are kept, proposed ones applied. */
export function diffActions({ documents }: Pick<Diff, "documents">): DiffActions {
  const open = documents.filter(isOpen);
  const selected = open.filter(({ isSelected }) => isSelected);
  const areWritten = selected.length > 0 && selected.every(({ state }) => state === "written");
  const stale = selected.filter(({ problem }) => problem !== null);
  // Keeping what is written and dropping what is not touch no file.
  const toWrite = stale.filter(({ state }) => state === "proposed").length;
  const toPutBack = stale.length - toWrite;
  const many = selected.length > 0 ? ` (${selected.length})` : "";
  return {
    apply: `${areWritten ? "Keep" : "Apply"} selected${many}`,
    discard: `Discard selected${many}`,
    whyNotApply: whyNotDecide(open.length, selected.length, toWrite),
    whyNotDiscard: whyNotDecide(open.length, selected.length, toPutBack),
  };
}

function whyNotDecide(open: number, selected: number, stale: number): string | null {
  if (open === 0) return "Every file of this change is decided.";
  if (selected === 0) return "Select files first.";
  if (stale === 0) return null;
  return `${count(stale, "selected file")} cannot be written here: refresh, or deselect. All selected files are decided together or none.`;
}

/** The agent gets all of an edit or nothing: that is allowed where all of it is shown. */
export function whyNotAllow({ documents }: Pick<Diff, "documents">, isAsked: boolean): string | null {
  const isWhole = documents.every((one) => one.isSelected || !isOpen(one));
  return isAsked && isWhole ? "The agent asks for all of it. Allow it in the chat, or deselect a file." : null;
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
