import { asThreadId, type ThreadId } from "@reprise/model";

export interface FileThread {
  readonly thread: ThreadId;
  /** The parent is null if only the lines name it. */
  readonly subagent: { readonly parent: ThreadId | null } | null;
}

const lines = ".jsonl";
const subagents = "subagents";

/** By its path below a project; null if none. The file name decides: the agent resumes by it. */
export function threadOfFile(place: readonly string[]): FileThread | null {
  const name = place.at(-1) ?? "";
  if (!name.endsWith(lines) || name === lines) return null;
  const stem = name.slice(0, -lines.length);
  const isSubagent = stem.startsWith("agent-");
  if (place.length === 1) return { thread: asThreadId(stem), subagent: isSubagent ? { parent: null } : null };
  const [parent = "", folder] = place;
  if (folder !== subagents || !isSubagent) return null;
  return {
    thread: asThreadId(`${parent}/${[...place.slice(2, -1), stem].join("/")}`),
    subagent: { parent: asThreadId(parent) },
  };
}

export function threadOfPath(path: string): FileThread | null {
  const parts = path.split(/[/\\]/);
  const folder = parts.lastIndexOf(subagents);
  return threadOfFile(folder > 0 ? parts.slice(folder - 1) : parts.slice(-1));
}
