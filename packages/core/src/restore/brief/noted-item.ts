import type { FileChange, Item, WorkStatus } from "@reprise/model";
import { type Clip, clip, excerptOf, type Size } from "./clip.ts";
import type { ToldItem } from "./digest.ts";
import type { Placed } from "./rewindable.ts";
import { exactLine, safeLine } from "./safe-text.ts";

export const commandSize: Size = { head: 600, tail: 0 };
const saidSize: Size = { head: 10_000, tail: 6_000 };
const outputSize: Size = { head: 1500, tail: 2500 };
const diffSize: Size = { head: 2500, tail: 0 };
const mostChanges = 12;

/** An item of the last turns as it was recorded, with its long texts clipped. */
export type NotedItem = Placed & { readonly turn: number } & (
    | { readonly kind: "prompt" | "reply" | "reasoning" | "notice"; readonly text: Clip }
    | {
        readonly kind: "command";
        readonly command: Clip;
        readonly exitCode: number | null;
        readonly status: WorkStatus;
        readonly output: Clip | null;
      }
    | {
        readonly kind: "edit";
        readonly status: WorkStatus;
        readonly reason: Clip | null;
        readonly changes: readonly NotedChange[];
      }
    | {
        readonly kind: "tool";
        readonly name: string;
        readonly input: Clip;
        readonly status: WorkStatus;
        readonly output: Clip | null;
      }
    | { readonly kind: "approval"; readonly subject: Clip; readonly decision: string | null }
  );

type Tellable = Exclude<Item, { kind: "opaque" }>;

export function noted(item: Tellable, at: Placed & { readonly turn: number }): NotedItem {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
      return { ...at, kind: item.kind, text: clip(item.text, saidSize) };
    case "notice":
      return { ...at, kind: "notice", text: clip(item.text, commandSize) };
    case "command": {
      const { exitCode, status } = item;
      const command = clip(item.command, commandSize);
      return { ...at, kind: "command", command, exitCode, status, output: clipped(item.output) };
    }
    case "edit":
      return {
        ...at,
        kind: "edit",
        status: item.status,
        reason: item.reason ? clip(item.reason, commandSize) : null,
        changes: item.changes.slice(0, mostChanges).map(clippedChange),
      };
    case "tool": {
      const { name, status } = item;
      return {
        ...at,
        kind: "tool",
        name,
        status,
        input: clip(inputText(item.input), commandSize),
        output: clipped(item.output),
      };
    }
    case "approval":
      return { ...at, kind: "approval", subject: clip(item.subject, commandSize), decision: item.decision };
  }
}

/** The same made safe to stand in a prompt. */
export function toldItem(item: NotedItem, goalPlace: number | null): ToldItem {
  switch (item.kind) {
    case "prompt":
      return {
        kind: "prompt",
        text: excerptOf(item.text, saidSize, "said"),
        isGoal: item.place === goalPlace,
      };
    case "reply":
    case "reasoning":
      return { kind: item.kind, text: excerptOf(item.text, saidSize, "said") };
    case "notice":
      return { kind: "notice", line: safeLine(item.text.head, 240) };
    case "command": {
      const { exitCode, status, output } = item;
      return {
        kind: "command",
        command: exactLine(item.command.head, 400),
        exitCode,
        status,
        output: printed(output),
      };
    }
    case "edit":
      return {
        kind: "edit",
        status: item.status,
        reason: item.reason && safeLine(item.reason.head, 300),
        changes: item.changes.map(toldChange),
      };
    case "tool": {
      const { status, output } = item;
      const [name, input] = [exactLine(item.name, 100), exactLine(item.input.head, 400)];
      return { kind: "tool", name, input, status, output: printed(output) };
    }
    case "approval": {
      const decision = item.decision === null ? null : safeLine(item.decision, 100);
      return { kind: "approval", subject: exactLine(item.subject.head, 300), decision };
    }
  }
}

function clipped(output: string | null): Clip | null {
  return output === null || output.trim() === "" ? null : clip(output, outputSize);
}

function printed(output: Clip | null) {
  return output && excerptOf(output, outputSize, "printed");
}

interface NotedChange extends Pick<FileChange, "path" | "change" | "movedTo" | "written"> {
  readonly diff: Clip | null;
}

function clippedChange({ path, change, movedTo, written, diff }: FileChange): NotedChange {
  return { path, change, movedTo, written, diff: diff === null || diff === "" ? null : clip(diff, diffSize) };
}

function toldChange({ path, change, movedTo, written, diff }: NotedChange) {
  return {
    path: exactLine(path, 300),
    movedTo: movedTo === undefined ? null : exactLine(movedTo, 300),
    written,
    change,
    diff: diff && excerptOf(diff, diffSize, "printed"),
  };
}

/** Only the beginning is kept; an image in it need not be written out. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === null || input === undefined) return "";
  return (
    JSON.stringify(input, (_, value) => (typeof value === "string" ? value.slice(0, 8000) : value)) ?? ""
  );
}
