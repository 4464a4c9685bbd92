import { resolve } from "node:path";
import { type Library, SessionError, type SessionSummary } from "@reprise/model";
import { statPath } from "../stat-path.ts";
import type { Job } from "./command.ts";

/** A file path may be relative to the working directory. */
export async function findSession(job: Job, library: Library): Promise<SessionSummary> {
  const text = job.operands[0] ?? "";
  try {
    return await library.find(text);
  } catch (error) {
    const path = resolve(job.machine.cwd, text);
    const isMissing = error instanceof SessionError && error.code === "not-found";
    if (!isMissing || path === text || !isFile(path)) throw error;
    return await library.find(path);
  }
}

function isFile(path: string): boolean {
  return statPath(path)?.isFile() ?? false;
}
