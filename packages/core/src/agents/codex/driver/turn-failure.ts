import { asTimestamp, type Failure, type FailureKind, type Timestamp } from "@reprise/model";
import { resetIn } from "../../exec/limit-reset.ts";
import { fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";

/** Keyed by `codexErrorInfo` in lower case without underscores: rollout and server spell it differently. */
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

/** `limits`: the account's, as last reported. `atMs`: the end of the turn. */
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

/** When a limit resets: by the account's exhausted windows, else by the message; null if neither has it. */
function resetOf(limits: unknown, message: string, atMs: number | null): Timestamp | null {
  return asTimestamp(byWindows(limits, atMs)) ?? (atMs === null ? null : resetIn(message, atMs));
}

/** The latest reset of all exhausted windows. */
function byWindows(limits: unknown, atMs: number | null): number | null {
  const resets = ["primary", "secondary"].flatMap((name) => {
    const used = numberOf(fieldOf(limits, name, "usedPercent")) ?? 0;
    const resetsAt = numberOf(fieldOf(limits, name, "resetsAt"));
    return used >= 100 && resetsAt !== null ? [resetsAt * 1000] : [];
  });
  const last = Math.max(...resets);
  return resets.length > 0 && last > (atMs ?? 0) ? last : null;
}
