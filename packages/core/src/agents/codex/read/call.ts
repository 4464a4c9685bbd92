import { type ItemBody, tryParseJson, type WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { contentText } from "./message.ts";
import { changesOfPatch, failureOf } from "./patch.ts";

export type CallKind = "command" | "edit" | "tool";

const commandTools = new Set([
  "exec_command",
  "shell",
  "shell_command",
  "local_shell",
  "container.exec",
  "unified_exec",
  "bash",
]);

export function callKind(name: string, startOfArguments: string): CallKind {
  if (name === "apply_patch") return "edit";
  if (!commandTools.has(name)) return "tool";
  return /^\{"command":\["apply_patch",/.test(startOfArguments) ? "edit" : "command";
}

export function bodyOfCall(name: string, call: Foreign): ItemBody {
  const text = textOf(call.arguments) ?? textOf(call.input);
  const given = text ?? packedText(call.arguments ?? call.input);
  const kind = callKind(name, text ?? "");
  if (kind === "edit") return { kind, changes: changesOfPatch(patchIn(given)), status: "open" };
  const parsed = parsedArguments(given);
  if (kind === "command")
    return { kind, command: commandIn(parsed, given), output: null, exitCode: null, status: "open" };
  return { kind, name, input: parsed ?? given, output: null, status: "open" };
}

/** Arguments that are not a string. */
function packedText(given: unknown): string {
  return given === undefined || given === null ? "" : JSON.stringify(given);
}

/** `["bash","-lc","SCRIPT"]` is the script; other lists are shell-quoted. */
export function commandText(argv: readonly unknown[]): string {
  const [program, flag, script] = argv;
  const isShell = typeof program === "string" && /(?:^|\/)(?:ba|z|da|k|fi)?sh$/.test(program);
  if (isShell && argv.length === 3 && typeof flag === "string" && /^-\w*c$/.test(flag)) return String(script);
  return argv.map((word) => quoted(String(word))).join(" ");
}

/** Release 0.117 repeats the command before the lines about time and exit. */
const commandHeader = /^Command: [\s\S]*?\n(?=Chunk ID: [0-9a-f]+\nWall time: )/;

export function outcomeOf(kind: CallKind, output: unknown): ItemBody {
  const text = outputText(output).replace(commandHeader, "");
  if (kind === "command") return commandOutcome(text);
  const isRefused = fieldOf(output, "success") === false;
  const status = statusIn(text) ?? (isRefused ? "failed" : "done");
  if (kind === "edit") return editOutcome(text, /^Exit code: [1-9]/.test(text) ? "failed" : status);
  return { kind, name: "", input: null, output: isAborted(text) ? null : withoutTiming(text), status };
}

function editOutcome(text: string, status: WorkStatus): ItemBody {
  const hasReason = status === "failed" || status === "declined";
  return { kind: "edit", changes: [], status, ...(hasReason ? failureOf(withoutTiming(text)) : {}) };
}

/** Opens the output of a command that still runs. */
export const stillRunning = "Process running with session ID";

function commandOutcome(text: string): ItemBody {
  if (isAborted(text)) return { kind: "command", command: "", output: null, exitCode: null, status: "open" };
  const packed = text.startsWith('{"output":') ? parsedArguments(text) : null;
  const output = packed ? (textOf(packed.output) ?? "") : withoutTiming(text);
  const told = /(?:Process exited with code|^Exit code:) (-?\d+)/m.exec(text.slice(0, 400))?.[1];
  const exitCode = numberOf(fieldOf(packed, "metadata", "exit_code")) ?? (told === undefined ? null : Number(told));
  const status = exitCode !== null ? (exitCode === 0 ? "done" : "failed") : (statusIn(text) ?? "done");
  return { kind: "command", command: "", output, exitCode, status };
}

/** Written for calls interrupted while running or waiting for approval: no outcome, and the process may still run. */
function isAborted(text: string): boolean {
  return /^(?:Wall time: [^\n]*\n)?aborted(?: by user)?/.test(text);
}

function statusIn(text: string): "open" | "declined" | "failed" | null {
  const start = text.slice(0, 600);
  if (isAborted(start) || start.includes(stillRunning)) return "open";
  if (/rejected by user|declined by user|patch rejected/i.test(start)) return "declined";
  if (
    /^(?:exec_command failed|apply_patch verification failed|execution error|failed |unsupported call|err: |Error)/i.test(
      start,
    )
  )
    return "failed";
  return null;
}

/** Removes the time and exit lines added for the model. */
function withoutTiming(text: string): string {
  const found = /^(?:Chunk ID: |Exit code: |Wall time: )[\s\S]{0,400}?(?:^|\n)Output:(?:\n|$)/.exec(text);
  return found ? text.slice(found[0].length) : text;
}

function outputText(output: unknown): string {
  if (isForeign(output)) return contentText(output.content ?? output.content_items ?? output.body ?? "");
  return contentText(output);
}

function parsedArguments(text: string): Foreign | null {
  const value = tryParseJson(text);
  return isForeign(value) ? value : null;
}

function commandIn(given: Foreign | null, raw: string): string {
  const command = given?.cmd ?? given?.command;
  if (typeof command === "string") return command;
  return Array.isArray(command) ? commandText(command) : raw;
}

function patchIn(given: string): string {
  const parsed = given.startsWith("{") ? parsedArguments(given) : null;
  if (!parsed) return given;
  return textOf(parsed.input) ?? textOf(parsed.patch) ?? listOf(parsed.command).map(String).join("\n");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
