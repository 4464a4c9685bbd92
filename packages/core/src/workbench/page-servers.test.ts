import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { openPageServers, type PageServer } from "./page-servers.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-servers");
});
afterEach(() => scratch.remove());

const folder = () => join(scratch.root, "state", "servers");
const host = () => nodeHost({ HOME: scratch.home });
const servers = () => openPageServers(join(scratch.root, "state"), host());
const one: PageServer = { url: "http://127.0.0.1:7718", token: "secret", homes: ["codex=/home/me/.codex"] };
const other: PageServer = { ...one, url: "http://127.0.0.1:4000", token: "another" };
const file = () => join(folder(), "7718.json");

describe("servers of this machine", () => {
  test("are found while their process lives, oldest first, until they are taken back", async () => {
    expect(servers().running()).toEqual([]);
    servers().save(one);
    await new Promise((resolve) => setTimeout(resolve, 5));
    servers().save(other);
    expect(servers().running()).toMatchObject([one, other]);
    servers().remove(one);
    expect(servers().running()).toMatchObject([other]);
  });

  test("are found beside what is no file", () => {
    servers().save(one);
    mkdirSync(join(folder(), "9.json"));
    expect(servers().running()).toMatchObject([one]);
  });

  test("are known to their owner only", () => {
    servers().save(one);
    expect([file(), folder()].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  test("that were killed are not found, and their records go", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    const asChild = { ...host(), pid: child.pid ?? 0 };
    openPageServers(join(scratch.root, "state"), asChild).save(one);
    expect(servers().running()).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(servers().running()).toEqual([]);
    expect(readdirSync(folder())).toEqual([]);
  });

  test.each([
    [
      "a reused pid",
      (record: Record<string, unknown>) => ({
        ...record,
        process: { ...processIdentity(process.pid, host().processes), startTicks: "1" },
      }),
    ],
    [
      "another boot",
      (record: Record<string, unknown>) => ({
        ...record,
        process: { ...processIdentity(process.pid, host().processes), boot: "before" },
      }),
    ],
    ["another version", (record: Record<string, unknown>) => ({ ...record, version: 2 })],
    ["no address", ({ url: _, ...record }: Record<string, unknown>) => record],
  ])("are not believed: %s", (_, changed) => {
    servers().save(one);
    writeFileSync(file(), JSON.stringify(changed(JSON.parse(readFileSync(file(), "utf8")))));
    expect(servers().running()).toEqual([]);
  });

  test("are not believed: no JSON", () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(file(), "{");
    expect(servers().running()).toEqual([]);
  });

  test("start one after another", () => {
    const [first, second] = [servers(), servers()];
    const lock = first.lock();
    expect(second.lock()).toBeNull();
    lock?.release();
    const next = second.lock();
    expect(next).not.toBeNull();
    next?.release();
  });
});
