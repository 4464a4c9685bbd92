import { basename, join } from "node:path";
import { SessionError, tryParseJson } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Host } from "../../../host/host.ts";
import { fieldOf, isForeign, textOf } from "../../foreign.ts";
import { projectFolderOf } from "./file-name.ts";

const mostBytes = 4 * 1024 * 1024;

/** Only a hash, and sometimes the open folders. */
export interface ProjectClues {
  readonly hash: string | null;
  readonly directories: readonly string[];
}

/** The log has no path: looks up one with the recorded hash, else the project folder's mark, else the registry. Null if unknown. */
export function projectRootOf(path: string, home: string, clues: ProjectClues, host: Host): string | null {
  const folder = projectFolderOf(path);
  const marked = read(join(folder, ".project_root"), host)?.trim() || null;
  const registered = registeredProjects(home, host);
  const candidates = [...(marked === null ? [] : [marked]), ...clues.directories, ...registered.keys()];
  // Early folders were named by the hash.
  const hash = clues.hash ?? basename(folder);
  const proven = candidates.find((root) => hashOf(root) === hash);
  if (proven !== undefined) return proven;
  if (marked !== null) return marked;
  for (const [root, name] of registered) if (name === basename(folder)) return root;
  return null;
}

export function registeredProjects(home: string, host: Pick<Host, "files">): Map<string, string> {
  const projects = fieldOf(tryParseJson(read(join(home, "projects.json"), host) ?? ""), "projects");
  if (!isForeign(projects)) return new Map();
  return new Map(
    Object.entries(projects)
      .map(([root, name]) => [root, textOf(name) ?? ""] as const)
      .filter(([, name]) => isFolderName(name)),
  );
}

/** Must be a plain name: sessions are written there. */
function isFolderName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== "." && name !== "..";
}

export function projectFiles(home: string, { files }: Pick<Host, "files">): string[] {
  const projects = join(home, "tmp");
  const marks = (files.list(projects) ?? []).map(({ name }) => join(projects, name, ".project_root"));
  return [join(home, "projects.json"), ...marks];
}

/** Ignores an unreadable registry. */
function read(path: string, host: Pick<Host, "files">): string | null {
  try {
    return host.files.text(path, mostBytes);
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

function hashOf(root: string): string {
  return digestOf(root);
}
