import type { Failure, FailureKind } from "@reprise/model";
import { CallError } from "./call-error.ts";

interface Row {
  readonly says: RegExp;
  readonly kind: FailureKind;
  readonly next: string;
}

/** Matches messages of `codex app-server` 0.166; its codes are nearly all `-32600`. */
const rows: readonly Row[] = [
  {
    says: /already has an active writer/,
    kind: "busy",
    next: "Another Codex has the thread open: close it there, or fork the session.",
  },
  {
    says: /identifies an in-progress turn/,
    kind: "busy",
    next: "Wait for the end of that turn, or continue after the turn before it.",
  },
  {
    says: /turn not found/,
    kind: "thread-missing",
    next: "Codex has no such turn in this thread: choose another, or replay up to it.",
  },
  { says: /is archived/, kind: "thread-archived", next: "Unarchive it first." },
  {
    says: /no rollout found|invalid session id|thread not found|thread not loaded|file does not exist/,
    kind: "thread-missing",
    next: "Its log is not in this home; it can be replayed from a copy of the transcript.",
  },
  {
    says: /failed to read (?:thread|session metadata)|is not supported yet|invalid paginated history lineage|failed to (?:load|parse) rollout|rollout .* is empty/,
    kind: "thread-damaged",
    next: "Codex cannot read its log; it can be replayed in a new thread.",
  },
  {
    says: /unrecognized subcommand|unexpected argument/,
    kind: "agent-missing",
    next: "This Codex is too old: install 0.166 or newer with `npm install -g @openai/codex`.",
  },
  {
    says: /\b401\b|unauthorized|not logged in|(?:login|authentication) (?:is )?required/i,
    kind: "authentication",
    next: "Log in with `codex login`.",
  },
];

export function refusalOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const row = rows.find(({ says }) => says.test(message));
  if (row) return { kind: row.kind, message: `${sentence(message)} ${row.next}`, resetsAt: null };
  // A Codex that exits with a reason would do so again.
  const isOwnEnd = /^Codex ended with exit code [1-9]\d*\. It said: /.test(message);
  const isLost = error instanceof CallError && error.problem !== "refused" && !isOwnEnd;
  return { kind: isLost ? "transport" : "other", message: sentence(message), resetsAt: null };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
