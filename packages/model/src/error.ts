import type { Timestamp } from "./ids.ts";
import type { Origin } from "./transcript.ts";

export const errorCodes = [
  "bad-use",
  "not-found",
  "ambiguous",
  "busy",
  "refused",
  "unreadable",
  "newer-version",
  "not-saved",
] as const;
export type SessionErrorCode = (typeof errorCodes)[number];

/** A broken promise. The message says what happened, to what, and what to do now. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly code: SessionErrorCode;
  readonly origin: Origin | null;
  /** Near matches or candidates, if any. */
  readonly candidates: readonly string[];
  /** What people know the candidates by, in their order; empty where they say it themselves. */
  readonly titles: readonly string[];
  /** When a limit is lifted, if that is the reason and the time is known. */
  readonly resetsAt: Timestamp | null;

  constructor(
    code: SessionErrorCode,
    message: string,
    options: {
      cause?: unknown;
      origin?: Origin;
      candidates?: readonly string[];
      titles?: readonly string[];
      resetsAt?: Timestamp | null;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.origin = options.origin ?? null;
    this.candidates = options.candidates ?? [];
    this.titles = options.titles ?? [];
    this.resetsAt = options.resetsAt ?? null;
  }
}
