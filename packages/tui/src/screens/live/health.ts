import { safeLine } from "@reprise/model";

/** What a person can do, by the name the system gives the trouble. */
const remedies: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ["the disk is full", "Free some space"],
  EDQUOT: ["the disk quota is used up", "Free some space"],
  EROFS: ["the disk is read-only", "Make it writable"],
  EACCES: ["the folder may not be written to", "Give back the right to write there"],
  EPERM: ["the folder may not be written to", "Give back the right to write there"],
  ENOENT: ["the folder is gone", "Put it back"],
  ENOTDIR: ["a file is where the folder should be", "Move it away"],
  EEXIST: ["a file is where the folder should be", "Move it away"],
  EIO: ["the disk fails", "Look after it"],
};

export const healthAgain = "The journal of this run is written again.";

/** What keeps our journal of the run from being written, and what to do; the system's own words last. */
export function healthWords(problem: string): string {
  const code = /^[A-Z]+(?=:)/.exec(problem)?.[0] ?? "";
  const [cause, remedy] = remedies[code] ?? ["see below", "Mend that"];
  return `The journal of this run is not written: ${cause}. ${remedy}; nothing stops, and what happens waits in memory until then. (${safeLine(problem)})`;
}

/** The run is over, and its end was never written. */
export function healthAtEnd(problem: string): string {
  return `The end of this run is missing in its journal, and approvals given in it may be: it could not be written. The agent's own log is not touched by that. (${safeLine(problem)})`;
}
