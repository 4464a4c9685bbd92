import { SandboxError } from "./sandbox.ts";

const longestName = 255;
const longestPath = 4096;
const encoder = new TextEncoder();

/** The names of a relative path. Throws a `SandboxError` for one that could leave its root or that no file can have. */
export function innerNames(path: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  const names = path.split("/");
  const problem = problemOf(path, names, platform);
  if (problem !== null)
    throw new SandboxError(
      `${JSON.stringify(path.slice(0, 200))} is no path below the sandbox folder: ${problem}. Nothing was written to it.`,
    );
  return names;
}

function problemOf(path: string, names: readonly string[], platform: NodeJS.Platform): string | null {
  if (path === "") return "it is empty";
  if (path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path)) return "it is absolute";
  if (path.includes("\0")) return "it has a NUL";
  if (!path.isWellFormed()) return "it is not Unicode";
  if (names.includes("..")) return "it leads upwards";
  if (names.some((name) => name === "" || name === ".")) return "it has an empty part";
  if (platform === "win32" && path.includes("\\")) return "it has a backslash";
  if (encoder.encode(path).length >= longestPath) return "it is too long";
  if (names.some((name) => encoder.encode(name).length > longestName)) return "a name is too long";
  return null;
}
