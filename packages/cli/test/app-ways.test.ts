import { type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { goBack, sendSegment, writeOldSession } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

const total = 4;
let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-ways");
  stage.model.push(...Array.from({ length: 40 }, () => [{ hang: true } as const]));
  folder = stage.folder("work");
  // Each message is a segment of its own.
  const filler = "the quick brown fox jumps over the lazy dog. ".repeat(230);
  writeOldSession(
    stage,
    Array.from({ length: total }, (_, index) => `message ${index + 1}: ${filler}(end ${index + 1})`),
  );
});
afterEach(() => stage.close());

/** From the list, where the told session is the last, to its replay by segments; the list keeps the action. */
async function bySegments(pty: PtyProgram, ...steps: readonly "right"[]): Promise<void> {
  pty.press("end", ...steps, "enter");
  await pty.shows("History   inject: added directly, free");
  pty.type("n");
  await pty.shows("History   native");
  pty.type("n");
  await pty.shows("History   segments: sent in pieces, one paid call each");
}

/** Waits for Enter before this segment, and gets it. */
async function step(pty: PtyProgram, segment: number): Promise<void> {
  await pty.shows(`Segment ${segment} of ${total} (about `);
  await sendSegment(pty, segment);
}

async function startStepwise(pty: PtyProgram): Promise<void> {
  pty.type("p");
  await pty.shows("[x] Ask before each segment");
  await pty.ready("Enter  Replay");
  pty.press("enter");
}

/** The segments that the new session's own log holds, in their order; the end is 0. */
async function told(): Promise<readonly number[]> {
  const fresh = await stage.session(({ lineage }) => lineage?.kind === "replay");
  const items = (await stage.turns(fresh.id)).flatMap((turn) => turn.items);
  const prompts = items.flatMap((item) => (item.kind === "prompt" ? [item.text] : []));
  return prompts.map((text) => Number(/: (?:segment (\d+) of 4|end)\]/.exec(text)?.[1] ?? 0));
}

describe("the ways of a replay, with the real Codex", () => {
  test("what segments cost is said before Enter; step by step, each Enter sends one, and all arrive once", async () => {
    const changed = await stage.watchSessions();
    const pty = stage.openApp(folder);
    await pty.shows("1–1 of 1");
    await bySegments(pty, "right", "right");
    await pty.shows(`up to ${total + 1} paid model calls, started only by Enter.`);
    expect(stage.asked()).toEqual([]);
    expect(await stage.sessions()).toHaveLength(1);
    await startStepwise(pty);
    for (let segment = 1; segment <= total; segment += 1) {
      await pty.shows(`Segment ${segment} of ${total} (about `);
      const percent = Math.floor((100 * (segment - 1)) / total);
      expect(pty.text()).toMatch(new RegExp(`Restoring: \\[#*—+\\] ${percent}%`));
      if (segment > 1) expect(await told()).toHaveLength(segment - 1);
      await sendSegment(pty, segment);
    }
    await pty.shows("Replayed as codex:");
    expect(await told()).toEqual([1, 2, 3, 4, 0]);
    expect(stage.asked().length).toBeLessThanOrEqual(total + 1);
    expect(await changed()).toEqual([]);
  });

  test("cancelled, it goes on from the list where it stopped, by the session that is told or by the new one", async () => {
    const pty = stage.openApp(folder);
    await pty.shows("1–1 of 1");
    await bySegments(pty, "right", "right");
    await startStepwise(pty);
    await step(pty, 1);
    await pty.shows(`Segment 2 of ${total}`);
    expect(pty.text()).toContain("› message 1: the quick"); // what is told is there
    expect(pty.text()).not.toContain("message 2: the quick");
    pty.press("escape");
    await pty.shows(`Replay cancelled after 1 of ${total} segments.`);
    expect(pty.text().match(/Replay cancelled/g)).toHaveLength(1);
    await goBack(pty);
    await pty.shows("1–2 of 2");
    expect(await told()).toEqual([1]);

    await bySegments(pty);
    await pty.shows(`a replay that stopped after 1 of ${total} segments; nothing is sent twice`);
    await pty.shows(`up to ${total} paid model calls`);
    await startStepwise(pty);
    await step(pty, 2);
    await pty.shows(`Segment 3 of ${total}`);
    pty.press("escape");
    await pty.shows(`Replay cancelled after 2 of ${total} segments.`);
    await goBack(pty);
    await pty.shows("1–2 of 2");

    // The new one is the first of the list, and free once its agent has ended.
    await until(async () => (await stage.sessions()).every(({ owner }) => owner === null), {
      what: "its end",
    });
    pty.press("home", "left");
    await until(
      () => {
        const isList = pty.text().includes(" a  scope");
        if (isList) pty.press("enter");
        return !isList;
      },
      { what: "the plan, once the list knows that it is free", everyMs: 500 },
    );
    await pty.shows(`a replay that stopped after 2 of ${total} segments; nothing is sent twice`);
    await pty.shows("the session you named has a part of it");
    await pty.shows(`up to ${total - 1} paid model calls`);
    await pty.ready("Enter  Replay");
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    expect(await told()).toEqual([1, 2, 3, 4, 0]);
    expect(await stage.sessions()).toHaveLength(2);
  });
});
