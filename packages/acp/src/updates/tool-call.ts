import type { ToolCall, ToolCallContent, ToolCallStatus, ToolKind } from "@agentclientprotocol/sdk";
import { clipped, type ItemBody, type WorkStatus, workWords } from "@reprise/model";
import { diffContent, editLocations } from "./edit-diffs.ts";
import { fenced, textContent } from "./markdown.ts";

export type WorkItem = ItemBody & { readonly kind: "command" | "edit" | "tool" };

export function isWork(item: ItemBody): item is WorkItem {
  return item.kind === "command" || item.kind === "edit" || item.kind === "tool";
}

/** A command, edit or tool as a tool call. `isOver`: nothing more will be known about it. */
export function toolCallOf(
  id: string,
  whole: WorkItem,
  { cwd, isOver }: { readonly cwd: string; readonly isOver: boolean },
): ToolCall {
  const item = clipped(whole) as WorkItem;
  const outcome = isOver ? workWords[item.status] : "";
  const words = item.status === "failed" || outcome === "" ? [] : [textContent(outcome)];
  const common = { toolCallId: id, status: statusOf(item.status, isOver) };
  switch (item.kind) {
    case "command":
      return {
        ...common,
        title: lineOf(item.command),
        kind: "execute",
        rawInput: { command: item.command },
        content: [...outputOf(item.output), ...exitOf(item.exitCode), ...words],
      };
    case "edit": {
      const reason = item.reason ? [textContent(item.reason)] : [];
      return {
        ...common,
        title: editTitle(item.changes.map(({ path }) => path)),
        kind: editKind(item),
        content: [...diffContent(item.changes, cwd), ...reason, ...words],
        locations: editLocations(item.changes, cwd),
      };
    }
    case "tool":
      return {
        ...common,
        title: toolTitle(item),
        name: item.name,
        kind: toolKind(item.name),
        rawInput: item.input,
        content: [...outputOf(item.output), ...words],
      };
  }
}

function statusOf(status: WorkStatus, isOver: boolean): ToolCallStatus {
  if (status === "done") return "completed";
  if (isOver || status === "failed" || status === "declined") return "failed";
  return status === "waiting" ? "pending" : "in_progress";
}

function outputOf(output: string | null): ToolCallContent[] {
  return output === null || output === "" ? [] : [textContent(fenced(output))];
}

function exitOf(exitCode: number | null): ToolCallContent[] {
  return exitCode === null || exitCode === 0 ? [] : [textContent(`exit code ${exitCode}`)];
}

export function editTitle(paths: readonly string[]): string {
  const [first = "files", ...rest] = paths;
  return lineOf(rest.length === 0 ? `Edit ${first}` : `Edit ${first} and ${rest.length} more`);
}

function editKind({ changes }: WorkItem & { kind: "edit" }): ToolKind {
  const kinds = new Set(changes.map(({ change }) => change));
  const [only] = kinds;
  return kinds.size === 1 && (only === "delete" || only === "move") ? only : "edit";
}

function toolTitle({ name, input }: WorkItem & { kind: "tool" }): string {
  const first = typeof input === "object" && input !== null ? Object.values(input)[0] : input;
  const hint = typeof first === "string" ? first : "";
  return lineOf(hint === "" ? name : `${name}: ${hint}`);
}

/** By the usual words in the names of tools; the agents' own names are not known here. */
const kindWords: readonly (readonly [RegExp, ToolKind])[] = [
  [/fetch|web|browse|url/, "fetch"],
  [/search|grep|glob|find|list|ls$/, "search"],
  [/read|view|cat$/, "read"],
  [/think|plan|todo/, "think"],
  [/delete|remove/, "delete"],
  [/edit|write|patch/, "edit"],
  [/shell|bash|exec/, "execute"],
];

export function toolKind(name: string): ToolKind {
  const low = name.toLowerCase();
  return kindWords.find(([words]) => words.test(low))?.[1] ?? "other";
}

const mostTitle = 200;

/** One line, not too long. */
export function lineOf(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  const cut = first.length > mostTitle ? first.slice(0, mostTitle).toWellFormed() : first;
  return rest.length > 0 || cut !== first ? `${cut} …` : cut;
}
