import { basename, dirname, join, relative } from "node:path";
import type { Files } from "../../host/files/files.ts";
import { movedFileName, origins, programs, progressFileName } from "./project-folders.ts";
import type { ProjectPlace } from "./project-place.ts";

/** The project of a folder or of a progress file, existing or not; null if the path is in no folder of projects. */
export function placeOf(path: string, files: Pick<Files, "real">): ProjectPlace | null {
  const named = basename(path) === progressFileName ? dirname(path) : path;
  const folder = files.real(named);
  if (!isInPlace(named, folder, files)) return null;
  for (let above = dirname(folder); ; above = dirname(above)) {
    const origin = origins.find((one) => programs[one].folder === basename(above));
    if (origin !== undefined) {
      const files = {
        progressFile: join(folder, progressFileName),
        logFile: join(folder, programs[origin].log),
      };
      return { path: folder, origin, workspace: dirname(above), ...files };
    }
    if (dirname(above) === above) return null;
  }
}

/** A link below a folder of projects could lead to a project of other permissions. */
function isInPlace(named: string, folder: string, files: Pick<Files, "real">): boolean {
  for (let above = dirname(named); ; above = dirname(above)) {
    if (origins.some((one) => programs[one].folder === basename(above))) {
      const workspace = dirname(above);
      return folder === join(files.real(workspace), relative(workspace, named));
    }
    if (dirname(above) === above) return true;
  }
}

/** Whether a folder is a project: it has a progress file, or what is left of one. */
export function isProject(folder: string, files: Pick<Files, "list">): boolean {
  const names = new Set(files.list(folder)?.map(({ name }) => name));
  const logs = origins.map((origin) => programs[origin].log);
  return [progressFileName, movedFileName, ...logs].some((name) => names.has(name));
}
