import { join } from "node:path";
import { type AgentSource, DriverError, existingHomes, type LiveThread, nodeHost } from "@reprise/core";
import type { ThreadId, Turn } from "@reprise/model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { type ModelInput, modelInputs } from "../models/model-input.ts";
import { quickToStart } from "../sample.ts";
import { transcriptOf } from "../transcript-of.ts";
import { endOf } from "./driver-events.ts";
import { contentsOf, type DriverCase, type DriverStage, say, setStage } from "./driver-stage.ts";

export interface ForkCase extends Pick<DriverCase, "driver" | "agent" | "settings" | "isAppendOnly"> {
  readonly source: AgentSource;
  /** The driver's name of the turn to fork after; null if it can only fork at the end. */
  readonly nameOf: ((turn: Turn) => string | null) | null;
  /** A name no turn has. */
  readonly noName: string;
}

const talk = ["first prompt", "first reply", "second prompt", "second reply", "third prompt", "third reply"];

/** Checks for every driver that forks, with the real agent and a scripted model; of slow agents in the campaign `live`. */
export function describeForks(name: string, given: ForkCase): void {
  describe.runIf(quickToStart([given]).length > 0)(`${name}, forking`, () => {
    let stage: DriverStage;
    let thread: ThreadId;
    beforeAll(async () => {
      stage = await setStage({ ...given, wide: {}, unknownThread: "", failures: [] });
      const live = await given.driver.start(stage.launch());
      for (const prompt of talk.filter((_, index) => index % 2 === 0)) await told(stage, live, prompt);
      await live.close();
      if (live.thread === null) throw new Error("The agent has not named the thread.");
      thread = live.thread;
    });
    afterAll(async () => {
      await disposeAll();
      await stage.model.close();
      await stage.scratch.remove();
    });

    async function open(afterTurn: string | null): Promise<LiveThread> {
      if (!given.driver.fork) throw new Error("The driver does not fork.");
      return given.driver.fork({ thread, afterTurn }, stage.launch());
    }

    test("goes on after all of it in a thread of its own, and the source stays as it is", async () => {
      const before = await stateOf(stage, given, thread);
      const fork = await open(null);
      expect(await told(stage, fork, "fourth prompt")).toEqual([...talk, "fourth prompt"]);
      const further = [...talk, "fourth prompt", "fourth reply", "fifth prompt"];
      expect(await told(stage, fork, "fifth prompt")).toEqual(further);
      expect(fork.thread).not.toBeNull();
      expect(fork.thread).not.toBe(thread);
      await fork.close();
      expect(await stateOf(stage, given, thread)).toEqual(before);
      const again = await given.driver.resume(fork.thread as ThreadId, stage.launch());
      const kept = further.slice(0, -1);
      expect((await told(stage, again, "sixth prompt")).slice(0, kept.length)).toEqual(kept);
      await again.close();
    });

    test("after a turn in the middle, or not at all", async () => {
      const before = await stateOf(stage, given, thread);
      await expect(open(given.noName)).rejects.toThrow(DriverError);
      const name = given.nameOf?.(before.turns[1] as Turn) ?? null;
      if (given.nameOf) {
        expect(name).not.toBeNull();
        const fork = await open(name);
        expect(await told(stage, fork, "another third prompt")).toEqual([...talk.slice(0, 4), "another third prompt"]);
        await fork.close();
      }
      expect(await stateOf(stage, given, thread)).toEqual(before);
    });

    test("the source goes on and knows nothing of it", async () => {
      const live = await given.driver.resume(thread, stage.launch());
      expect(await told(stage, live, "seventh prompt")).toEqual([...talk, "seventh prompt"]);
      await live.close();
    });
  });
}

/** Runs one turn and returns the texts of this suite that the model received. */
async function told({ model }: DriverStage, live: LiveThread, prompt: string): Promise<string[]> {
  const asked = model.requests.length;
  model.push([{ text: prompt.replace("prompt", "reply") }]);
  expect(endOf(await say(live, prompt))).toMatchObject({ state: "completed", failure: null });
  const request = model.requests.slice(asked).find(({ number }) => number !== null);
  const said = request ? modelInputs(request) : [];
  return said.flatMap((one: ModelInput) =>
    "text" in one && /^(?:\w+ )?\w+ (?:prompt|reply)$/.test(one.text) ? [one.text] : [],
  );
}

/** The content of the source's thread, and its bytes if it has its own file. */
async function stateOf(stage: DriverStage, given: ForkCase, thread: ThreadId) {
  const host = nodeHost({ ...stage.home.env, REPRISE_CACHE: join(stage.scratch.root, "cache") });
  const rollouts = existingHomes(given.source.homes(host), host).flatMap(
    (home) => given.source.locate(home, host).rollouts,
  );
  for (const rollout of rollouts) {
    const { outline, turns } = await transcriptOf(rollout, given.source, host);
    if ((outline.about.thread ?? rollout.thread) !== thread) continue;
    const bytes = given.isAppendOnly === false ? null : (await contentsOf(stage.home)).get(rollout.path);
    return { version: rollout.version, turns, bytes: bytes?.toString("latin1") ?? null };
  }
  throw new Error(`There is no rollout of ${thread}.`);
}
