import type { SavedChange } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { draft, entry, ManualTimers, more, output } from "../../../test/workbench/store-stage.ts";
import { SaveQueue } from "./save-queue.ts";
import type { SaveTrigger } from "./workspace-store.ts";

function stage() {
  const timers = new ManualTimers();
  const commits: { readonly changes: readonly SavedChange[]; readonly trigger: SaveTrigger }[] = [];
  const attempts: number[] = [];
  const disk = { error: null as Error | null, wait: null as Promise<void> | null };
  const queue = new SaveQueue({
    timers,
    async commit(changes, trigger) {
      await disk.wait;
      if (disk.error) throw disk.error;
      commits.push({ changes: changes.map(({ change }) => change), trigger });
    },
    afterwards: async () => undefined,
    failed: (_, attempt) => void attempts.push(attempt),
  });
  return { timers, commits, attempts, disk, queue };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a milestone", () => {
  it("is written at once, with everything that waited before it", async () => {
    const { commits, queue } = stage();
    queue.saveSoon([more("1", "a")]);
    await queue.save([entry("1", "ab")]);
    expect(commits).toEqual([{ changes: [more("1", "a"), entry("1", "ab")], trigger: "turn" }]);
  });

  it("shares one write with all that come while another is written", async () => {
    const { commits, disk, queue } = stage();
    let write = () => {};
    disk.wait = new Promise<void>((resolve) => {
      write = resolve;
    });
    const first = queue.save([entry("1", "a")]);
    await settled();
    const others = Promise.all(["2", "3", "4"].map((id) => queue.save([entry(id, id)])));
    write();
    await Promise.all([first, others]);
    expect(commits.map(({ changes }) => changes.length)).toEqual([1, 3]);
  });
});

describe("streamed text", () => {
  it("is written once in five seconds, as one change for each text", async () => {
    const { timers, commits, queue } = stage();
    for (let ms = 0; ms < 20_000; ms += 100) {
      queue.saveSoon([more("1", "x"), output("e", "y", "Y"), more("2", "z")]);
      timers.pass(100);
      await settled();
    }
    expect(commits).toHaveLength(4);
    for (const { changes, trigger } of commits) {
      expect(trigger).toBe("timer");
      expect(changes).toEqual([
        more("1", "x".repeat(50)),
        output("e", "y".repeat(50), "Y".repeat(50)),
        more("2", "z".repeat(50)),
      ]);
    }
  });

  it("keeps its place before a change that is not streamed", async () => {
    const { commits, queue } = stage();
    queue.saveSoon([more("1", "a"), entry("1", "A"), more("1", "b"), more("1", "c")]);
    await queue.flush();
    expect(commits[0]?.changes).toEqual([more("1", "a"), entry("1", "A"), more("1", "bc")]);
  });

  it("a draft is written within a second of the last key", async () => {
    const { timers, commits, queue } = stage();
    queue.saveSoon([draft("a")]);
    timers.pass(400);
    queue.saveSoon([draft("ab")]);
    timers.pass(600);
    await settled();
    expect(commits).toEqual([{ changes: [draft("ab")], trigger: "timer" }]);
  });
});

describe("a disk that fails", () => {
  it("is tried again with growing pauses; after three failures in a row nobody waits any more", async () => {
    const { timers, commits, attempts, disk, queue } = stage();
    disk.error = new Error("ENOSPC");
    let isAnswered = false;
    const saved = queue.save([entry("1", "a")]).then(() => {
      isAnswered = true;
    });
    const pauses: (number | null)[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await settled();
      expect(isAnswered).toBe(attempt >= 3);
      pauses.push(timers.nextMs);
      timers.pass(timers.nextMs ?? 0);
    }
    await saved;
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
    await settled();
    expect(attempts.at(-1)).toBe(13);
    disk.error = null;
    queue.saveSoon([more("1", "b")]);
    timers.pass(60_000);
    await settled();
    expect(commits).toHaveLength(1);
    disk.error = new Error("EIO");
    void queue.save([entry("2", "c")]);
    await settled();
    expect(attempts.at(-1)).toBe(1);
  });

  it("is said by flush, which tries at once", async () => {
    const { disk, queue, commits } = stage();
    disk.error = new Error("ENOSPC");
    queue.saveSoon([more("1", "a")]);
    await expect(queue.flush()).rejects.toThrow("ENOSPC");
    disk.error = null;
    await queue.flush();
    expect(commits).toHaveLength(1);
  });
});
