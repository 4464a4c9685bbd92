import { SessionError } from "@reprise/model";
import { createFile } from "../../host/files/replace-file.ts";

/** Creates a file in an agent's store, readable by its owner only, all or nothing. Keeps an existing file. */
export function newSessionFile(path: string, text: string, signal: AbortSignal): void {
  signal.throwIfAborted();
  try {
    createFile(path, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SessionError("not-saved", `No session could be written to ${path}: ${reason}`, { cause });
  }
}
