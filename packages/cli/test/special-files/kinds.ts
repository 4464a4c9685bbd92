import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";

/** What may be at a path instead of a small regular file. */
export interface Kind {
  readonly name: string;
  /** How `doctor` calls it; null for a regular file. */
  readonly called: string | null;
  /** Returns what ends it, besides removing the file. */
  make(path: string): Promise<() => void>;
}

const kind = (name: string, called: string | null, make: (path: string) => void): Kind => ({
  name,
  called,
  async make(path) {
    make(path);
    return () => {};
  },
});

const makePipe = (path: string) => void execFileSync("mkfifo", [path]);

export const kinds: readonly Kind[] = [
  kind("pipe", "is a named pipe", makePipe),
  kind("link to a pipe", "is a named pipe", (path) => {
    makePipe(`${path}.target`);
    symlinkSync(`${path}.target`, path);
  }),
  kind("endless device", "is a device", (path) => symlinkSync("/dev/zero", path)),
  kind("empty device", "is a device", (path) => symlinkSync("/dev/null", path)),
  kind("terminal", "is a device", (path) => symlinkSync("/dev/tty", path)),
  kind("folder", "is a folder", (path) => mkdirSync(path)),
  kind("broken link", "is a link to a file that does not exist", (path) => symlinkSync("nowhere", path)),
  kind("circular link", "is a link that leads back to itself", (path) => symlinkSync(basename(path), path)),
  { name: "socket", called: "is a socket", make: makeSocket },
  kind("huge file", null, (path) => {
    writeFileSync(path, "");
    truncateSync(path, 5 * 1024 ** 3);
  }),
];

/** The path of a socket may have 107 bytes only: it is made by a short one, and moved. */
async function makeSocket(path: string): Promise<() => void> {
  const server = createServer();
  const before = process.cwd();
  process.chdir(dirname(path));
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(".socket", resolve));
    renameSync(".socket", join(".", basename(path)));
  } finally {
    process.chdir(before);
  }
  return () => void server.close();
}
