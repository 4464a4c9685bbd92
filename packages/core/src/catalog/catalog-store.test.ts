import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Warning } from "@reprise/model";
import { makeScriptedHome, type ScriptedHome } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, DatabaseError, type Databases, nodeDatabases } from "../host/database/database.ts";
import { catalogPath } from "./catalog-path.ts";
import { CatalogStore } from "./catalog-store.ts";
import { catalogVersion } from "./schema.ts";

let home: ScriptedHome;
let path: string;
let warnings: Warning[];
beforeEach(() => {
  home = makeScriptedHome();
  path = catalogPath(home.host);
  warnings = [];
});
afterEach(() => home.dispose());

const store = (databases: Databases = nodeDatabases) =>
  new CatalogStore(path, databases, (warning) => warnings.push(warning));
const countIn = (database: Database) => database.prepare("SELECT count(*) AS count FROM rollout").get()?.count;

describe("the catalog's store", () => {
  it("lies where the environment says, readable by its owner only", () => {
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    opened.close();
    expect(path).toBe(join(home.root, "cache", "catalog.db"));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.root, "cache")).mode & 0o777).toBe(0o700);
  });

  it("follows XDG_CACHE_HOME, else lies in the home folder", () => {
    const { host } = home;
    expect(catalogPath({ ...host, env: { XDG_CACHE_HOME: "/x" } })).toBe("/x/reprise/catalog.db");
    expect(catalogPath({ ...host, env: {} })).toBe(join(home.root, ".cache/reprise/catalog.db"));
  });

  it("makes nothing before it is used", () => {
    store().close();
    expect(existsSync(path)).toBe(false);
  });

  it.each([catalogVersion + 1, catalogVersion - 1, 99])("is emptied when it is of version %i", (version) => {
    mkdirSync(join(path, ".."));
    const other = nodeDatabases.open(path);
    other.exec(
      `CREATE TABLE rollout (strange TEXT); CREATE TABLE more (x); CREATE VIEW seen AS SELECT 1; CREATE VIRTUAL TABLE words USING fts5(x); PRAGMA user_version = ${version}`,
    );
    other.close();
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    expect(opened.database.prepare("PRAGMA user_version").get()).toMatchObject({
      user_version: catalogVersion,
    });
    expect(opened.database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('more', 'seen')").all()).toEqual([]);
    opened.close();
    expect(warnings).toEqual([]);
  });

  it("is made anew when it is not a catalog", () => {
    mkdirSync(join(path, ".."));
    writeFileSync(path, "this is no database, but long enough to be looked at as one ".repeat(200));
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    opened.close();
    expect(warnings).toMatchObject([{ kind: "catalog-unusable", path }]);
    const again = store();
    expect(countIn(again.database)).toBe(0);
    again.close();
    expect(warnings).toHaveLength(1);
  });

  it("is held in memory where nothing can be written", () => {
    const refusing: Databases = {
      ...nodeDatabases,
      open: (wanted) => {
        if (wanted !== null) throw new DatabaseError("unwritable", "disk is full", null);
        return nodeDatabases.open(null);
      },
    };
    const opened = store(refusing);
    expect(countIn(opened.database)).toBe(0);
    expect(warnings).toMatchObject([{ kind: "catalog-not-saved", path }]);
    opened.close();
  });

  it("is held in memory where its folder cannot be made", () => {
    writeFileSync(join(home.root, "cache"), "a file");
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    expect(warnings).toMatchObject([{ kind: "catalog-not-saved" }]);
    opened.close();
  });

  it("is held in memory where a folder has its name, and the warning says what to do", () => {
    mkdirSync(join(path, "somebody's"), { recursive: true });
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    opened.close();
    expect(warnings).toMatchObject([{ kind: "catalog-not-saved", path }]);
    expect(warnings[0]?.detail).toMatch(/is a folder.*move what is in the way, then run `reprise reindex`/);
    expect(existsSync(join(path, "somebody's"))).toBe(true);
  });

  it.each(["catalog.db", "catalog.db-wal", "catalog.db-shm", "catalog.db-journal", "catalog.db-seal"])(
    "is made anew, without waiting, where %s is a named pipe",
    (name) => {
      const first = store();
      expect(countIn(first.database)).toBe(0);
      first.close();
      const pipe = join(path, "..", name);
      rmSync(pipe, { force: true });
      spawnSync("mkfifo", [pipe]);
      const opened = store();
      expect(countIn(opened.database)).toBe(0);
      opened.close();
      expect(warnings).toMatchObject([{ kind: "catalog-unusable", path }]);
    },
  );

  it("is built again when something else has changed it, whole as it is", () => {
    const first = store();
    first.database.exec("INSERT INTO untold VALUES (1, NULL)");
    first.close();
    const other = new DatabaseSync(path);
    other.exec("UPDATE untold SET id = 2");
    other.close();
    const opened = store();
    expect(opened.database.prepare("SELECT count(*) AS count FROM untold").get()).toEqual({ count: 0 });
    opened.close();
    expect(warnings).toMatchObject([{ detail: expect.stringContaining("something other than Reprise") }]);
  });

  it("goes on in memory when it fails in the middle", () => {
    const opened = store();
    expect(countIn(opened.database)).toBe(0);
    opened.recover(new DatabaseError("unwritable", "disk is full", null), opened.database);
    expect(countIn(opened.database)).toBe(0);
    expect(warnings).toMatchObject([{ kind: "catalog-not-saved" }]);
    opened.close();
  });
});

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && process.platform === "linux" && mayMount();

describe("a disk that is really full", () => {
  it.skipIf(!canMount)("tells so, and nothing is broken by it (needs the right to mount)", () => {
    const folder = join(home.root, "small");
    mkdirSync(folder);
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]);
    try {
      chmodSync(folder, 0o700);
      const database = nodeDatabases.open(join(folder, "catalog.db"));
      database.exec("CREATE TABLE t (x)");
      const fill = () => {
        for (let count = 0; count < 100; count += 1)
          database.prepare("INSERT INTO t VALUES (?)").run("x".repeat(10_000));
      };
      expect(fill).toThrowError(expect.objectContaining({ fault: "unwritable" }));
      database.close();
    } finally {
      spawnSync("umount", [folder]);
    }
  });
});

function mayMount(): boolean {
  const folder = join("/tmp", `mount-${process.pid}`);
  mkdirSync(folder);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) spawnSync("umount", [folder]);
  spawnSync("rmdir", [folder]);
  return status === 0;
}
