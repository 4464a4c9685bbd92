import type { Failure, FailureKind } from "@reprise/model";
import { fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { resetOf } from "./reset.ts";

/** By `codexErrorInfo`, in small letters without underscores: the rollout writes them otherwise than the server. */
const kinds = new Map<string, FailureKind>([
  ["usagelimitexceeded", "limit"],
  ["ratelimitexceeded", "limit"],
  ["sessionbudgetexceeded", "limit"],
  ["contextwindowexceeded", "context-full"],
  ["unauthorized", "authentication"],
  ["serveroverloaded", "server"],
  ["internalservererror", "server"],
  ["flexunavailable", "server"],
  ["policycapacityunavailable", "server"],
  ["httpconnectionfailed", "transport"],
  ["responsestreamconnectionfailed", "transport"],
  ["responsestreamdisconnected", "transport"],
  ["responsetoomanyfailedattempts", "transport"],
]);

/** The error of a failed turn. `limits` are the account's, as last told; `atMs` is when the turn ended. */
export function failureOf(error: unknown, limits: unknown, atMs: number | null): Failure {
  const message = textOf(fieldOf(error, "message")) ?? "The turn failed, and Codex did not say why.";
  const kind = kindOf(fieldOf(error, "codexErrorInfo"), message);
  return { kind, message, resetsAt: kind === "limit" ? resetOf(limits, message, atMs) : null };
}

function kindOf(reason: unknown, message: string): FailureKind {
  const [word, parts] = isForeign(reason) ? (Object.entries(reason)[0] ?? []) : [textOf(reason)];
  const named = kinds.get((word ?? "").replaceAll("_", "").toLowerCase());
  const status = numberOf(fieldOf(parts, "httpStatusCode")) ?? numberOf(fieldOf(parts, "http_status_code"));
  if (status !== null) return kindOfStatus(status) ?? named ?? "other";
  if (named !== undefined) return named;
  return /^stream disconnected|^error sending request|connection (?:closed|refused|reset)/i.test(message)
    ? "transport"
    : "other";
}

function kindOfStatus(status: number): FailureKind | null {
  if (status === 401 || status === 403) return "authentication";
  if (status === 429) return "limit";
  return status >= 500 ? "server" : null;
}
