import { SessionError } from "@reprise/model";

/** What kind of error it is. Its message may name files or hold words of a person: it is left out. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof SessionError) return error.code;
  const { code, name } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly name?: unknown;
  };
  return isPlain(code) ? code : isPlain(name) ? name : "unknown";
}

export function isPlain(text: unknown): text is string {
  return typeof text === "string" && /^[A-Za-z][\w.-]{0,39}$/.test(text);
}
