import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Request } from "@reprise/model";
import type { Files } from "../host/files/files.ts";
import { isInside } from "../workspace/is-inside.ts";

/**
 * The request, with the places that its edit leads to through links: a yes permits those, so they are shown with it. No answer
 * to such a request is saved or reused, since a link can lead elsewhere the next time.
 */
export function withRealPlaces(request: Request, root: string | null, files: Pick<Files, "real">): Request {
  if (request.kind !== "edit") return request;
  const folder = request.cwd ?? root;
  const paths = new Set(request.changes.flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo])));
  const grants = [...paths].flatMap((path) => {
    const real = linkedPlace(path, folder, files);
    return real === null ? [] : [{ access: "write", target: `${real} (where ${path} leads)` } as const];
  });
  return grants.length === 0 ? request : { ...request, hash: null, grants: [...request.grants, ...grants] };
}

/** Null if no link is in the way. Links above the folder of the work are the person's own. */
function linkedPlace(path: string, folder: string | null, files: Pick<Files, "real">): string | null {
  if (!isAbsolute(path) && folder === null) return null;
  const named = resolve(folder ?? "/", path);
  const real = realPlace(named, files);
  const expected =
    folder !== null && isInside(named, folder) ? join(files.real(folder), relative(folder, named)) : named;
  return real === expected ? null : real;
}

/** Of a file that is not there yet: in the folder where it would be made. */
function realPlace(path: string, files: Pick<Files, "real">): string {
  const real = files.real(path);
  const parent = dirname(path);
  return real !== path || parent === path ? real : join(realPlace(parent, files), basename(path));
}
