import { SessionError } from "@reprise/model";
import type { Files } from "../host/files/files.ts";

/** `/srv/app/web` is inside `/srv/app`, `/srv/app-docker` is not. */
export function isInside(path: string, root: string): boolean {
  if (!path.startsWith(root)) return false;
  return path.length === root.length || /[/\\]$/.test(root) || /[/\\]/.test(path[root.length] ?? "");
}

/** The same, after resolving links. `realRoot`: where the root led once, if it may be a link to elsewhere by now. */
export function leadsInside(path: string, root: string, files: Pick<Files, "real">, realRoot?: string): boolean {
  try {
    return isInside(files.real(path), realRoot ?? files.real(root));
  } catch (error) {
    if (error instanceof SessionError && error.code === "unreadable") return path === root;
    throw error;
  }
}
