import { join } from "node:path";
import { type Copied, copyFiles } from "../../../host/files/copy-files.ts";
import type { Files } from "../../../host/files/files.ts";
import { nodeHost } from "../../../host/node-host.ts";
import { uuidShape } from "../../exec/driver.ts";
import type { ExecTurn, TurnGuard } from "../../exec/exec-agent.ts";
import { geminiFolder } from "./home.ts";

/**
 * Keeps copies of a session's files in a folder of ours. Gemini CLI deletes a history when the session was resumed in a
 * later minute than it was begun and another session is started after that: it takes the stub which the resume leaves
 * for a corrupt session, and removes every file that has the same eight characters in its name.
 */
export function keepSession({ thread, launch }: Pick<ExecTurn, "thread" | "launch">): TurnGuard {
  if (thread === null || !uuidShape.test(thread) || !launch.keepIn) return { notices: [], after: () => [] };
  const { files } = nodeHost(launch.env);
  const folder = join(launch.keepIn, thread);
  const locate = () => sessionFiles(geminiFolder(launch), thread, files);
  const before = attempt(locate, folder);
  return {
    notices: before.notices,
    after() {
      const lost = lostOf(before.copied, files);
      return lost.length > 0 ? lost : attempt(locate, folder).notices;
    },
  };
}

/** File names have the first eight characters of an id, or all of it if we wrote them; files sharing the eight are at risk too. */
export function sessionFiles(geminiHome: string, thread: string, files: Files): string[] {
  const pattern = new RegExp(`^session-.*-(?:${thread.slice(0, 8)}|${thread})\\.jsonl?$`);
  const projects = (files.list(join(geminiHome, "tmp")) ?? []).filter(({ kind }) => kind === "folder");
  return projects.flatMap(({ name }) => {
    const chats = join(geminiHome, "tmp", name, "chats");
    const found = (files.list(chats) ?? []).filter((entry) => entry.kind === "file" && pattern.test(entry.name));
    return found.map((entry) => join(chats, entry.name));
  });
}

function lostOf(copied: readonly Copied[], files: Files): string[] {
  return copied.flatMap(({ original, copy, sizeBytes }) => {
    const present = files.stamp(original);
    if (present !== null && present.sizeBytes >= sizeBytes) return [];
    const what = present === null ? "deleted" : "shortened";
    return [`Gemini CLI has ${what} ${original}. What was in it before this turn is kept in ${copy}.`];
  });
}

/** Continues without a copy, with a notice. */
function attempt(locate: () => string[], folder: string): { copied: readonly Copied[]; notices: string[] } {
  try {
    return { copied: copyFiles(locate(), folder), notices: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { copied: [], notices: [`No copy of the session could be kept in ${folder}: ${reason}`] };
  }
}
