import type { FileChange, ItemBody, ItemKind, SentBody, WorkStatus } from "../transcript.ts";
import { workWords } from "../words/outcome-words.ts";
import { writtenWords } from "../words/written-words.ts";
import { keptImageName } from "../workbench/kept-image.ts";

/** Whose it is: the person's words, what came with them, the agent's words, its thinking, its work; or a remark beside these. */
export type ItemTone = "person" | "given" | "agent" | "thought" | "work" | "aside";

export type ItemIcon =
  | "person"
  | "attachment"
  | "agent"
  | "thought"
  | "command"
  | "edit"
  | "tool"
  | "key"
  | "note"
  | "more";

/** An item without its kind: what a painter draws. Texts are as recorded, by reference: painters make them safe. */
export interface Presented {
  readonly tone: ItemTone;
  readonly icon: ItemIcon;
  /** A heading: `Attached file`. */
  readonly name: string;
  /** The same before a text on its line: `file`. */
  readonly label: string;
  /** The own name of a tool or an attachment. */
  readonly subject: string | null;
  /** Null: it is no work. */
  readonly outcome: ItemOutcome | null;
  /** In order; outputs and diffs are never empty. */
  readonly blocks: readonly ItemBlock[];
  readonly isFoldedAtFirst: boolean;
}

export interface ItemOutcome {
  readonly status: WorkStatus;
  readonly exitCode: number | null;
  /** `exit 1`, `declined`; empty if it simply succeeded. */
  readonly words: string;
  readonly severity: "good" | "bad" | "unsure";
  /** Why it failed, in the agent's words. */
  readonly reason: string | null;
}

/** `field` as in `textsOf`. */
export type ItemBlock =
  /** Markdown of a person or a model. */
  | { readonly type: "prose"; readonly field: string; readonly text: string }
  /** What someone decided on: shown character by character. */
  | { readonly type: "exact"; readonly field: string; readonly text: string; readonly language: "sh" | "text" }
  /** The same, as any JSON. */
  | { readonly type: "value"; readonly field: string; readonly value: unknown }
  | { readonly type: "output"; readonly field: string; readonly text: string }
  | ChangeBlock
  | { readonly type: "pair"; readonly field: string; readonly label: string; readonly text: string };

export interface ChangeBlock {
  readonly type: "change";
  readonly field: string;
  readonly path: string;
  readonly movedTo: string | null;
  readonly change: FileChange["change"];
  readonly diff: string | null;
  /** Whether the file was written, if the outcome does not say so; else empty. */
  readonly written: string;
}

const tones = {
  prompt: "person",
  attachment: "given",
  reply: "agent",
  reasoning: "thought",
  command: "work",
  edit: "work",
  tool: "work",
  approval: "aside",
  notice: "aside",
  link: "aside",
  opaque: "aside",
} as const satisfies Record<ItemKind, ItemTone>;

type RemarkKind = { [Kind in ItemKind]: (typeof tones)[Kind] extends "aside" ? Kind : never }[ItemKind];

/** Neither words nor work: it informs, and no model is sent it. */
export function isRemark<Body extends { readonly kind: ItemKind }>(
  item: Body,
): item is Extract<Body, { kind: RemarkKind }> {
  return tones[item.kind] === "aside";
}

const shortDiff = 3_000;
const shortPrompt = 4_000;

/** The only place that knows what each kind of item looks like. `openWords`: for work without a recorded outcome, see `openWordsIn`. */
export function presented(item: ItemBody | SentBody, openWords = workWords.open): Presented {
  switch (item.kind) {
    case "prompt":
      return said(item.kind, "person", "Prompt", item.text, item.text.length > shortPrompt);
    case "reply":
      return said(item.kind, "agent", "Reply", item.text, false);
    case "reasoning":
      return said(item.kind, "thought", "Reasoning", item.text, true);
    case "notice":
      return said(item.kind, "note", "Notice", item.text, false);
    case "attachment":
      return {
        tone: tones[item.kind],
        icon: "attachment",
        name: `Attached ${item.what}`,
        label: item.what,
        subject: keptImageName(item.name) ?? item.name,
        outcome: null,
        blocks: outputs("text", item.text),
        isFoldedAtFirst: true,
      };
    case "command": {
      const command = { type: "exact", field: "command", text: item.command, language: "sh" } as const;
      const outcome = outcomeOf(item.status, openWords, { exitCode: item.exitCode });
      return work("command", "Command", null, outcome, [command, ...outputs("output", item.output)]);
    }
    case "edit": {
      const blocks = item.changes.map((change, index) => changeBlock(item.status, change, index));
      const size = blocks.reduce((sum, { diff }) => sum + (diff?.length ?? 0), 0);
      const outcome = outcomeOf(item.status, openWords, { reason: item.reason || null });
      return { ...work("edit", "Edit", null, outcome, blocks), isFoldedAtFirst: size > shortDiff };
    }
    case "tool": {
      const hasInput = item.input !== null && item.input !== undefined;
      const input = hasInput ? [{ type: "value", field: "input", value: item.input } as const] : [];
      return work("tool", "Tool", item.name, outcomeOf(item.status, openWords), [
        ...input,
        ...outputs("output", item.output),
      ]);
    }
    case "approval": {
      const text = item.decision ?? "no decision recorded";
      return {
        ...said(item.kind, "key", "Approval", "", false),
        blocks: [
          { type: "exact", field: "subject", text: item.subject, language: "text" },
          { type: "pair", field: "decision", label: "Decision", text },
        ],
      };
    }
    case "link":
      return {
        ...said(item.kind, "note", "Pull request", "", false),
        subject: item.name,
        blocks: [{ type: "exact", field: "address", text: item.address, language: "text" }],
      };
    case "opaque":
      return {
        ...said(item.kind, "more", "Unknown record", "", true),
        blocks: [{ type: "value", field: "raw", value: item.raw ?? null }],
      };
  }
}

function said(kind: ItemKind, icon: ItemIcon, name: string, text: string, isFoldedAtFirst: boolean): Presented {
  const blocks = [{ type: "prose", field: "text", text } as const];
  return {
    tone: tones[kind],
    icon,
    name,
    label: name.toLowerCase(),
    subject: null,
    outcome: null,
    blocks,
    isFoldedAtFirst,
  };
}

function work(
  icon: ItemIcon,
  name: string,
  subject: string | null,
  outcome: ItemOutcome,
  blocks: readonly ItemBlock[],
): Presented {
  return { tone: "work", icon, name, label: name.toLowerCase(), subject, outcome, blocks, isFoldedAtFirst: true };
}

function outcomeOf(
  status: WorkStatus,
  openWords: string,
  { exitCode = null, reason = null }: { readonly exitCode?: number | null; readonly reason?: string | null } = {},
): ItemOutcome {
  // Some agents record a command that was stopped with a negative exit code.
  if (exitCode !== null && exitCode < 0) return { status, exitCode, words: "stopped", severity: "unsure", reason };
  const words = exitCode === null ? (status === "open" ? openWords : workWords[status]) : `exit ${exitCode}`;
  const isGood = exitCode === null ? status === "done" : exitCode === 0;
  const isUnsure = exitCode === null && (status === "open" || status === "waiting");
  return { status, exitCode, words, severity: isGood ? "good" : isUnsure ? "unsure" : "bad", reason };
}

function outputs(field: string, text: string | null): readonly ItemBlock[] {
  return text === null || text === "" ? [] : [{ type: "output", field, text }];
}

type Change = FileChange | (SentBody & { kind: "edit" })["changes"][number];

function changeBlock(status: WorkStatus, file: Change, index: number): ChangeBlock {
  const { path, movedTo = null, change, diff } = file;
  const written = writtenWords({ status }, file);
  return { type: "change", field: `diff.${index}`, path, movedTo, change, diff: diff || null, written };
}

export function isFoldedAtFirst(item: ItemBody | SentBody): boolean {
  return presented(item).isFoldedAtFirst;
}
