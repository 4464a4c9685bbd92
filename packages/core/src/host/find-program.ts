import { isAbsolute, join } from "node:path";
import type { Host } from "./host.ts";

/** The file that would be started under this name; null when there is none. Whether it may be run is told by the attempt. */
export function findProgram(name: string, host: Host): string | null {
  return placesOf(name, host).find((path) => isProgram(path, host)) ?? null;
}

function placesOf(name: string, { env, platform }: Host): string[] {
  if (isAbsolute(name) || name.includes("/")) return [name];
  const isWindows = platform === "win32";
  const folders = (env.PATH ?? "").split(isWindows ? ";" : ":").filter((folder) => folder !== "");
  return folders.flatMap((folder) =>
    (isWindows ? [".exe", ".com"] : [""]).map((ending) => join(folder, name + ending)),
  );
}

function isProgram(path: string, { files }: Host): boolean {
  try {
    return files.stamp(path) !== null && files.list(path) === null;
  } catch {
    // A folder of the path that may not be looked into offers nothing.
    return false;
  }
}
