import { isAbsolute, resolve } from "node:path";
import type { Agent, EmbeddedImage, FileChange, Timestamp } from "@reprise/model";
import { type Attached, attachedText } from "../attached-text.ts";
import { patchText } from "./patch-text.ts";
import type { PortableCall, PortableItem, ToolMeaning } from "./portable.ts";
import { shellCommand, shellWord } from "./shell-command.ts";

interface NativeCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Toolbox {
  readonly agent: Agent;
  command(command: string): NativeCall;
  write(path: string, content: string): NativeCall;
  replace(path: string, before: string, after: string): NativeCall;
  /** Null: only its shell can do this. */
  meaning(meaning: ToolMeaning): NativeCall | null;
}

/** A part of a user message after the user's words. */
export type AttachedPart = string | EmbeddedImage;

/** History in one agent's terms: every call is one it knows; everything else is text or an image. */
export type NativeItem = { readonly at: Timestamp | null } & (
  | { readonly kind: "user"; readonly text: string; readonly parts: readonly AttachedPart[] }
  | { readonly kind: "assistant"; readonly text: string }
  | ({
      readonly kind: "call";
      readonly id: string;
      readonly output: string;
      readonly hasFailed: boolean;
    } & NativeCall)
);

export function nativeItems(history: readonly PortableItem[], box: Toolbox, cwd: string): NativeItem[] {
  return history.flatMap((item): NativeItem[] => {
    const { at } = item;
    if (item.kind === "assistant") return [item];
    if (item.kind === "user") return [{ kind: "user", text: item.text, parts: partsOf(item.attached ?? []), at }];
    const { id, output, hasFailed } = item;
    const calls = nativeCalls(item.call, box, cwd);
    if (calls === null) return [{ kind: "user", text: "", parts: partsOf([asText(item)]), at }];
    return calls.map((call, index) => {
      const own = index === 0 ? id : `${id.slice(0, 36)}_${index + 1}`;
      return { kind: "call", id: own, output, hasFailed, at, ...call };
    });
  });
}

/** A label for each; an image's bytes follow its label. */
export function partsOf(attached: readonly Attached[]): AttachedPart[] {
  return attached.flatMap((one): AttachedPart[] => {
    const text = attachedText(one);
    return one.kind === "attachment" && one.image ? [text, one.image] : [text];
  });
}

/** For a call of a tool the agent does not have. */
export function asText({ call, output, hasFailed }: PortableItem & { kind: "call" }): Attached {
  const told =
    call.tool === "other" ? { name: call.name, input: call.input } : { name: call.tool, input: inputOf(call) };
  return { kind: "tool", ...told, output, hasFailed };
}

function inputOf(call: Exclude<PortableCall, { tool: "other" }>): unknown {
  return call.tool === "edit" ? { patch: patchText(call.changes) } : { command: call.command };
}

/** Null: the agent has no tool for this. */
function nativeCalls(call: PortableCall, box: Toolbox, cwd: string): NativeCall[] | null {
  if (call.tool === "command") return [box.command(call.command)];
  if (call.tool === "edit") return editCalls(call.changes, box, cwd);
  if (call.agent === box.agent) return [{ name: call.name, input: call.input }];
  if (call.meaning === null) return null;
  const meaning = inFolder(call.meaning, cwd);
  return [box.meaning(meaning) ?? box.command(shellCommand(meaning))];
}

function editCalls(changes: readonly FileChange[], box: Toolbox, cwd: string): NativeCall[] | null {
  const calls: NativeCall[] = [];
  for (const { path, change, diff, movedTo } of changes) {
    const at = resolve(cwd, path);
    if (change === "delete") calls.push(box.command(`rm ${shellWord(at)}`));
    else if (change === "add" && diff !== null) calls.push(box.write(at, diff));
    else if (change === "move" && movedTo === undefined) return null;
    else {
      const target = movedTo === undefined ? at : resolve(cwd, movedTo);
      if (change === "move") calls.push(box.command(`mv ${shellWord(at)} ${shellWord(target)}`));
      if (change === "move" && (diff === null || diff === "")) continue;
      const replaced = diff === null ? null : replacementsIn(diff);
      if (replaced === null) return null;
      calls.push(...replaced.map(({ before, after }) => box.replace(target, before, after)));
    }
  }
  return calls.length === 0 ? null : calls;
}

/** Some agents accept only absolute paths. */
function inFolder(meaning: ToolMeaning, cwd: string): ToolMeaning {
  const { path } = meaning;
  return path === null || isAbsolute(path) ? meaning : ({ ...meaning, path: resolve(cwd, path) } as ToolMeaning);
}

interface Replacement {
  readonly before: string;
  readonly after: string;
}

/** The replacements of a diff, hunk by hunk; null if a hunk has no context to locate it. */
export function replacementsIn(diff: string): Replacement[] | null {
  const found: Replacement[] = [];
  for (const hunk of hunksIn(diff)) {
    const before = hunk.filter((line) => !line.startsWith("+")).map(withoutSign);
    const after = hunk.filter((line) => !line.startsWith("-")).map(withoutSign);
    if (before.join("\n") === "") return null;
    found.push({ before: before.join("\n"), after: after.join("\n") });
  }
  return found.length === 0 ? null : found;
}

function hunksIn(diff: string): string[][] {
  const hunks: string[][] = [];
  const lines = (diff.endsWith("\n") ? diff.slice(0, -1) : diff).split("\n");
  for (const line of lines) {
    if (line.startsWith("@@") || hunks.length === 0) hunks.push([]);
    if (!line.startsWith("@@") && !line.startsWith("\\")) hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.length > 0);
}

function withoutSign(line: string): string {
  return /^[-+ ]/.test(line) ? line.slice(1) : line;
}
