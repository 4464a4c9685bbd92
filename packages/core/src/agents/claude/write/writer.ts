import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { asThreadId } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { NativeWriter } from "../../writing/native-writer.ts";
import { newSessionFile } from "../../writing/new-session-file.ts";
import { claudeHome } from "../exec/home.ts";
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

/** In any project. */
function presentFile(projects: string, thread: string, { files }: Host): string | null {
  const places = (files.list(projects) ?? []).map(({ name }) => join(projects, name, `${thread}.jsonl`));
  return places.find((path) => files.stamp(path) !== null) ?? null;
}

const most = 200;

/** As Claude Code derives it from the path with links resolved. */
function projectSlug(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, "-");
  return slug.length <= most ? slug : `${slug.slice(0, most)}-${Math.abs(hashOf(path)).toString(36)}`;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1)
    hash = ((hash << 5) - hash + text.charCodeAt(index)) | 0;
  return hash;
}
