import { SessionError } from "@reprise/model";

/** Null if nothing is there. Throws `SessionError("unreadable")` if the system refuses. */
export function unlessMissing<T>(path: string, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    const refusal = refusalOf(path, error);
    if (refusal) throw refusal;
    return null;
  }
}

/** Null if nothing is there. Throws the system's error. */
export function ifThere<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    return null;
  }
}

/** Null if nothing is there or the system refuses. */
export function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** The last two: no file system has such a name, which is too long or has a NUL. */
const nothingThere = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** Null: nothing is there. Rethrows other errors. */
export function refusalOf(path: string, error: unknown): SessionError | null {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined && nothingThere.has(code)) return null;
  if (error instanceof SessionError) return error;
  if (code === undefined) throw error;
  const reason =
    code === "ELOOP" ? "is a link that leads back to itself." : `cannot be read (${code}). Check its permissions.`;
  return new SessionError("unreadable", `${path} ${reason}`, { cause: error });
}
