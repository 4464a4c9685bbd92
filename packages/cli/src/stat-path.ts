import { type Stats, statSync } from "node:fs";

/** Null where nothing is, and where the machine does not say: a link in a circle, a name too long, a closed folder. */
export function statPath(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
