import type { Failure, FailureKind, Timestamp } from "@reprise/model";
import { nodeHost } from "../../host/node-host.ts";
import { resetIn } from "./limit-reset.ts";

interface FailureHints {
  /** HTTP status from the model, if the agent reports it. */
  readonly status?: number | null;
  readonly kind?: FailureKind | null;
  readonly resetsAt?: Timestamp | null;
}

/** Matched against agents' messages; the first match wins. */
const rows: readonly (readonly [FailureKind, RegExp])[] = [
  [
    "thread-missing",
    /no rollout found|no conversation found|invalid session identifier|session not found|thread not found|no such session|no previous sessions found/i,
  ],
  ["thread-archived", /\bis archived\b/i],
  ["thread-damaged", /failed to (?:load|parse) rollout|rollout .* is empty|failed to read session/i],
  ["busy", /active writer|session id .* already (?:in use|exists)/i],
  [
    "context-full",
    /context[ _](?:window|length)|prompt is too long|out of room|maximum context|input token count|too many tokens/i,
  ],
  [
    "limit",
    /usage limit|rate[ _-]?limit|quota|too many requests|resource[ _]exhausted|increase your limits|credit balance|out of (?:usage )?credits|hit your .*limit|exhausted your capacity/i,
  ],
  [
    "authentication",
    /unauthorized|unauthenticated|authenticat|api[ _]key|not logged in|log ?in required|please run \/login|invalid auth method|permission[ _]denied.*key|token (?:has )?expired/i,
  ],
  [
    "server",
    /overloaded|high demand|at capacity|internal server error|server_error|bad gateway|service unavailable|unavailable|"status":"INTERNAL"/i,
  ],
  [
    "transport",
    /stream disconnected|stream closed|connection|network|socket|fetch failed|terminated|timed? ?out|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|error sending request/i,
  ],
];
const statusIn = /\b(?:status(?: code)?|api error|http|code)\W{0,3}([45]\d\d)\b/i;

export function failureOf(message: string, hints: FailureHints = {}, nowMs = presentMs()): Failure {
  const kind = hints.kind ?? kindOf(message, hints.status ?? null);
  const resetsAt = kind === "limit" ? (hints.resetsAt ?? resetIn(message, nowMs)) : null;
  return { kind, message, resetsAt };
}

function kindOf(message: string, status: number | null): FailureKind {
  const told = status ?? (Number(statusIn.exec(message)?.[1] ?? 0) || null);
  const byWords = rows.find(([, words]) => words.test(message))?.[0];
  // A full context is refused with 400 or 413: only the message identifies it.
  if (byWords === "context-full") return byWords;
  return (told === null ? null : kindOfStatus(told)) ?? byWords ?? "other";
}

function kindOfStatus(status: number): FailureKind | null {
  if (status === 401 || status === 403) return "authentication";
  if (status === 429 || status === 402) return "limit";
  if (status === 413) return "context-full";
  return status >= 500 ? "server" : null;
}

function presentMs(): number {
  return Date.parse(nodeHost({}).now());
}
