import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { takeLock } from "./lock.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const me = { pid: process.pid, program: "test" };

describe("takeLock", () => {
  it("is held by one, who is named to the others, until it is released", () => {
    const path = join(folder, "locks", "a.lock");
    const first = takeLock(path, me);
    expect(first.isHeld).toBe(true);
    expect(takeLock(path, { pid: 1, program: "other" })).toEqual({ isHeld: false, owner: me });
    if (first.isHeld) first.release();
    const again = takeLock(path, me);
    expect(again.isHeld).toBe(true);
    if (again.isHeld) again.release();
  });

  it("is held and released also where its owner's name cannot be written", () => {
    const path = join(folder, "unnamed.lock");
    mkdirSync(`${path}.owner`);
    const lock = takeLock(path, me);
    expect(lock.isHeld).toBe(true);
    expect(takeLock(path, me).isHeld).toBe(false);
    if (lock.isHeld) lock.release();
    const again = takeLock(path, me);
    expect(again.isHeld).toBe(true);
    if (again.isHeld) again.release();
  });

  it("ends with the process that held it, however that ends", async () => {
    const path = join(folder, "b.lock");
    const code = `import { takeLock } from ${JSON.stringify(new URL("./lock.ts", import.meta.url).href)};
      globalThis.lock = takeLock(${JSON.stringify(path)}, { pid: process.pid, program: "victim" }); console.log("held"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      await once(child.stdout, "data");
      expect(takeLock(path, me)).toEqual({ isHeld: false, owner: { pid: child.pid, program: "victim" } });
    } finally {
      child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const taken = takeLock(path, me);
    expect(taken.isHeld).toBe(true);
    if (taken.isHeld) taken.release();
  });
});
