import { DatabaseError } from "@reprise/core/parts";
import { SessionError } from "@reprise/model";

const systemCode = /^E[A-Z0-9_]+$/;

/** The system's refusal to keep something, by name; what others have named already stays as it is. */
export function notSaved(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || !isOfSystem(error)) return error;
  return new SessionError(
    "not-saved",
    `${what} (${error.message}). Make room on the disk or correct its permissions, and send the message again.`,
    { cause: error },
  );
}

function isOfSystem(error: Error & { readonly code?: unknown }): boolean {
  return error instanceof DatabaseError || (typeof error.code === "string" && systemCode.test(error.code));
}
