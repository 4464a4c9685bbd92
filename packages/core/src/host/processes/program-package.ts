import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "@reprise/model";
import { readStart } from "../files/open-file.ts";

interface ProgramPackage {
  readonly name: string;
  readonly version: string;
}

const mostFolders = 8;
const mostBytes = 1024 * 1024;

/** From the nearest package.json with a name; null if none. Starts nothing. */
export function packageOf(program: string): ProgramPackage | null {
  try {
    let folder = dirname(realpathSync(program));
    for (let count = 0; count < mostFolders && folder !== dirname(folder); count += 1) {
      const found = packageIn(folder);
      if (found !== null) return found;
      folder = dirname(folder);
    }
  } catch {
    // Missing or unreadable.
  }
  return null;
}

function packageIn(folder: string): ProgramPackage | null {
  try {
    const text = readStart(join(folder, "package.json"), mostBytes).toString("utf8");
    const { name, version } = parseJson(text) as Partial<ProgramPackage>;
    return typeof name === "string" && typeof version === "string" ? { name, version } : null;
  } catch {
    // No usable package.json here.
    return null;
  }
}
