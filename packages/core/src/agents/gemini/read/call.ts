import type { FileChange, ItemBody, ItemKind, Timestamp, WorkStatus } from "@reprise/model";
import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import { partsOf, responseText, resultText } from "./parts.ts";
import { readShellOutput } from "./shell-output.ts";
import { splitMessage } from "./user-message.ts";

export interface Call {
  readonly id: string | null;
  readonly body: ItemBody;
  readonly attached: readonly ItemBody[];
  readonly at: Timestamp | null;
}

interface Outcome {
  readonly status: WorkStatus;
  readonly output: string | null;
  readonly display: unknown;
}

/** `toolCalls` entries are written when the call has ended. */
export function callOf(entry: Foreign): Call {
  const result = resultText(entry.result);
  const display = textOf(entry.resultDisplay);
  const outcome = { status: statusOf(entry.status), output: result ?? display, display: entry.resultDisplay };
  return made(entry, entry.args, outcome, asTimestamp(entry.timestamp));
}

/** A `functionCall` has no outcome. */
export function callOfPart(part: unknown): Call | null {
  if (!isForeign(part)) return null;
  return made(part, part.args, { status: "open", output: null, display: null }, null);
}

/** A `functionResponse`: the outcome without the call. */
export function callOfAnswer(answer: unknown): Call | null {
  if (!isForeign(answer)) return null;
  const status = textOf(fieldOf(answer.response, "error")) === null ? "done" : "failed";
  const body = {
    kind: "tool",
    name: nameOf(answer),
    input: null,
    output: responseText(answer),
    status,
  } as const;
  return { id: textOf(answer.id), body, attached: [], at: null };
}

export function answerAs(kind: ItemKind, answer: Call): Call {
  const { body } = answer;
  if (body.kind !== "tool" || body.output === null) return answer;
  const { status, output } = body;
  if (kind === "edit") return { ...answer, body: { kind, changes: [], status, ...failureOf(status, output) } };
  return kind === "command" ? { ...answer, body: commandBody("", output, status) } : answer;
}

function made(call: Foreign, args: unknown, outcome: Outcome, at: Timestamp | null): Call {
  const name = nameOf(call);
  const changes = changesOf(name, args, outcome.display);
  const body = bodyOf(name, args, outcome, changes);
  return { id: textOf(call.id), body, attached: mediaIn(call.result, name), at };
}

/** Errors before writing. */
const beforeWriting =
  /^(?:Could not find|Failed to edit|File not found|File already exists|Path is a directory|Error checking existing file|No changes to apply|Expected \d)/;

function failureOf(status: WorkStatus, output: string | null): { reason?: string; stoppedAt?: string } {
  if (output === null || (status !== "failed" && status !== "declined")) return {};
  return beforeWriting.test(output) ? { reason: output, stoppedAt: "" } : { reason: output };
}

function mediaIn(result: unknown, name: string): readonly ItemBody[] {
  const media = partsOf(result).filter(({ inlineData }) => isForeign(inlineData));
  return splitMessage(media).attached.map((body, index) =>
    body.kind === "attachment" ? { ...body, name: `${name} #${index + 1}` } : body,
  );
}

function bodyOf(name: string, args: unknown, outcome: Outcome, changes: FileChange[] | null): ItemBody {
  const { status, output } = outcome;
  if (changes) return { kind: "edit", changes, status, ...failureOf(status, output) };
  const command = name === "run_shell_command" ? textOf(fieldOf(args, "command")) : null;
  if (command === null) return { kind: "tool", name, input: args ?? null, output, status };
  return commandBody(command, output, status);
}

function commandBody(command: string, output: string | null, status: WorkStatus): ItemBody {
  if (output === null) return { kind: "command", command, output, exitCode: null, status };
  const shell = readShellOutput(output);
  const exitCode = status === "done" ? shell.exitCode : null;
  const hasFailed = exitCode !== null && exitCode !== 0;
  return { kind: "command", command, output: shell.output, exitCode, status: hasFailed ? "failed" : status };
}

/** What a call changes or would change; null for a tool that edits nothing. */
export function changesOf(name: string, args: unknown, display: unknown): FileChange[] | null {
  const path = textOf(fieldOf(display, "filePath")) ?? textOf(fieldOf(args, "file_path"));
  if (path === null) return null;
  if (name === "write_file") return [written(path, args, display)];
  if (name === "replace") return [replaced(path, args, display)];
  return null;
}

function written(path: string, args: unknown, display: unknown): FileChange {
  const content = textOf(fieldOf(display, "newContent")) ?? textOf(fieldOf(args, "content"));
  const hunks = hunksIn(display);
  if (fieldOf(display, "isNewFile") === false || (hunks !== null && /^[- ]/m.test(hunks))) {
    return { path, change: "update", diff: hunks ?? content };
  }
  return { path, change: "add", diff: content };
}

function replaced(path: string, args: unknown, display: unknown): FileChange {
  const [before, after] = [textOf(fieldOf(args, "old_string")), textOf(fieldOf(args, "new_string"))];
  if (before === "" || fieldOf(display, "isNewFile") === true) return { path, change: "add", diff: after };
  return { path, change: "update", diff: hunksIn(display) ?? wanted(before, after) };
}

/** Without the lines that name the file. */
function hunksIn(display: unknown): string | null {
  const diff = textOf(fieldOf(display, "fileDiff"));
  const start = diff?.search(/^@@/m) ?? -1;
  return diff === null || start === -1 ? null : diff.slice(start);
}

/** The requested replacement, if the result is not recorded. */
function wanted(before: string | null, after: string | null): string | null {
  if (before === null || after === null) return null;
  const lines = (text: string, mark: string) => text.split("\n").map((line) => `${mark}${line}\n`);
  return ["@@\n", ...lines(before, "-"), ...lines(after, "+")].join("");
}

function nameOf(call: Foreign): string {
  return textOf(call.name) ?? "unknown";
}

function statusOf(status: unknown): WorkStatus {
  if (status === "success") return "done";
  if (status === "error") return "failed";
  return status === "cancelled" ? "declined" : "open";
}
