import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryHost } from "@reprise/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { codexSource } from "../../agents/codex/source.ts";
import { type Database, nodeDatabases } from "../../host/database/database.ts";
import type { FolderContents } from "../../host/files/files.ts";
import { nodeFiles } from "../../host/files/node-files.ts";
import type { Host } from "../../host/host.ts";
import { prepareSchema } from "../schema.ts";
import { refresh } from "./refresh.ts";

/*
 * Why no session is missed, though folders are not listed again:
 *   a file that has grown or was rewritten has another size, time or inode: each known file is stamped at every look
 *   a file that is new, gone or renamed changes the change time of its folder, which no program can set: such a folder is listed again
 *   a change within the clock's tick of the look would not: a folder proves nothing until it has been at rest for two seconds
 *   file systems that do not keep these times exactly prove nothing
 */

let [home, cwd] = ["", ""];
let database: Database;
let looks: FolderContents[] = [];
const host: Host = {
  ...memoryHost({}),
  files: {
    ...nodeFiles,
    look(...of) {
      const found = nodeFiles.look(...of);
      if (found) looks.push(found);
      return found;
    },
  },
};

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "folder-looks-")));
  cwd = process.cwd();
  database = fresh();
  const { now } = Date;
  // Folders that have just been made are at rest.
  vi.spyOn(Date, "now").mockImplementation(() => now() + 10_000);
});
afterEach(() => {
  expect(process.cwd()).toBe(cwd);
  database.close();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true });
});

function fresh(): Database {
  const made = nodeDatabases.open(null);
  prepareSchema(made);
  return made;
}

async function versionsIn(of: Database): Promise<unknown[]> {
  looks = [];
  await refresh(of, { homes: [{ source: codexSource, path: home }], host });
  return of.prepare("SELECT key, version FROM rollout ORDER BY key").all();
}

async function fromNothing(): Promise<unknown[]> {
  const other = fresh();
  const versions = await versionsIn(other);
  other.close();
  return versions;
}

const pathOf = (day: number, number: number) =>
  join(home, `sessions/2026/1${day % 3}/0${day}/rollout-2026-01-01T00-00-00-s${number}.jsonl`);

function write(path: string, text = "{}\n"): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The times of before, as a backup or a synchronisation restores them. */
function withOldTimes(path: string, act: () => void): void {
  const { atimeMs, mtimeMs } = statSync(path);
  act();
  utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
}

const changes: Record<string, (day: number, number: number) => void> = {
  grow: (day, number) => appendFileSync(pathOf(day, number), "{}\n"),
  "grow with old times": (day, number) =>
    withOldTimes(pathOf(day, number), () => appendFileSync(pathOf(day, number), "{}\n")),
  "replace by as much, with old times": (day, number) => {
    const { atimeMs, mtimeMs } = statSync(pathOf(day, number));
    write(`${home}/other`, "[]\n");
    utimesSync(`${home}/other`, atimeMs / 1000, mtimeMs / 1000);
    renameSync(`${home}/other`, pathOf(day, number));
  },
  add: (day, number) => write(pathOf(day, number + 100)),
  "add in a folder with old times": (day, number) =>
    withOldTimes(dirname(pathOf(day, 0)), () => write(pathOf(day, number + 200))),
  "add in a new folder": (day, number) => write(pathOf(day + 4, number)),
  "add a link": (day, number) => {
    rmSync(pathOf(day, 300), { force: true });
    symlinkSync(pathOf(day, number), pathOf(day, 300));
  },
  remove: (day, number) => rmSync(pathOf(day, number), { force: true }),
  rename: (day, number) => renameSync(pathOf(day, number), pathOf(day, number + 400)),
  archive: (day, number) => {
    mkdirSync(join(home, "archived_sessions"), { recursive: true });
    renameSync(pathOf(day, number), join(home, "archived_sessions", `rollout-2026-01-01T00-00-00-s${number}.jsonl`));
  },
  "remove all of a folder": (day) => {
    for (const name of readdirSync(dirname(pathOf(day, 0)))) rmSync(join(dirname(pathOf(day, 0)), name));
  },
  "remove a folder": (day) => rmSync(dirname(pathOf(day, 0)), { recursive: true }),
};

test("whatever happens to old sessions, the next look finds it, though it lists no folder that is as it was", async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(3), fc.nat(2)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      rmSync(join(home, "sessions"), { recursive: true, force: true });
      rmSync(join(home, "archived_sessions"), { recursive: true, force: true });
      for (let index = 0; index < 12; index += 1) write(pathOf(index % 4, index % 3));
      for (const [change, day, number] of plan) {
        await versionsIn(database);
        // Another tick of the file system's clock.
        await sleep(12);
        try {
          changes[change]?.(day, number);
        } catch {
          // It is gone already.
        }
        expect(await versionsIn(database), change).toEqual(await fromNothing());
      }
    }),
    { numRuns: 12 },
  );
});

test("each kind of change is seen", async () => {
  for (const [change, make] of Object.entries(changes)) {
    for (let index = 0; index < 12; index += 1) write(pathOf(index % 4, index % 3));
    const before = await versionsIn(database);
    await sleep(12);
    make(1, 1);
    const after = await versionsIn(database);
    expect(after, change).not.toEqual(before);
    expect(after, change).toEqual(await fromNothing());
  }
});

test.skipIf(process.platform === "win32")(
  "a home at rest is not listed again, and one that grows only stamped",
  async () => {
    for (let index = 0; index < 12; index += 1) write(pathOf(index % 4, index % 3));
    // Folders without sessions are kept by the first look that changes nothing.
    for (let look = 0; look < 3; look += 1) await versionsIn(database);
    expect(looks).toHaveLength(9);
    expect(looks.every(({ isAsBefore, proof }) => isAsBefore && proof !== null)).toBe(true);
    appendFileSync(pathOf(1, 1), "{}\n");
    await versionsIn(database);
    expect(looks.filter(({ isAsBefore }) => !isAsBefore)).toHaveLength(1);
    await versionsIn(database);
    expect(looks.every(({ isAsBefore }) => isAsBefore)).toBe(true);
  },
);

test("a folder that has just changed proves nothing", async () => {
  vi.restoreAllMocks();
  write(pathOf(1, 1));
  await versionsIn(database);
  expect(looks.every(({ proof }) => proof === null)).toBe(true);
});
