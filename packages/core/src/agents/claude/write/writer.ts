import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { asThreadId } from "@reprise/model";
import type { NativeWriter } from "../../writing/native-writer.ts";
import { newSessionFile } from "../../writing/new-session-file.ts";
import { claudeHome } from "../exec/home.ts";
import { presentFile, projectSlug } from "./project.ts";
import { recordsOf } from "./records.ts";

/** Compact JSON: Claude Code needs it to find a session from another folder. */
export const claudeWriter: NativeWriter = {
  agent: "claude",
  newThread: () => asThreadId(randomUUID()),
  async write(history, order, host) {
    order.signal.throwIfAborted();
    const projects = join(claudeHome(order), "projects");
    const present = presentFile(projects, order.thread, host);
    if (present !== null) return { thread: order.thread, path: present };
    const cwd = host.files.real(order.cwd);
    const path = join(projects, projectSlug(cwd), `${order.thread}.jsonl`);
    const lines = recordsOf(history, order, cwd).map((record) => `${JSON.stringify(record)}\n`);
    newSessionFile(path, lines.join(""), order.signal);
    return { thread: order.thread, path };
  },
};
