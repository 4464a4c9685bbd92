import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The system's default PATH. */
const usualPath = process.platform === "win32" ? "" : "/usr/bin:/bin";

/** Null if not found. Skips empty and relative PATH entries, which could mean the workspace. Paths are returned unchecked. */
export function findProgram(name: string, env: Environment): string | null {
  if (name === "" || name.includes("\0")) return null;
  if (isAbsolute(name) || /[/\\]/.test(name)) return isFile(resolve(name)) ? resolve(name) : null;
  return placesOf(name, env).find(isProgram) ?? null;
}

/** Makes the PATH absolute, so that it means the same in every folder. */
export function withAbsolutePath(env: Environment): Environment {
  const key = pathKeyOf(env);
  return env[key] === undefined ? env : { ...env, [key]: foldersOf(env).join(delimiter) };
}

function placesOf(name: string, env: Environment): string[] {
  const endings = process.platform === "win32" ? [".exe", ".com"] : [""];
  return foldersOf(env).flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
}

function foldersOf(env: Environment): string[] {
  return (env[pathKeyOf(env)] ?? usualPath).split(delimiter).filter(isAbsolute);
}

/** `Path` on Windows. */
function pathKeyOf(env: Environment): string {
  if (process.platform !== "win32") return "PATH";
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
