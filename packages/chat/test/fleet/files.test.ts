import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInAgents, nodeHost } from "@reprise/core";
import { echoAgent, echoProgram, eventsOf, resultOf, startS3 } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  contentOf,
  Database,
  type FleetChats,
  type ObjectStore,
  openFleet,
  openObjects,
  PostgresObjects,
} from "../../src/fleet.ts";

type Env = Readonly<Record<string, string | undefined>>;

let root: string;
let store: string;
let chats: FleetChats | null;
let closing: (() => unknown)[];
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "fleet-files-"));
  store = await testDatabase();
  chats = null;
  closing = [() => rmSync(root, { recursive: true, force: true })];
});
afterEach(async () => {
  await chats?.close();
  for (const close of closing.reverse()) await close();
});

async function open(objects: string | undefined, env: Env = {}): Promise<FleetChats> {
  const state = join(root, "state");
  chats = await openFleet(nodeHost({ ...process.env, ...env, REPRISE_STATE: state, REPRISE_ECHO_BIN: echoProgram }), {
    store,
    objects,
    agents: [echoAgent, ...builtInAgents],
    slotCount: 1,
    cwd: root,
  });
  return chats;
}

async function said(fleet: FleetChats, message: string) {
  const turn = await fleet.send({ chat_id: "c", message });
  const events = (await eventsOf(turn)).map(({ event }) => event);
  const reply = events.map((event) => (event.type === "message" ? event.content : "")).join("");
  const error = events.find((event) => event.type === "error");
  return { status: (await resultOf(turn)).status, reply, error: error?.message ?? null };
}

async function places(): Promise<Record<string, [string | undefined, Env, () => Promise<ObjectStore>]>> {
  const s3 = await startS3();
  const database = new Database(store, 1);
  closing.push(
    () => s3.close(),
    () => database.close(),
  );
  const [bucket, folder] = ["s3://chats/some/prefix", join(root, "objects")];
  return {
    "a folder": [folder, {}, () => openObjects(folder, { env: {}, cwd: root })],
    "a bucket": [bucket, s3.env, () => openObjects(bucket, { env: s3.env, cwd: root })],
    "the database": [undefined, {}, async () => new PostgresObjects(database.pool)],
  };
}

describe("what a turn leaves", () => {
  it("of another chat, put in its place, is not given to the agent, though it is whole", async () => {
    const fleet = await open(undefined);
    for (const chat_id of ["mine", "other"])
      await resultOf(await fleet.send({ chat_id, message: `secret of ${chat_id}` }));
    const database = new Database(store, 1);
    closing.push(() => database.close());
    await database.query(
      `update reprise.object_pieces p set bytes = o.bytes from reprise.object_pieces o
       where o.number = p.number and o.object = (select max(object) from reprise.object_pieces)`,
    );
    await database.query(
      "update reprise.objects set size_bytes = (select size_bytes from reprise.objects order by id desc limit 1)",
    );
    const turn = await fleet.send({ chat_id: "mine", message: "two" });
    expect(await resultOf(turn)).toMatchObject({ status: "failed" });
    expect(JSON.stringify(await eventsOf(turn))).not.toContain("secret of other");
    expect((await fleet.chat("mine")).turns.at(-1)?.error?.message).toMatch(/damaged|bundle/);
    expect(await said(fleet, "new")).toMatchObject({ status: "completed" });
  });

  it("that was tampered with is not given to the agent: the turn fails and says which object", async () => {
    for (const [name, [address, env, openPlace]] of Object.entries(await places())) {
      const fleet = await open(address, env);
      const chat_id = `chat in ${name}`;
      await resultOf(await fleet.send({ chat_id, message: "one" }));
      const place = await openPlace();
      for await (const { key } of place.list("")) {
        await place.delete(key);
        await place.put(key, contentOf(Buffer.from("something else")));
      }
      expect(await resultOf(await fleet.send({ chat_id, message: "two" }))).toMatchObject({ status: "failed" });
      const message = (await fleet.chat(chat_id)).turns.at(-1)?.error?.message;
      expect(message).toMatch(/chats\/.* damaged|bundle/i);
      await fleet.close();
    }
  });
});

describe("a place for files", () => {
  it("that is full ends the turn with what to do; the chat stays as it was and goes on when there is room", async () => {
    const s3 = await startS3();
    closing.push(() => s3.close());
    const fleet = await open("s3://chats", s3.env);
    expect(await said(fleet, "one")).toMatchObject({ status: "completed" });
    s3.fault = ({ method }) => (method === "PUT" ? 507 : null);
    const refused = await said(fleet, "two");
    expect(refused).toMatchObject({ status: "failed", error: expect.stringMatching(/507.*Make room/) });
    s3.fault = () => null;
    expect((await said(fleet, "three")).reply).toBe("You say: three (before: one)");
  });

  const disk = mkdtempSync(join(tmpdir(), "small-disk-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]).status === 0;
  if (isMounted) spawnSync("umount", [disk]);
  afterAll(() => rmSync(disk, { recursive: true }));
  it.runIf(isMounted)("in a folder on a full disk does the same, and leaves no part of a file", async () => {
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]);
    closing.push(() => spawnSync("umount", ["-l", disk]));
    const fleet = await open(disk);
    expect(await said(fleet, "one")).toMatchObject({ status: "completed" });
    mkdirSync(join(disk, "else"));
    expect(() => writeFileSync(join(disk, "else", "large"), Buffer.alloc(1024 * 1024))).toThrow(/ENOSPC/);
    expect(await said(fleet, "two")).toMatchObject({ status: "failed", error: expect.stringContaining("Make room") });
    rmSync(join(disk, "else"), { recursive: true });
    expect((await said(fleet, "three")).reply).toBe("You say: three (before: one)");
  });

  it("that is away for a while is waited for: the turn completes, and the next one finds its files", async () => {
    const s3 = await startS3();
    closing.push(() => s3.close());
    const fleet = await open("s3://chats", s3.env);
    expect(await said(fleet, "one")).toMatchObject({ status: "completed" });
    const away = (ms: number) => {
      s3.fault = () => "cut";
      setTimeout(() => {
        s3.fault = () => null;
      }, ms).unref();
    };
    // Longer than one request is tried.
    away(8000);
    expect(await said(fleet, "two")).toMatchObject({ status: "completed" });
    expect((await said(fleet, "three")).reply).toBe("You say: three (before: two)");
  });
});
