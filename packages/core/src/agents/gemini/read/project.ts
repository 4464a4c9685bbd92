import { basename, join } from "node:path";
import { SessionError, tryParseJson } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Host } from "../../../host/host.ts";
import { fieldOf, isForeign, textOf } from "../../foreign.ts";
import { projectFolderOf } from "./file-name.ts";

const mostBytes = 4 * 1024 * 1024;

/** What a log says of the folder it was made in: only a hash, and sometimes the folders that were open. */
export interface ProjectClues {
  readonly hash: string | null;
  readonly directories: readonly string[];
}

/**
 * The folder a session was made in. The log holds no path, so it is looked up: a path that has the recorded hash is
 * certain; else the mark in the project's folder is believed, then the registry. Null when nothing tells.
 */
export function projectRootOf(path: string, home: string, clues: ProjectClues, host: Host): string | null {
  const folder = projectFolderOf(path);
  const marked = read(join(folder, ".project_root"), host)?.trim() || null;
  const registered = registeredProjects(home, host);
  const candidates = [...(marked === null ? [] : [marked]), ...clues.directories, ...registered.keys()];
  // Folders were named by the hash itself before they had names.
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

/** Sessions are written into the folder of this name: it must not lead anywhere else. */
function isFolderName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== "." && name !== "..";
}

/** The registry, and the mark of each project. */
export function projectFiles(home: string, { files }: Pick<Host, "files">): string[] {
  const projects = join(home, "tmp");
  const marks = (files.list(projects) ?? []).map(({ name }) => join(projects, name, ".project_root"));
  return [join(home, "projects.json"), ...marks];
}

/** A registry that cannot be read tells nothing; the session is shown without it. */
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
