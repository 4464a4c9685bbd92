import { isAbsolute } from "node:path";
import { SessionError } from "@reprise/model";

/** `OLD=NEW`; both absolute. */
export interface PathMove {
  readonly from: string;
  readonly to: string;
}

/** Throws `SessionError("bad-use")`. */
export function readPathMove(text: string): PathMove {
  const at = text.indexOf("=");
  const [from, to] = [withoutSlash(text.slice(0, at)), withoutSlash(text.slice(at + 1))];
  if (at < 1 || !isAbsolutePath(from) || !isAbsolute(to))
    throw new SessionError("bad-use", `--map needs two absolute paths, OLD=NEW, not "${text}".`);
  return { from, to };
}

/** Where a recorded path is on this machine. The longest matching folder decides. */
export function mappedPath(path: string, moves: readonly PathMove[]): string {
  const fitting = moves.filter(
    ({ from }) => path === from || (path.startsWith(from) && /[/\\]/.test(path.charAt(from.length))),
  );
  const best = fitting.toSorted((a, b) => b.from.length - a.from.length)[0];
  return best === undefined ? path : best.to + path.slice(best.from.length);
}

/** Of any system: the bundle may come from another. */
function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || /^[a-zA-Z]:[/\\]/.test(path) || path.startsWith("\\\\");
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/[/\\]+$/, "") || "/" : path;
}
