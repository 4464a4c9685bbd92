import { dirname, join } from "node:path";
import { SessionError, type Timestamp } from "@reprise/model";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Files } from "../../host/files/files.ts";
import { makeNumberedFolder } from "../../host/files/numbered-folder.ts";
import { createFile } from "../../host/files/replace-file.ts";
import { placeOf } from "./place-of.ts";
import { programs } from "./project-folders.ts";
import type { ProjectPlace } from "./project-place.ts";

/** A link would have us write elsewhere. Throws `refused`. */
function checkNoLink(day: string, own: string): void {
  for (let path = day; path.startsWith(own); path = dirname(path)) {
    if (entryAt(path)?.kind === "link")
      throw new SessionError(
        "refused",
        `${path} is a link. Remove it, or start the project in another folder. Nothing was changed.`,
      );
  }
}

/** A new, empty folder of this day; two processes never get the same. Git ignores it. */
export function newProjectFolder(workspace: string, now: Timestamp, files: Pick<Files, "real">): ProjectPlace {
  const own = join(files.real(workspace), programs.reprise.folder);
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = join(own, "projects", String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate()));
  checkNoLink(day, own);
  const folder = makeNumberedFolder(day);
  createFile(join(own, ".gitignore"), "*\n");
  const place = placeOf(folder, files);
  if (!place) throw new TypeError(`${folder} is in no folder of projects.`);
  return place;
}
