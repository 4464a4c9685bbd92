import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, posix, resolve, win32 } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

type Platform = NodeJS.Platform;

/** Null if not found. Skips empty and relative PATH entries, which could mean the workspace. Paths are returned unchecked. */
export function findProgram(name: string, env: Environment): string | null {
  if (name === "" || name.includes("\0")) return null;
  if (isAbsolute(name) || /[/\\]/.test(name)) return isFile(resolve(name)) ? resolve(name) : null;
  return placesOf(name, env).find(isProgram) ?? null;
}

/** Makes the PATH absolute, so that it means the same in every folder. */
export function withAbsolutePath(env: Environment, platform: Platform = process.platform): Environment {
  const key = pathKeyOf(env, platform);
  return env[key] === undefined ? env : { ...env, [key]: foldersOf(env, platform).join(pathsOf(platform).delimiter) };
}

/** Where a program of this name may be, in the order of the PATH. Windows starts nothing else without a shell. */
export function placesOf(name: string, env: Environment, platform: Platform = process.platform): string[] {
  const endings = platform === "win32" ? [".exe", ".com"] : [""];
  return foldersOf(env, platform).flatMap((folder) =>
    endings.map((ending) => pathsOf(platform).join(folder, name + ending)),
  );
}

function foldersOf(env: Environment, platform: Platform): string[] {
  const { delimiter, isAbsolute } = pathsOf(platform);
  const usual = platform === "win32" ? "" : "/usr/bin:/bin";
  return (env[pathKeyOf(env, platform)] ?? usual).split(delimiter).filter((folder) => isAbsolute(folder));
}

function pathsOf(platform: Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** `Path` on Windows. */
function pathKeyOf(env: Environment, platform: Platform): string {
  if (platform !== "win32") return "PATH";
  return Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    // Missing, or not executable.
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Missing, or in a folder that may not be read.
    return false;
  }
}
