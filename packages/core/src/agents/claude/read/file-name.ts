import { asThreadId, type ThreadId } from "@reprise/model";

export interface FileThread {
  readonly thread: ThreadId;
  /** A sub-agent's file; its parent is null where only the lines tell it. */
  readonly subagent: { readonly parent: ThreadId | null } | null;
}

const lines = ".jsonl";
const subagents = "subagents";

/**
 * Which thread a file holds, by its place below a project's folder; null when it is none.
 * The name decides, not the lines: it is what the agent resumes by.
 */
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

/** The same, for a file named by its path alone. */
export function threadOfPath(path: string): FileThread | null {
  const parts = path.split(/[/\\]/);
  const folder = parts.lastIndexOf(subagents);
  return threadOfFile(folder > 0 ? parts.slice(folder - 1) : parts.slice(-1));
}
