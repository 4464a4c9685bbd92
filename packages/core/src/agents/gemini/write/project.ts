import { basename, join } from "node:path";
import { SessionError } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Files } from "../../../host/files/files.ts";
import { createFile } from "../../../host/files/replace-file.ts";
import { registeredProjects } from "../read/project.ts";

const marker = ".project_root";
const mostBytes = 64 * 1024;

/** The folder below `tmp` that Gemini CLI uses, or will use, for a project; null when it has none yet. */
export function projectFolder(home: string, root: string, files: Files): string | null {
  const registered = registeredProjects(home, { files }).get(root);
  if (registered !== undefined && isFree(home, registered, root, files)) return join(home, "tmp", registered);
  for (const base of ["tmp", "history"]) {
    for (const { name } of files.list(join(home, base)) ?? [])
      if (ownerOf(home, base, name, files) === root) return join(home, "tmp", name);
  }
  return null;
}

/**
 * Makes a folder for a project that Gemini CLI does not know. The mark in it is what it looks for before it makes one
 * itself; it enters the project in its registry at its next start there.
 */
export function newProjectFolder(home: string, root: string, files: Files): string {
  // It takes over the sessions of early releases only into a folder that holds nothing.
  if (files.stamp(join(home, "tmp", digestOf(root))) !== null) {
    const message = `Gemini CLI has sessions of an early release for ${root}. Start it there once so that it migrates them, then try again.`;
    throw new SessionError("refused", message);
  }
  const names = new Set(registeredProjects(home, { files }).values());
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? nameOf(root) : `${nameOf(root)}-${count}`;
    const folder = join(home, "tmp", name);
    const isTaken = names.has(name) || files.stamp(folder) !== null || !isFree(home, name, root, files);
    if (!isTaken && createFile(join(folder, marker), root)) return folder;
  }
}

function isFree(home: string, name: string, root: string, files: Files): boolean {
  return ["tmp", "history"].every((base) => [null, root].includes(ownerOf(home, base, name, files)));
}

function ownerOf(home: string, base: string, name: string, files: Files): string | null {
  return files.text(join(home, base, name, marker), mostBytes)?.trim() ?? null;
}

function nameOf(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "project" : name;
}
