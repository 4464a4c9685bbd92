import { join } from "node:path";
import type { Host } from "../../../host/host.ts";

/** The thread's file, in any project. */
export function presentFile(projects: string, thread: string, { files }: Host): string | null {
  const places = (files.list(projects) ?? []).map(({ name }) => join(projects, name, `${thread}.jsonl`));
  return places.find((path) => files.stamp(path) !== null) ?? null;
}

const most = 200;

/** As Claude Code derives it from the path with links resolved. */
export function projectSlug(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, "-");
  return slug.length <= most ? slug : `${slug.slice(0, most)}-${Math.abs(hashOf(path)).toString(36)}`;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = ((hash << 5) - hash + text.charCodeAt(index)) | 0;
  return hash;
}
