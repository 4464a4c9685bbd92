import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "./set-up-lock.mjs";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-lock-"));
  lock = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function leaveLock(owner: string) {
  mkdirSync(lock);
  writeFileSync(join(lock, "owner"), owner);
}

test("the lock is held while the work runs, and free after it, even when the work fails", async () => {
  await withLock(lock, async () => expect(existsSync(lock)).toBe(true));
  expect(existsSync(lock)).toBe(false);
  await expect(withLock(lock, async () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
  expect(existsSync(lock)).toBe(false);
});

test("a lock whose process is gone is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);
  leaveLock(`${hostname()} ${pid} 0`);
  expect(await withLock(lock, async () => "done")).toBe("done");
});

test("a lock of another machine is waited for until it has been silent too long", async () => {
  leaveLock("another-machine 1 0");
  let hasWaited = false;
  const done = withLock(lock, async () => "done", {
    onWait: () => {
      hasWaited = true;
      const longAgo = new Date(Date.now() - 3_600_000);
      utimesSync(lock, longAgo, longAgo);
    },
  });
  expect(await done).toBe("done");
  expect(hasWaited).toBe(true);
});

test("a living process is waited for", async () => {
  leaveLock(`${hostname()} ${process.ppid} 0`);
  const order: string[] = [];
  const onWait = () => {
    order.push("waiting");
    rmSync(lock, { recursive: true });
  };
  await withLock(lock, async () => order.push("working"), { onWait });
  expect(order).toEqual(["waiting", "working"]);
});
