import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nodeHost } from "../node-host.ts";
import { takeLock } from "./lock.ts";

const { processes } = nodeHost();
const folder = mkdtempSync(join(tmpdir(), "reprise-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const me = { pid: process.pid, program: "test", terminal: null };

describe("takeLock", () => {
  it("is held by one, who is named to the others, until it is released", () => {
    const path = join(folder, "locks", "a.lock");
    const first = takeLock(path, me, processes);
    expect(first.isHeld).toBe(true);
    expect(takeLock(path, { pid: 1, program: "other", terminal: null }, processes)).toEqual({
      isHeld: false,
      owner: me,
    });
    if (first.isHeld) first.release();
    const again = takeLock(path, me, processes);
    expect(again.isHeld).toBe(true);
    if (again.isHeld) again.release();
  });

  it("has files for its owner's eyes only, while it is held and after", () => {
    const names = () => readdirSync(join(folder, "private"));
    const lock = takeLock(join(folder, "private", "a.lock"), me, processes);
    expect(names()).toContain("a.lock-journal");
    for (const name of names())
      expect([name, statSync(join(folder, "private", name)).mode & 0o777]).toEqual([name, 0o600]);
    if (lock.isHeld) lock.release();
  });

  it("is held and released also where its owner's name cannot be written", () => {
    const path = join(folder, "unnamed.lock");
    mkdirSync(`${path}.owner`);
    const lock = takeLock(path, me, processes);
    expect(lock.isHeld).toBe(true);
    expect(takeLock(path, me, processes).isHeld).toBe(false);
    if (lock.isHeld) lock.release();
    const again = takeLock(path, me, processes);
    expect(again.isHeld).toBe(true);
    if (again.isHeld) again.release();
  });

  it("is held by one also where its file was damaged, before or meanwhile", () => {
    const path = join(folder, "damaged.lock");
    const damage = () => writeFileSync(path, "this is no lock file".repeat(100));
    damage();
    const first = takeLock(path, me, processes);
    expect(first.isHeld).toBe(true);
    damage();
    expect(takeLock(path, me, processes)).toEqual({ isHeld: false, owner: me });
    if (first.isHeld) first.release();
    const again = takeLock(path, me, processes);
    expect(again.isHeld).toBe(true);
    if (again.isHeld) again.release();
  });

  it("ends with the process that held it, however that ends", async () => {
    const path = join(folder, "b.lock");
    const child = startHolder(path);
    try {
      await once(child.stdout, "data");
      expect(takeLock(path, me, processes)).toEqual({
        isHeld: false,
        owner: { pid: child.pid, program: "victim", terminal: null },
      });
    } finally {
      child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const taken = takeLock(path, me, processes);
    expect(taken.isHeld).toBe(true);
    if (taken.isHeld) taken.release();
  });

  it("empties nothing that a link leads to", () => {
    const file = join(folder, "of-others.txt");
    writeFileSync(file, "something of another program".repeat(100));
    symlinkSync(file, join(folder, "linked.lock"));
    expect(() => takeLock(join(folder, "linked.lock"), me, processes)).toThrow();
    expect(readFileSync(file, "utf8")).toContain("something of another program");
  });

  it("is taken from a killed process that is not gone yet", async () => {
    const path = join(folder, "c.lock");
    const child = startHolder(path);
    await once(child.stdout, "data");
    process.kill(child.pid ?? 0, "SIGKILL");
    const taken = takeLock(path, me, processes);
    expect(taken).toMatchObject({ isHeld: true });
    if (taken.isHeld) taken.release();
  });
});

function startHolder(path: string) {
  const moduleAt = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const code = `import { takeLock } from ${moduleAt("./lock.ts")};
    import { nodeHost } from ${moduleAt("../node-host.ts")};
    const me = { pid: process.pid, program: "victim", terminal: null };
    globalThis.lock = takeLock(${JSON.stringify(path)}, me, nodeHost().processes);
    console.log("held"); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "ignore"],
  });
}
