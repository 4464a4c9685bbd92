import { basename, join } from "node:path";
import { SessionError } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Files } from "../../../host/files/files.ts";
import { createFile } from "../../../host/files/replace-file.ts";
import { registeredProjects } from "../read/project.ts";

/** The file with the project's path. */
export const projectMark = ".project_root";
const mostBytes = 64 * 1024;

/** Null if Gemini CLI has none yet. */
export function projectFolder(home: string, root: string, files: Files): string | null {
  const registered = registeredProjects(home, { files }).get(root);
  if (registered !== undefined && isFree(home, registered, root, files)) return join(home, "tmp", registered);
  for (const base of ["tmp", "history"]) {
    for (const { name } of files.list(join(home, base)) ?? [])
      if (ownerOf(home, base, name, files) === root) return join(home, "tmp", name);
  }
  return null;
}

/** Gemini CLI finds the mark and registers the project at its next start there. */
export function newProjectFolder(home: string, root: string, files: Files): string {
  for (;;) {
    const folder = freeProjectFolder(home, root, files);
    if (createFile(join(folder, projectMark), root)) return folder;
  }
}

/** A folder that no project has. Creates nothing. */
export function freeProjectFolder(home: string, root: string, files: Files): string {
  // It migrates old sessions only into an empty folder.
  if (files.stamp(join(home, "tmp", digestOf(root))) !== null) {
    const message = `Gemini CLI has sessions of an early release for ${root}. Start it there once so that it migrates them, then try again.`;
    throw new SessionError("refused", message);
  }
  const names = new Set(registeredProjects(home, { files }).values());
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? nameOf(root) : `${nameOf(root)}-${count}`;
    const folder = join(home, "tmp", name);
    const isTaken = names.has(name) || files.stamp(folder) !== null || !isFree(home, name, root, files);
    if (!isTaken) return folder;
  }
}

function isFree(home: string, name: string, root: string, files: Files): boolean {
  return ["tmp", "history"].every((base) => [null, root].includes(ownerOf(home, base, name, files)));
}

function ownerOf(home: string, base: string, name: string, files: Files): string | null {
  return files.text(join(home, base, name, projectMark), mostBytes)?.trim() ?? null;
}

function nameOf(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "project" : name;
}
