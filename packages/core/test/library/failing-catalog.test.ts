import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DatabaseError, type Databases, nodeDatabases } from "../../src/host/database/database.ts";
import { all, closeAll, hits, home, open, put, seed, useHome } from "./stage.ts";

useHome();

function mayMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return status === 0;
}

describe("a catalog that fails", () => {
  it("does not keep the list from working when the disk is full", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const full: Databases = {
      ...nodeDatabases,
      open: (path) => (path === null ? nodeDatabases.open(null) : failing(path, /^COMMIT/, "unwritable")),
    };
    const library = open({ databases: full });
    expect((await library.list(all)).total).toBe(5);
    expect(await library.warnings()).toMatchObject([{ kind: "catalog-not-saved" }]);
    expect(await hits(library, "question")).toHaveLength(15);
  });

  it.skipIf(!mayMount())("on a disk that is really full is done without (needs the right to mount)", async () => {
    const cache = join(home.root, "small");
    mkdirSync(cache);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", cache]);
    try {
      for (let count = 0; count < 300; count += 1) put(seed(`s${count}`, count % 60));
      const library = open({}, { ...home.host, env: { ...home.host.env, REPRISE_CACHE: cache } });
      expect((await library.list(all)).total).toBe(300);
      expect(await library.warnings()).toMatchObject([{ kind: "catalog-not-saved" }]);
      expect(await hits(library, "question")).toHaveLength(900);
      library.close();
    } finally {
      execFileSync("umount", [cache]);
    }
  });

  it("is made anew when it turns out to be broken", async () => {
    put(seed("a", 1));
    await open().list(all);
    closeAll();
    const path = join(home.root, "cache/catalog.db");
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]));
    const library = open();
    expect((await library.list(all)).total).toBe(1);
    expect(await library.warnings()).toMatchObject([{ kind: "catalog-unusable" }]);
    expect((await library.list(all)).total).toBe(1);
    expect(await library.warnings()).toEqual([]);
  });

  it("may be deleted at any time", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const before = await open().list(all);
    closeAll();
    nodeDatabases.remove(join(home.root, "cache/catalog.db"));
    expect(await open().list(all)).toEqual(before);
  });

  it("is built again on demand, text included", async () => {
    for (let minute = 0; minute < 5; minute += 1) put(seed(`s${minute}`, minute));
    const library = open();
    await library.list(all);
    const { sessionCount, sizeBytes } = await library.reindex();
    expect(sessionCount).toBe(5);
    expect(sizeBytes).toBeGreaterThan(1000);
    expect(await hits(library, "question")).toHaveLength(15);
  });

  function failing(path: string, when: RegExp, fault: DatabaseError["fault"]) {
    const database = nodeDatabases.open(path);
    let isPrepared = false;
    return {
      ...database,
      exec(sql: string) {
        if (isPrepared && when.test(sql)) throw new DatabaseError(fault, "database or disk is full", null);
        if (sql === "COMMIT") isPrepared = true;
        database.exec(sql);
      },
    };
  }
});
