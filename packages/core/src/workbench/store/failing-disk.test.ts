import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draft, entry, more, StoreStage, Telling } from "../../../test/workbench/store-stage.ts";

let stage: StoreStage;
beforeEach(() => {
  stage = new StoreStage();
});
afterEach(() => stage.remove());

async function ids(): Promise<string[]> {
  const workspace = await stage.store().open(stage.root, new Telling());
  expect(workspace.outcome.kind).toBe("restored");
  await workspace.close();
  return workspace.state.entries.map(({ id }) => id);
}

/** Lets timers pass until `isDone`. */
async function passUntil(isDone: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      stage.timers.pass(stage.timers.nextMs ?? 0);
      return isDone();
    })
    .toBe(true);
}

describe.runIf(process.getuid?.() === 0)("a full disk", () => {
  beforeEach(() => {
    mkdirSync(stage.state);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", stage.state]);
  });
  afterEach(() => execFileSync("umount", ["-l", stage.state]));

  const filler = () => join(stage.state, "filler");
  function fill(): void {
    const { bavail, bsize } = statfsSync(stage.state);
    writeFileSync(filler(), Buffer.alloc(bavail * bsize));
  }

  it("is visible after three failures, keeps everything in memory, and recovers by itself", async () => {
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    await workspace.save([entry("1", "one")]);
    fill();
    const long = "x".repeat(8192);
    let isAnswered = false;
    const saved = workspace.save([entry("2", long)]).then(() => {
      isAnswered = true;
    });
    await passUntil(() => isAnswered);
    await saved;
    expect(telling.failures.slice(0, 3)).toEqual(
      [1, 2, 3].map((attempt) => ({ errorType: "ENOSPC", trigger: expect.any(String), attempt })),
    );
    expect(workspace.saving()).toMatchObject({ state: "failing", detail: expect.stringContaining("ENOSPC") });
    expect(workspace.saving().detail).toContain("Persist session between restarts");
    await workspace.save([entry("3", long)]);
    workspace.saveSoon([more("3", "!"), draft("kept")]);
    await expect(workspace.flush()).rejects.toThrow("ENOSPC");
    rmSync(filler());
    await passUntil(() => workspace.saving().state === "on");
    expect(telling.states.map(({ state }) => state)).toEqual(["on", "failing", "on"]);
    await workspace.close();
    expect(await ids()).toEqual(["1", "2", "3"]);
    expect((await stage.store().known())[0]?.failures).toEqual({ load: 0, save: 0 });
  });

  it("never tears what was saved, when there is no room to rewrite it either", async () => {
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    // Superseded again and again: worth rewriting, which needs as much room again.
    for (let round = 0; round < 40; round += 1) await workspace.save([entry("1", `${round}`.padEnd(8000, "y"))]);
    writeFileSync(filler(), Buffer.alloc(statfsSync(stage.state).bavail * 4096 - 20_000));
    const saved = workspace.save([entry("2", "z".repeat(12_000)), entry("3", "last")]);
    await saved;
    expect(workspace.saving().state).toBe("on");
    await workspace.close();
    expect(await ids()).toEqual(["1", "2", "3"]);
  });
});

describe("a folder that cannot be written", () => {
  it("is said at once, and used when it can", async () => {
    writeFileSync(stage.state, "a file where a folder must be");
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    expect(workspace.saving().state).toBe("failing");
    let isAnswered = false;
    void workspace.save([entry("1", "one")]).then(() => {
      isAnswered = true;
    });
    await passUntil(() => isAnswered);
    rmSync(stage.state);
    await passUntil(() => workspace.saving().state === "on");
    await workspace.close();
    expect(await ids()).toEqual(["1"]);
  });

  it("nothing is put in place of what can neither be read nor moved away", async () => {
    mkdirSync(join(stage.path, "inside"), { recursive: true });
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    expect(workspace.outcome).toMatchObject({ kind: "corrupt", backup: null });
    let isAnswered = false;
    void workspace.save([entry("1", "one")]).then(() => {
      isAnswered = true;
    });
    await passUntil(() => isAnswered);
    expect(workspace.saving()).toMatchObject({
      state: "failing",
      detail: expect.stringContaining(stage.path),
    });
    expect(existsSync(join(stage.path, "inside"))).toBe(true);
    rmSync(stage.path, { recursive: true });
    await passUntil(() => workspace.saving().state === "on");
    expect(telling.states.map(({ state }) => state)).toEqual(["failing", "on"]);
    await workspace.flush();
    await workspace.close();
    expect(await ids()).toEqual(["1"]);
  });
});

describe("a long day", () => {
  it("is compacted: superseded records go", async () => {
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    for (let round = 0; round < 100; round += 1)
      await workspace.save([entry("1", `${round}`.padEnd(10_000, "x")), draft(`${round}`)]);
    await workspace.close();
    expect(readFileSync(stage.path).length).toBeLessThan(300_000);
    expect((await ids()).length).toBe(1);
  });

  it("stays below its limit: the oldest goes, and is counted", async () => {
    const store = stage.store({ mostBytes: 1_000_000 });
    const workspace = await store.open(stage.root, new Telling());
    for (let round = 0; round < 30; round += 1) await workspace.save([entry(`${round}`, "x".repeat(50_000))]);
    await workspace.close();
    expect(readFileSync(stage.path).length).toBeLessThan(1_200_000);
    const kept = await ids();
    expect(kept.at(-1)).toBe("29");
    const { dropped } = stage.lines()[0] as { dropped: { entryCount: number } };
    expect(dropped.entryCount).toBe(30 - kept.length);
  });
});

describe("retention", () => {
  it("removes what nobody used for so long, but nothing that is open", async () => {
    const other = join(stage.folder, "other");
    mkdirSync(other);
    const clock = { now: stage.host.now() };
    const host = { ...stage.host, now: () => clock.now };
    const store = stage.store({ host });
    for (const root of [stage.root, other]) {
      const workspace = await store.open(root, new Telling());
      await workspace.save([draft("unsent")]);
      await workspace.close();
    }
    expect(await store.removeUnused()).toEqual([]);
    const open = await store.open(other, new Telling());
    for (const root of [stage.root, other])
      utimesSync(join(stage.state, "workspaces", store.idOf(root), "session.jsonl"), 1, 1);
    clock.now = new Date(Date.parse(clock.now) + 31 * 24 * 3600_000).toISOString() as typeof clock.now;
    expect(await store.removeUnused()).toEqual([store.idOf(stage.root)]);
    await open.close();
    expect((await store.known()).map(({ id }) => id)).toEqual([store.idOf(other)]);
  });
});
