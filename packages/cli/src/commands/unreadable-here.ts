import { dirname, join } from "node:path";
import { nodeHost } from "@reprise/core";
import { type Finding, SessionError } from "@reprise/model";
import { configPath } from "../config-file.ts";
import type { Machine } from "../machine.ts";

/** Config files, and files of the current repository, that cannot be read. */
export async function* unreadableHere({ env, cwd, readConfig }: Machine): AsyncGenerator<Finding> {
  yield* await problemAt(configPath(env), readConfig);
  const { files } = nodeHost(env);
  for (const path of gitFiles(cwd, files)) yield* await problemAt(path, () => files.open(path)?.close());
}

type Files = ReturnType<typeof nodeHost>["files"];

function gitFiles(cwd: string, files: Files): string[] {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    const entry = listed(folder, files)?.find(({ name }) => name === ".git");
    if (entry && listed(place, files) === null) return [place];
    if (entry) return ["HEAD", "config", "commondir", "packed-refs"].map((name) => join(place, name));
    if (dirname(folder) === folder) return [];
  }
}

/** Null if it is not a folder or cannot be listed. */
function listed(folder: string, files: Files) {
  try {
    return files.list(folder);
  } catch {
    return null;
  }
}

async function problemAt(path: string, read: () => unknown): Promise<Finding[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    const reasons = [`it cannot be read: ${error.message}`];
    return [{ path, session: null, listed: false, reasons, damage: [], ailments: [] }];
  }
}
