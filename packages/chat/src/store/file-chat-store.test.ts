import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { takeLock } from "@reprise/core/parts";
import { describeChatStore } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileChatStore } from "./file-chat-store.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "chat-store-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

describeChatStore("file", async () => {
  const host = nodeHost({ REPRISE_STATE: state });
  const held = new Set<() => void>();
  const releaseAll = async () => {
    for (const release of held) release();
  };
  let isKilled = false;
  const lock: typeof takeLock = (...given) => {
    const taken = takeLock(...given);
    if (!taken.isHeld) return taken;
    const release = () => void (held.delete(release) && taken.release());
    held.add(release);
    return { isHeld: true, release };
  };
  const isAlive = (pid: number, start: string | null) => !isKilled && host.processes.isAlive(pid, start);
  const seen = { ...host, processes: Object.assign(Object.create(host.processes), { isAlive }) };
  return {
    store: new FileChatStore(seen, lock),
    open: async () => new FileChatStore(seen, lock),
    killHolder: async () => {
      isKilled = true;
      await releaseAll();
    },
    close: releaseAll,
  };
});

describe("the files of a chat", () => {
  const setup = { agent: "codex", workspace: null, sandbox: "local", permissions: "read-only" } as const;
  const turn = (message: string, id: string) => ({ chat: "c", turn: id, key: null, message, setup });
  const result = { type: "result", status: "completed", usage: null, resets_at: null } as const;

  async function ended(store: FileChatStore, id: string, session: string) {
    const begun = await store.begin(turn("m", id));
    if (begun.kind !== "leased") throw new Error(begun.kind);
    const files = await begun.lease.save(
      (async function* () {
        yield Buffer.from(session);
      })(),
    );
    const state = { session, files, workspace: null, snapshot: null, usage: null };
    await begun.lease.end({ result, number: 1, error: null, state });
  }

  it("are the owner's only, and hold the parts of the last state only", async () => {
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state }));
    await ended(store, "t1", "one");
    await ended(store, "t2", "two");
    const folder = store.folderOf("c");
    expect(readdirSync(join(folder, "parts"))).toHaveLength(1);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it("without the beginning of the journal are refused, not begun anew with other permissions", async () => {
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state }));
    await ended(store, "t1", "one");
    const journal = join(store.folderOf("c"), "chat.jsonl");
    const lines = readFileSync(journal, "utf8").split("\n");
    writeFileSync(journal, lines.slice(1).join("\n"));
    await expect(store.read("c")).rejects.toMatchObject({ code: "unreadable" });
    await expect(store.begin(turn("m", "t2"))).rejects.toThrow(/Put the file back/);
    expect(readFileSync(journal, "utf8")).toBe(lines.slice(1).join("\n"));
  });

  it("without the journal are refused too", async () => {
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state }));
    const begun = await store.begin(turn("m", "t1"));
    if (begun.kind !== "leased") throw new Error(begun.kind);
    await begun.lease.append([{ number: 1, event: { type: "stderr", content: "x" } }]);
    await begun.lease.end({ result, number: 2, error: null, state: null });
    rmSync(join(store.folderOf("c"), "chat.jsonl"));
    await expect(store.begin(turn("m", "t2"))).rejects.toMatchObject({ code: "unreadable" });
  });

  it("removed during a turn are not made again by its end", async () => {
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state }));
    const begun = await store.begin(turn("m", "t1"));
    if (begun.kind !== "leased") throw new Error(begun.kind);
    rmSync(store.folderOf("c"), { recursive: true });
    const end = begun.lease.end({ result, number: 1, error: null, state: null });
    await expect(end).rejects.toMatchObject({ code: "not-saved" });
    expect(await store.read("c")).toBeNull();
  });

  it("say that a turn whose end could not be saved is interrupted, although its process lives", async () => {
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state }));
    const begun = await store.begin({ ...turn("m", "t1"), key: "k" });
    if (begun.kind !== "leased") throw new Error(begun.kind);
    expect((await store.read("c"))?.turns).toMatchObject([{ status: "running" }]);
    const journal = join(store.folderOf("c"), "chat.jsonl");
    renameSync(journal, `${journal}.away`);
    await expect(begun.lease.end({ result, number: 1, error: null, state: null })).rejects.toThrow();
    renameSync(`${journal}.away`, journal);
    expect((await store.read("c"))?.turns).toMatchObject([{ status: "interrupted", error: { code: "interrupted" } }]);
    expect(await store.begin({ ...turn("m", "t2"), key: "k" })).toMatchObject({ kind: "repeated" });
    await ended(store, "t3", "three");
    expect((await store.read("c"))?.turns).toMatchObject([{ status: "interrupted" }, { status: "completed" }]);
  });
});
