import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { SessionError } from "@reprise/model";
import type { Home } from "../machine.ts";
import { isStream } from "./write-stream.ts";

interface Rules {
  readonly homes: readonly Home[];
  /** The session to export, and the files it was read from. */
  readonly session: { readonly agent: string; readonly files: readonly { readonly path: string }[] };
  readonly isForced: boolean;
}

/** Throws `refused` for an agent's file, and for an existing file unless forced. Pipes and terminals are allowed. */
export function checkTarget(path: string, { homes, session, isForced }: Rules): void {
  const real = realTarget(path);
  const home = homes.find((one) => isInside(real, realTarget(one.path)));
  if (home !== undefined || session.files.some((file) => realTarget(file.path) === real)) {
    const owner = home === undefined ? session.agent : `${home.agent} (${home.path})`;
    throw new SessionError(
      "refused",
      `${path} belongs to ${owner}, and Reprise never writes there. Choose another place.`,
    );
  }
  if (isStream(path)) return;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new SessionError("bad-use", `${path} is a folder. Name a file in it.`);
  if (found?.isBlockDevice() || found?.isSocket())
    throw new SessionError("refused", `${path} is not a file. Choose another place.`);
  if (found !== undefined && !isForced) throw alreadyThere(path);
}

export function alreadyThere(path: string): SessionError {
  return new SessionError("refused", `${path} already exists. Choose another name, or replace it with --force.`);
}

/** Resolves links as far as the path exists. */
function realTarget(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realTarget(parent), basename(path));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
