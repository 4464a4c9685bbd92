import type { Turn, Window } from "@reprise/model";
import { outlineOf, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexSource } from "../agents/codex/source.ts";
import { nodeHost } from "../host/node-host.ts";
import { chainOf } from "./chain.ts";
import { readTurns } from "./read-turns.ts";

const fixtures = new URL("../../../../fixtures/codex/", import.meta.url).pathname;

async function sessionOf(home: string, thread: string, how: { window?: Window } = {}) {
  const host = nodeHost();
  const { rollouts } = codexSource.locate(`${fixtures}${home}`, host);
  const rollout = rollouts.filter((one) => one.thread?.endsWith(thread)).at(-1);
  if (!rollout) throw new Error(`no ${thread} in ${home}`);
  return transcriptOf(rollout, codexSource, host, { all: rollouts, ...how });
}

const prompts = (reading: Awaited<ReturnType<typeof sessionOf>>) =>
  reading.turns.map(({ number, items }) => [
    number,
    items.flatMap((item) => (item.kind === "prompt" ? [item.text] : []))[0],
  ]);

describe("readTurns", () => {
  it("reads a reverted thread from the bytes of its first file, then from its second", async () => {
    const reading = await sessionOf("compacted", "5f342b0611d7");
    expect(prompts(reading)).toEqual([
      [1, "question alpha"],
      [2, "question beta"],
      [3, "post revert"],
      [4, undefined],
      [5, "post compact"],
    ]);
  });

  it("lets others work while it reads, and ends when it is aborted, also within a turn", async () => {
    let ticks = 0;
    const host = { ...nodeHost(), ticks: () => (ticks += 1000) };
    const { rollouts } = codexSource.locate(`${fixtures}approvals`, host);
    const [rollout] = rollouts;
    if (!rollout) throw new Error("no session");
    const chain = await chainOf(rollout, codexSource, host, () => null);
    const outline = await outlineOf(chain, codexSource, host, "outline");
    const read = async (signal?: AbortSignal) => {
      let isReading = true;
      let hasWorked = false;
      setImmediate(() => {
        hasWorked = isReading;
      });
      const turns: Turn[] = [];
      for await (const turn of readTurns({ chain, outline, isLive: false, signal }, codexSource, host).turns)
        turns.push(turn);
      isReading = false;
      return { count: turns.length, hasWorked };
    };
    expect(await read()).toEqual({ count: outline.turnCount, hasWorked: true });
    expect(await read(AbortSignal.abort())).toMatchObject({ count: 0 });
  });

  it("reads a fork with the history it shares", async () => {
    const reading = await sessionOf("forked", "c83d65bf9ac8");
    expect(prompts(reading).at(-1)?.[1]).toBe("fork question");
    expect(prompts(reading)[0]?.[1]).toBe("question alpha");
    expect(reading.outline.about.thread).toMatch(/c83d65bf9ac8$/);
  });

  it.each([
    [{ last: 1 }, [13]],
    [{ last: 3 }, [11, 12, 13]],
    [{ from: 2, to: 3 }, [2, 3]],
    [{ from: 12, to: 99 }, [12, 13]],
    [{ last: 99 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
    [{ from: 50, to: 60 }, []],
  ])("a window %j holds just those turns, equal to those of the whole", async (window, numbers) => {
    const whole = await sessionOf("approvals", "df681d6fefd6");
    const part = await sessionOf("approvals", "df681d6fefd6", { window });
    expect(part.turns.map(({ number }) => number)).toEqual(numbers);
    expect(part.turns).toEqual(whole.turns.filter(({ number }) => numbers.includes(number)));
  });

  it("a window across the files of one thread equals that part of the whole", async () => {
    const whole = await sessionOf("compacted", "5f342b0611d7");
    for (let from = 1; from <= 5; from += 1) {
      const part = await sessionOf("compacted", "5f342b0611d7", { window: { from, to: 5 } });
      expect(part.turns).toEqual(whole.turns.slice(from - 1));
    }
  });
});
