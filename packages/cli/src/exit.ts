import { SessionError, type SessionErrorCode } from "@reprise/model";

/** The machine contract of the command line; documented in docs/guide/programs.md. */
export const exitCodes = { done: 0, failed: 1, badUse: 2, nothingFound: 3, busy: 4, refused: 5 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byError: Readonly<Record<SessionErrorCode, ExitCode>> = {
  "bad-use": exitCodes.badUse,
  ambiguous: exitCodes.badUse,
  "not-found": exitCodes.nothingFound,
  busy: exitCodes.busy,
  refused: exitCodes.refused,
  unreadable: exitCodes.failed,
  "newer-version": exitCodes.failed,
  "not-saved": exitCodes.failed,
};

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof SessionError ? byError[error.code] : exitCodes.failed;
}
