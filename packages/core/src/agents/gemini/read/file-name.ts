import { basename, dirname } from "node:path";
import { asThreadId, type ThreadId } from "@reprise/model";

/** `unreadable-<time>`: Gemini CLI could not read the file, kept it under this name and wrote another. */
const chatFile = /^session-.*\.jsonl?(?:\.unreadable-\d+)?$/;
const subagentFile = /^[^.].*\.jsonl?(?:\.unreadable-\d+)?$/;

export function isChatFile(name: string): boolean {
  return chatFile.test(name);
}

export function isSubagentFile(name: string): boolean {
  return subagentFile.test(name);
}

/** Written whole each time, as it was before 0.58. */
export function isWholeFile(path: string): boolean {
  return /\.json(?:\.unreadable-\d+)?$/.test(path);
}

/** A sub-agent's chat lies in a folder named by the session that asked for it: `chats/<session>/<sub-agent>.jsonl`. */
export function parentOfFile(path: string): ThreadId | null {
  const folder = dirname(path);
  return basename(folder) === "chats" ? null : asThreadId(basename(folder));
}

/** A sub-agent's file is named by its id; any other only by the first eight characters of it. */
export function threadOfFile(path: string): ThreadId | null {
  if (parentOfFile(path) === null) return null;
  return asThreadId(basename(path).replace(/\.jsonl?(?:\.unreadable-\d+)?$/, ""));
}

/** `tmp/<project>`, above the folder of chats. */
export function projectFolderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder) === "chats" ? dirname(folder) : dirname(dirname(folder));
}
