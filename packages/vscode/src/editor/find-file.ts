import { isAbsolute, join } from "node:path";

/** The first of the places where a file of the page may be that has it; null if none has. */
export async function findFile(
  path: string,
  folders: readonly string[],
  isThere: (path: string) => Promise<boolean>,
): Promise<string | null> {
  const places = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  for (const place of places) if (await isThere(place)) return place;
  return null;
}
