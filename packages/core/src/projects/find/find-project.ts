import { basename, dirname, isAbsolute, join } from "node:path";
import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import { isProject, placeOf } from "./place-of.ts";
import { origins, programs, progressFileName } from "./project-folders.ts";
import type { ProjectPlace } from "./project-place.ts";

type Machine = Pick<Host, "files" | "homeFolder">;

/**
 * The project that a path means: absolute, below a folder of projects, or relative to `from`. The folders of projects of `from`
 * come first, then those of the folders above it in the same repository: the nearest that has one decides. Throws `not-found`
 * with the paths that were tried, or `ambiguous` with those found.
 */
export function findProject(path: string, from: string, machine: Machine): ProjectPlace {
  const wanted = expanded(path, machine.homeFolder);
  if (wanted === "") throw new SessionError("bad-use", "Name a project by its folder or its MAIN.md.");
  const tried: string[] = [];
  for (const candidates of levels(wanted, from, machine)) {
    tried.push(...candidates);
    const found = new Map<string, ProjectPlace>();
    for (const candidate of candidates) {
      const place = existing(candidate, machine);
      if (place) found.set(place.path, place);
    }
    if (found.size > 1) throw ambiguous(path, [...found.keys()], machine);
    for (const place of found.values()) return place;
  }
  throw notFound(path, [...new Set(tried)], machine);
}

function expanded(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path.trim() && path;
}

function* levels(wanted: string, from: string, { files }: Machine): Generator<readonly string[]> {
  if (isAbsolute(wanted)) {
    yield [wanted];
    return;
  }
  const inProjects = (folder: string) =>
    origins.map((origin) => join(folder, programs[origin].folder, "projects", wanted));
  yield [...inProjects(from), join(from, wanted)];
  for (const folder of foldersAbove(from, files)) yield inProjects(folder);
}

/** Up to the root of the repository, nearest first; none outside of one. */
export function* foldersAbove(from: string, files: Machine["files"]): Generator<string> {
  const root = repositoryOf(from, files)?.roots[0];
  if (root === undefined) return;
  for (let folder = files.real(from); folder !== root && dirname(folder) !== folder; ) {
    folder = dirname(folder);
    yield folder;
  }
}

function existing(candidate: string, { files }: Machine): ProjectPlace | null {
  try {
    const place = placeOf(candidate, files);
    return place && isProject(place.path, files) ? place : null;
  } catch (error) {
    // A file in the place of a folder, or one that may not be read.
    if (error instanceof SessionError || (error as NodeJS.ErrnoException).code === "ENOTDIR") return null;
    throw error;
  }
}

function ambiguous(path: string, found: readonly string[], { homeFolder }: Machine): SessionError {
  const candidates = found.map((one) => withTilde(one, homeFolder));
  const message = `${path} names ${found.length} projects: ${candidates.join(", ")}. Give the whole path.`;
  return new SessionError("ambiguous", message, { candidates });
}

function notFound(path: string, tried: readonly string[], { homeFolder }: Machine): SessionError {
  const files = tried.map((one) => (basename(one) === progressFileName ? one : join(one, progressFileName)));
  const list = files.map((one) => withTilde(one, homeFolder)).join(", ");
  const message = `No project is at ${path}. Tried: ${list}. \`reprise project list\` lists the projects.`;
  return new SessionError("not-found", message, { candidates: [] });
}

export function withTilde(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
