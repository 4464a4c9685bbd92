import type { ToolCall, ToolCallContent, ToolCallStatus, ToolKind } from "@agentclientprotocol/sdk";
import {
  type ChangeBlock,
  changesIn,
  clipped,
  type ItemBody,
  type Presented,
  presented,
  type WorkStatus,
  workWords,
} from "@reprise/model";
import { diffContent, editLocations } from "./edit-diffs.ts";
import { fenced, textContent } from "./markdown.ts";

export type WorkItem = Extract<ItemBody, { readonly status: WorkStatus }>;

export function isWork(item: ItemBody): item is WorkItem {
  return "status" in item;
}

/** Work as a tool call. `isOver`: nothing more will be known about it. */
export function toolCallOf(
  id: string,
  item: WorkItem,
  { cwd, isOver }: { readonly cwd: string; readonly isOver: boolean },
): ToolCall {
  const shown = presented(clipped(item));
  const { status } = item;
  const { exitCode = null, reason = null } = shown.outcome ?? {};
  const outcome = isOver && status !== "failed" ? workWords[status] : "";
  const outputs = shown.blocks.flatMap((block) => (block.type === "output" ? [fenced(block.text)] : []));
  const texts = [exitCode === null || exitCode === 0 ? "" : `exit code ${exitCode}`, reason ?? "", outcome];
  const content: ToolCallContent[] = [
    ...outputs.map(textContent),
    ...diffContent(changesIn(shown.blocks), cwd),
    ...texts.filter((text) => text !== "").map(textContent),
  ];
  return { toolCallId: id, status: statusOf(status, isOver), ...aboutOf(shown, cwd), content };
}

/** A command, a tool with its input, or files. */
function aboutOf({ subject, blocks }: Presented, cwd: string): Omit<ToolCall, "toolCallId" | "status" | "content"> {
  const [first] = blocks;
  if (first?.type === "exact")
    return { title: lineOf(first.text), kind: "execute", rawInput: { [first.field]: first.text } };
  if (subject !== null) {
    const input = first?.type === "value" ? first.value : null;
    return { title: toolTitle(subject, input), name: subject, kind: toolKind(subject), rawInput: input };
  }
  const files = changesIn(blocks);
  const title = editTitle(files.map(({ path }) => path));
  return { title, kind: editKind(files), locations: editLocations(files, cwd) };
}

function statusOf(status: WorkStatus, isOver: boolean): ToolCallStatus {
  if (status === "done") return "completed";
  if (isOver || status === "failed" || status === "declined") return "failed";
  return status === "waiting" ? "pending" : "in_progress";
}

export function editTitle(paths: readonly string[]): string {
  const [first = "files", ...rest] = paths;
  return lineOf(rest.length === 0 ? `Edit ${first}` : `Edit ${first} and ${rest.length} more`);
}

function editKind(files: readonly ChangeBlock[]): ToolKind {
  const kinds = new Set(files.map(({ change }) => change));
  const [only] = kinds;
  return kinds.size === 1 && (only === "delete" || only === "move") ? only : "edit";
}

function toolTitle(name: string, input: unknown): string {
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
