import { readdir } from "node:fs/promises";
import { join } from "node:path";

const mostFiles = 20_000;
const skipped: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);

/** Names of the files below a folder, with `/` between folders, the nearest first; the first ones of very many. Follows no link. */
export async function walkFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [""];
  for (const folder of folders) {
    // A folder that cannot be read hides no other.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (found.length >= mostFiles) return found;
      if (entry.isFile()) found.push(folder + entry.name);
      else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(`${folder}${entry.name}/`);
    }
  }
  return found;
}
