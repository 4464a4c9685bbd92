import { SessionError } from "@reprise/model";

const systemCode = /^E[A-Z0-9_]+$/;

/** The system's refusal to keep something, by name; what others have named already stays as it is. */
export function notSaved(error: unknown, what: string): unknown {
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof Error) || typeof code !== "string" || !systemCode.test(code)) return error;
  return new SessionError(
    "not-saved",
    `${what} (${error.message}). Make room on the disk or correct its permissions, and send the message again.`,
    { cause: error },
  );
}
