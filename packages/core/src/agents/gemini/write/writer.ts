import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { asThreadId, type Timestamp } from "@reprise/model";
import type { NativeWriter } from "../../writing/native-writer.ts";
import { newSessionFile } from "../../writing/new-session-file.ts";
import { geminiFolder } from "../exec/home.ts";
import { newProjectFolder, projectFolder } from "./project.ts";
import { recordsOf } from "./records.ts";

/**
 * `tmp/<project>/chats/session-<minute>-<thread>.jsonl`. With the whole id in place of its first eight characters: the
 * clean-up of Gemini CLI, which deletes by these, then passes it over when it removes the stub that a resume leaves.
 */
export const geminiWriter: NativeWriter = {
  agent: "gemini",
  newThread: () => asThreadId(randomUUID()),
  async write(history, order, { files }) {
    order.signal.throwIfAborted();
    const { thread } = order;
    const home = geminiFolder(order);
    const root = files.real(order.cwd);
    const known = projectFolder(home, root, files);
    const present = known === null ? null : presentFile(join(known, "chats"));
    if (present !== null) return { thread, path: present };
    const folder = known ?? newProjectFolder(home, root, files);
    const path = join(folder, "chats", `session-${minuteOf(order.at)}-${thread}.jsonl`);
    const lines = recordsOf(history, order, root).map(lineOf);
    newSessionFile(path, lines.join(""), order.signal);
    return { thread, path };

    function presentFile(chats: string): string | null {
      const found = (files.list(chats) ?? []).find(({ name }) => name.endsWith(`-${thread}.jsonl`));
      return found ? join(chats, found.name) : null;
    }
  },
};

/** Its reader splits at Unicode line separators, also inside texts. */
function lineOf(record: object): string {
  const escaped = JSON.stringify(record).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${escaped}\n`;
}

function minuteOf(at: Timestamp): string {
  return at.slice(0, 16).replaceAll(":", "-");
}
