import { SessionError } from "@reprise/model";

/** What a look at the disk gives; null when nothing is there. Throws `SessionError("unreadable")` when the machine refuses. */
export function unlessMissing<T>(path: string, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    const refusal = refusalOf(path, error);
    if (refusal) throw refusal;
    return null;
  }
}

/** What a look at the disk gives; null when nothing is there, or the machine refuses. */
export function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** Null: nothing is there. What is no answer of the machine is thrown again. */
export function refusalOf(path: string, error: unknown): SessionError | null {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  if (error instanceof SessionError) return error;
  if (code === undefined) throw error;
  const reason =
    code === "ELOOP"
      ? "is a link that leads back to itself."
      : `cannot be read (${code}). Check its permissions.`;
  return new SessionError("unreadable", `${path} ${reason}`, { cause: error });
}
