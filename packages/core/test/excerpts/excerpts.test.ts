import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Excerpt, itemPlainText, type Turn, type Window } from "@reprise/model";
import { bundleScript, isWhole, outlineOf, sampleOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeSource } from "../../src/agents/claude/source.ts";
import { codexSource } from "../../src/agents/codex/source.ts";
import type { AgentSource } from "../../src/agents/reading/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { chainOf } from "../../src/transcript/chain.ts";
import { readTurns } from "../../src/transcript/read-turns.ts";
import { thread, writeLongClaudeTurn, writeLongTurn, writeNumberedTurn } from "./long-turns.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-excerpts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const excerpt: Excerpt = { items: 60, around: null, characters: 16_000 };

async function read(window: Window, how?: Excerpt, source: AgentSource = codexSource): Promise<Turn[]> {
  const host = nodeHost();
  const [rollout] = source.locate(folder, host).rollouts;
  if (!rollout) throw new Error("no session");
  const chain = await chainOf(rollout, source, host, () => null);
  const outline = await outlineOf(chain, source, host, "outline");
  const request = { chain, outline, window, isLive: false, excerpt: how };
  return Array.fromAsync(readTurns(request, source, host).turns);
}

const idsOf = (turns: readonly Turn[]) => turns.flatMap(({ items }) => items.map(({ id }) => id));
/** Lines of a part that was skipped are not counted. */
const unplaced = (turns: readonly Turn[]) =>
  turns.map((turn) => ({ ...turn, items: turn.items.map(({ origin: _, ...item }) => item) }));

describe("an excerpt", () => {
  it.each([
    ["short", { calls: 10, outputBytes: 100 }],
    ["of many items", { calls: 3_000, outputBytes: 100 }],
    ["longer than what is read of its end", { calls: 3_000, outputBytes: 6_000 }],
    ["of large items", { calls: 20, outputBytes: 1_000_000 }],
  ])("of a turn that is %s equals the end of the whole turn", async (_, size) => {
    await writeLongTurn(folder, size);
    const [whole] = await read({ last: 1 });
    const [part] = await read({ last: 1 }, { ...excerpt, characters: 2_000_000 });
    if (!whole || !part) throw new Error("no turn");
    expect(part.items.length).toBeGreaterThan(3);
    expect(part.items.length).toBeLessThanOrEqual(60);
    const same = { ...whole, items: whole.items.slice(-part.items.length) };
    expect(idsOf([part])).toEqual(idsOf([same]));
    expect(isDeepStrictEqual(unplaced([part]), unplaced([same]))).toBe(true);
    expect(part.state).toBe("completed");
  });

  it.each([
    [10, 100],
    [3_000, 6_000],
    [20, 1_000_000],
  ])("of %i calls of Claude Code with %i bytes each equals the end of the turn", async (calls, bytes) => {
    writeLongClaudeTurn(folder, calls, bytes);
    const [whole] = await read({ last: 1 }, undefined, claudeSource);
    const [part] = await read({ last: 1 }, { ...excerpt, characters: 2_000_000 }, claudeSource);
    if (!whole || !part) throw new Error("no turn");
    expect(part.items.length).toBeGreaterThan(3);
    const same = { ...whole, items: whole.items.slice(-part.items.length) };
    expect(idsOf([part])).toEqual(idsOf([same]));
    expect(isDeepStrictEqual(unplaced([part]), unplaced([same]))).toBe(true);
    expect(part.state).toBe("completed");
  });

  /** What is left out ends between any two lines: also between the two that tell the same text. */
  it.each(sampleOf([0, 150, 300, 450, 600, 750, 900], 3))(
    "of numbered lines equals the end of the turn, with %i bytes more at it",
    async (lastBytes) => {
      writeNumberedTurn(folder, 9_000, 100, lastBytes);
      const [whole] = await read({ last: 1 });
      const [part] = await read({ last: 1 }, { ...excerpt, characters: 2_000_000 });
      if (!whole || !part) throw new Error("no turn");
      const same = { ...whole, items: whole.items.slice(-60) };
      expect(idsOf([part])).toEqual(idsOf([same]));
      expect(unplaced([part])).toEqual(unplaced([same]));
    },
  );

  it("has the items around one of numbered lines", async () => {
    writeNumberedTurn(folder, 3_000, 3_000, 0);
    const ids = idsOf(await read({ from: 1, to: 1 }));
    for (const at of [0, 5, 3_000, 5_900, ids.length - 1]) {
      const around = ids[at] as string;
      const kept = idsOf(await read({ from: 1, to: 1 }, { ...excerpt, around }));
      expect(kept).toHaveLength(60);
      const from = ids.indexOf(kept[0] as string);
      expect(kept).toContain(around);
      expect(kept.slice(0, 20)).toEqual(ids.slice(from, from + 20));
    }
  });

  it("has the items around the one that is asked for, with it in full", async () => {
    await writeLongTurn(folder, { calls: 2_000, outputBytes: 6_000 });
    const ids = idsOf(await read({ from: 1, to: 1 }));
    for (const at of [0, 3, 700, 1_990, ids.length - 1]) {
      const around = ids[at] as string;
      const part = await read({ from: 1, to: 1 }, { ...excerpt, around, characters: 1_000 });
      const kept = idsOf(part);
      expect(kept).toHaveLength(60);
      expect(kept).toContain(around);
      expect(kept.slice(0, 3)).toEqual(ids.slice(ids.indexOf(kept[0] as string)).slice(0, 3));
      expect(part[0]?.state).toBe("completed");
      for (const item of part[0]?.items ?? [])
        if (item.id !== around) expect(itemPlainText(item).length).toBeLessThan(3_000);
        else if (item.kind === "command") expect(item.output?.length).toBeGreaterThan(6_000);
    }
  });
});

it("has the items around one of Claude Code, in the middle of a long turn", async () => {
  writeLongClaudeTurn(folder, 3_000, 6_000);
  const ids = idsOf(await read({ from: 1, to: 1 }, undefined, claudeSource));
  for (const at of [0, 5, 1_500, 2_900, ids.length - 1]) {
    const around = ids[at] as string;
    const kept = idsOf(await read({ from: 1, to: 1 }, { ...excerpt, around }, claudeSource));
    expect(kept).toHaveLength(60);
    expect(kept).toContain(around);
    const from = ids.indexOf(kept[0] as string);
    expect(kept.slice(0, 20)).toEqual(ids.slice(from, from + 20));
  }
});

it("of Claude Code, which looks back, lets keys be answered meanwhile", async () => {
  writeLongClaudeTurn(folder, 12_000, 3_000);
  let tickCount = 0;
  const tick = setInterval(() => {
    tickCount += 1;
  }, 1);
  const host = nodeHost();
  const [rollout] = claudeSource.locate(folder, host).rollouts;
  if (!rollout) throw new Error("no session");
  const from = { byteOffset: rollout.sizeBytes, line: 1, state: "" };
  await Array.fromAsync(claudeSource.decode(rollout, host, { depth: "full", from }));
  clearInterval(tick);
  expect(tickCount).toBeGreaterThan(2);
});

/** `npm run campaign growth` has turns of three times the size, and a heap of three times the size. */
const third = isWhole ? 3 : 1;

/** In a process with a heap far smaller than the turn. */
function inSmallHeap(order: object): string {
  const script = bundleScript(new URL("./read-excerpt.ts", import.meta.url));
  const env = { ...process.env, REPRISE_STATE: join(folder, "state"), REPRISE_CACHE: join(folder, "cache") };
  return execFileSync(
    process.execPath,
    [`--max-old-space-size=${third * 54}`, script, JSON.stringify({ home: folder, ...order })],
    { env, encoding: "utf8", timeout: 120_000 },
  );
}

describe("selecting a session whose last turn", () => {
  it.each([
    ["has 100 MB in many items", { calls: third * 3_333, outputBytes: 30_000 }],
    ["ends in one line of 66 MB", { calls: 1_000, outputBytes: 3_000, lastBytes: third * 66_000_000 }],
    ["has ten items of 10 MB", { calls: 10, outputBytes: third * 10_000_000 }],
  ])("%s takes little memory and time, and keys are answered meanwhile", { timeout: 240_000 }, async (_, size) => {
    await writeLongTurn(folder, size);
    const session = `codex:${thread}`;
    expect(JSON.parse(inSmallHeap({ session, window: null, excerpt }))).toEqual([
      { id: session, turnCount: 1, state: "completed" },
    ]);
    const { read: turns, ...took } = JSON.parse(inSmallHeap({ session, window: { last: 3 }, excerpt }));
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatchObject({ number: 1, state: "completed" });
    expect(turns[0].items.at(-1).text).toBe("That was all of it.");
    expect(turns[0].items.length).toBeGreaterThan(1);
    expect(took.maxRssBytes).toBeLessThan(170_000_000 + third * 110_000_000);
    // Limits against hanging; the bench measures.
    expect(took.tookMs).toBeLessThan(60_000);
    expect(took.longestPauseMs).toBeLessThan(20_000);
    const around = turns[0].items.at(-2).id;
    const order = { session, window: { from: 1, to: 1 }, excerpt: { ...excerpt, around } };
    const { read: found, ...sought } = JSON.parse(inSmallHeap(order));
    expect(found[0].items.map(({ id }: { id: string }) => id)).toContain(around);
    expect(sought.maxRssBytes).toBeLessThan(170_000_000 + third * 110_000_000);
    expect(sought.tookMs).toBeLessThan(90_000);
  });
});
