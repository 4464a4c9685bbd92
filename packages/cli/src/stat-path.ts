import { type Stats, statSync } from "node:fs";

/** Null where nothing exists, and where the system cannot tell: a link loop, a name too long, a folder without access. */
export function statPath(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
