import { basename, dirname } from "node:path";
import { asThreadId, type ThreadId } from "@reprise/model";

/** `unreadable-<time>`: set aside by Gemini CLI, which wrote another. */
const chatFile = /^session-.*\.jsonl?(?:\.unreadable-\d+)?$/;
const subagentFile = /^[^.].*\.jsonl?(?:\.unreadable-\d+)?$/;

export function isChatFile(name: string): boolean {
  return chatFile.test(name);
}

export function isSubagentFile(name: string): boolean {
  return subagentFile.test(name);
}

/** Files before 0.58 are rewritten each time. */
export function isWholeFile(path: string): boolean {
  return /\.json(?:\.unreadable-\d+)?$/.test(path);
}

/** `chats/<session>/<sub-agent>.jsonl` */
export function parentOfFile(path: string): ThreadId | null {
  const folder = dirname(path);
  return basename(folder) === "chats" ? null : asThreadId(basename(folder));
}

/** Only a sub-agent's file name has the full id. */
export function threadOfFile(path: string): ThreadId | null {
  if (parentOfFile(path) === null) return null;
  return asThreadId(basename(path).replace(/\.jsonl?(?:\.unreadable-\d+)?$/, ""));
}

/** `tmp/<project>`, above the folder of chats. */
export function projectFolderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder) === "chats" ? dirname(folder) : dirname(dirname(folder));
}
