import { execFile, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { makeScratch } from "@reprise/testkit";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { nodeDatabases } from "./database.ts";
import { sealPath } from "./database-seal.ts";

let path = "";
beforeEach(async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  path = join(scratch.home, "store.db");
});

function write(value: string): void {
  const store = nodeDatabases.open(path);
  add(store, value);
  store.close();
}

function add(store: ReturnType<typeof nodeDatabases.open>, value: string): void {
  store.beginWriting();
  store.exec(`CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES ('${value}'); COMMIT`);
}

/** As found; nothing is written. */
function condition(): string {
  const store = nodeDatabases.open(path);
  const found = store.condition;
  store.close();
  return found;
}

test("a store is as it was left, however often it is written and read", () => {
  expect(condition()).toBe("as-left");
  for (const value of ["a", "b"]) {
    write(value);
    expect([condition(), condition()]).toEqual(["as-left", "as-left"]);
  }
});

test("several users at once leave it sealed, whoever is last", () => {
  write("a");
  const [one, other, reader] = [0, 0, 0].map(() => nodeDatabases.open(path));
  if (!one || !other || !reader) throw new Error("not opened");
  add(one, "b");
  expect(condition()).toBe("in-use");
  add(other, "c");
  other.close();
  add(one, "d");
  one.close();
  expect(condition()).toBe("as-left");
  expect(reader.prepare("SELECT count(*) AS count FROM t").get()).toEqual({ count: 4 });
  reader.close();
  expect(condition()).toBe("as-left");
});

test("what another program changes is noticed, be it rows, bytes, the log or the seal", () => {
  const changes = [
    () => {
      const other = new DatabaseSync(path);
      other.exec("DELETE FROM t");
      other.close();
    },
    () => writeFileSync(path, readFileSync(path)),
    () => writeFileSync(`${path}-wal`, "noise"),
    () => rmSync(sealPath(path)),
    () => writeFileSync(sealPath(path), "noise"),
  ];
  for (const change of changes) {
    write("a");
    expect(condition()).toBe("as-left");
    change();
    expect(condition()).toBe("changed");
    nodeDatabases.remove(path);
  }
});

test("processes that make, write and close it at once never take each other for something else", async () => {
  const module = JSON.stringify(new URL("database.ts", import.meta.url).href);
  const program = `const { nodeDatabases } = await import(${module});
    for (let round = 0; round < 40; round += 1) {
      const store = nodeDatabases.open(${JSON.stringify(path)});
      if (store.condition === "changed") console.log("changed");
      store.beginWriting();
      store.exec("CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES ('b'); COMMIT");
      store.close();
    }`;
  const run = promisify(execFile);
  const found = await Promise.all([0, 0, 0, 0].map(() => run(process.execPath, [...asModule, program])));
  expect(found.map(({ stdout }) => stdout)).toEqual(["", "", "", ""]);
  expect(condition()).toBe("as-left");
});

const asModule = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e"];

test("a writer that was killed leaves it unclosed; the next one that closes it seals it", () => {
  write("a");
  const module = JSON.stringify(new URL("database.ts", import.meta.url).href);
  const program = `const { nodeDatabases } = await import(${module});
    const store = nodeDatabases.open(${JSON.stringify(path)});
    store.beginWriting();
    store.exec("INSERT INTO t VALUES ('b'); COMMIT");
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, [...asModule, program]);
  expect(signal).toBe("SIGKILL");
  expect(condition()).toBe("unclosed");
  expect(condition()).toBe("as-left");
});
