import { SessionError } from "@reprise/model";

export function badUse(message: string, candidates: readonly string[] = []): SessionError {
  return new SessionError("bad-use", message, { candidates });
}
