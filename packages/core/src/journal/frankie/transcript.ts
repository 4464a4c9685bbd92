import { asThreadId, type Failure, type RunStatus, type ThreadId } from "@reprise/model";
import { type Message, messagesOf } from "../../agents/codex/driver/message.ts";
import { refusalOf } from "../../agents/codex/driver/refusal.ts";
import { failureOf } from "../../agents/codex/driver/turn-failure.ts";
import { fieldOf, textOf } from "../../agents/foreign.ts";
import { readLines } from "../../agents/reading/lines.ts";
import type { Host } from "../../host/host.ts";

/** What the lines of `codex app-server` say of a run. */
export interface TranscriptEnd {
  readonly thread: ThreadId | null;
  /** `interrupted` when nothing says that the last span came to its end. */
  readonly status: RunStatus;
  readonly failure: Failure | null;
}

const separator = "--- session resumed ---";
const unended = { status: "interrupted", failure: null } as const;

/**
 * Reads the lines as they came from Codex, frankie's separator between them; whatever else stands there says nothing.
 * Null when there is no transcript.
 */
export async function readTranscript(path: string, host: Host): Promise<TranscriptEnd | null> {
  if (!host.files.stamp(path)) return null;
  let told: TranscriptEnd = { thread: null, ...unended };
  for await (const line of linesFrom(path, 0, host)) {
    if (line === separator) told = { ...told, ...unended };
    else for (const message of messagesOf(line) ?? []) told = withMessage(told, message);
  }
  return told;
}

const tailBytes = 64 * 1024;

/** Whether a turn is said to have ended near the end; far cheaper than reading it all. */
export async function endsWithTurn(path: string, host: Host): Promise<boolean> {
  const sizeBytes = host.files.stamp(path)?.sizeBytes ?? 0;
  for await (const line of linesFrom(path, Math.max(0, sizeBytes - tailBytes), host)) {
    if (line.includes('"turn/completed"')) return true;
  }
  return false;
}

async function* linesFrom(path: string, fromByte: number, host: Host): AsyncGenerator<string> {
  const reader = host.files.open(path, fromByte);
  if (!reader) return;
  const span = { fromByte, fromLine: 1, toByte: Number.POSITIVE_INFINITY };
  for await (const { bytes, count, starts, ends } of readLines(reader, span)) {
    for (let index = 0; index < count; index += 1) yield bytes.toString("utf8", starts[index], ends[index]).trim();
  }
}

function withMessage(told: TranscriptEnd, message: Message): TranscriptEnd {
  if (message.kind === "answer") {
    const thread = textOf(fieldOf(message.result, "thread", "id"))?.trim();
    if (thread) return { ...told, thread: asThreadId(thread) };
    const refusal = textOf(fieldOf(message.error, "message"));
    return refusal === null ? told : { ...told, status: "failed", failure: refusalOf(new Error(refusal)) };
  }
  if (message.kind !== "notification" || message.method !== "turn/completed") return told;
  const { threadId, turn, error } = message.params;
  // The turns of a subagent end in the same stream.
  if (threadId !== undefined && told.thread !== null && threadId !== told.thread) return told;
  switch (fieldOf(turn, "status")) {
    case "completed":
      return { ...told, status: "completed", failure: null };
    case "interrupted":
    case "cancelled":
      return { ...told, ...unended };
    default:
      return { ...told, status: "failed", failure: failureOf(fieldOf(turn, "error") ?? error, null, null) };
  }
}
