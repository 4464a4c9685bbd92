import { join } from "node:path";
import { type RunId, SessionError, type SessionId, type Timestamp } from "@reprise/model";
import { isRequestHash } from "../agents/driving/request-hash.ts";
import type { Host } from "../host/host.ts";
import { redactSecrets } from "../journal/redact.ts";
import { appendLine } from "../log/log.ts";
import { type LogFormat, readLog } from "../log/read-log.ts";

/** The person's reply to our question, saved so that it is not asked again. */
export type Reply =
  | { readonly type: "offer-declined"; readonly run: RunId }
  /** Another run sent this one's unsent prompt. Not the person's reply, but it settles the same question. */
  | { readonly type: "prompt-carried"; readonly run: string }
  | {
      readonly type: "approval-kept";
      readonly session: SessionId;
      readonly hash: string;
      readonly subject: string;
      readonly run: RunId;
    }
  | { readonly type: "approval-revoked"; readonly session: SessionId; readonly hash: string }
  /** `updatedAt` of the session: once it changes, this reply is outdated. */
  | {
      readonly type: "interruption-dismissed";
      readonly session: SessionId;
      readonly updatedAt: Timestamp | null;
    }
  | { readonly type: "dismissal-undone"; readonly session: SessionId };

export type KeptReply = Reply & { readonly v: 1; readonly at: Timestamp };

/** Lines that cannot be read are passed over: the question is asked again. */
const format: LogFormat<KeptReply> = {
  mostBytes: 16 * 1024 * 1024,
  newest: null,
  decode: (row) => (typeof row.type === "string" ? (row as unknown as KeptReply) : null),
};

/** Durable when it returns. Throws `not-saved` when the disk refuses. */
export function addReply(stateFolder: string, reply: Reply, host: Host): void {
  const path = repliesPath(stateFolder);
  try {
    const line = redactSecrets(JSON.stringify({ v: 1, at: host.now(), ...reply }));
    appendLine({ path, tail: { kind: "close" } }, line);
  } catch (cause) {
    const { message } = cause as Error;
    throw new SessionError("not-saved", `Your answer could not be saved in ${path} (${message}).`, { cause });
  }
}

export function repliesPath(stateFolder: string): string {
  return join(stateFolder, "replies.jsonl");
}

export function readReplies(stateFolder: string, { files }: Pick<Host, "files">): readonly KeptReply[] {
  return readLog(repliesPath(stateFolder), files, format).items;
}

export function isDeclined(replies: readonly KeptReply[], run: string): boolean {
  return replies.some((reply) => reply.type === "offer-declined" && reply.run === run);
}

/** Whether an unsent prompt is no longer offered: it was declined, or sent by a later run. */
export function isSettled(replies: readonly KeptReply[], id: string): boolean {
  return replies.some(
    (reply) => (reply.type === "offer-declined" || reply.type === "prompt-carried") && reply.run === id,
  );
}

/** Session approvals that may be reused: saved, not revoked since, and for one exact request. */
export function keptApprovals(replies: readonly KeptReply[], session: SessionId): Map<string, string> {
  const kept = new Map<string, string>();
  for (const reply of replies) {
    if (reply.type !== "approval-kept" && reply.type !== "approval-revoked") continue;
    if (reply.session !== session || !isRequestHash(reply.hash)) continue;
    if (reply.type === "approval-kept") kept.set(reply.hash, reply.subject);
    else kept.delete(reply.hash);
  }
  return kept;
}
