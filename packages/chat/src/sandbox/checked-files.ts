import { innerNames } from "./inner-path.ts";
import { SandboxError, type SandboxFile } from "./sandbox.ts";

/** Of a list, all paths are checked before the first file is handed on; of a stream, each before its file. */
export async function* checkedFiles(
  files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>,
): AsyncGenerator<SandboxFile> {
  const all = Symbol.iterator in files ? [...files] : files;
  if (Array.isArray(all)) for (const { path } of all) innerNames(path);
  for await (const file of all) {
    innerNames(file.path);
    yield { ...file, bytes: () => exactBytes(file) };
  }
}

/** Rejects if there are more or fewer than announced. */
async function* exactBytes(file: SandboxFile): AsyncGenerator<Uint8Array> {
  let left = file.sizeBytes;
  for await (const piece of file.bytes()) {
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new SandboxError(`${file.path} has not the ${file.sizeBytes} bytes it was announced with.`);
}

/** Sorted, without those below another. `.` is the root itself. Throws for a path that leaves it. */
export function outermostPaths(paths: readonly string[]): readonly string[] {
  for (const path of paths) if (path !== ".") innerNames(path);
  if (paths.includes(".")) return ["."];
  const known = new Set(paths);
  return [...known].sort().filter((path) => !foldersAbove(path).some((folder) => known.has(folder)));
}

function foldersAbove(path: string): readonly string[] {
  const names = path.split("/");
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join("/"));
}
