import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { compareTrees, hashTree, type TreeChange, type TreeHash } from "../host/hash-tree.ts";
import { isWhole, quickToStart } from "../sample.ts";
import { endOf, repliesIn } from "./driver-events.ts";
import { say } from "./driver-stage.ts";
import { image, markCount, sampleHistory } from "./writer-history.ts";
import { linesOf, listed } from "./writer-listed.ts";
import { expectedOf, historyIn, markCounts } from "./writer-model-input.ts";
import { setWriterStage, type WriterCase, type WriterStage } from "./writer-stage.ts";

export type { WriterCase } from "./writer-stage.ts";

/** What is said once the session is resumed: slow agents start anew for each. */
const laterPrompts = (given: WriterCase) =>
  quickToStart([given]).length > 0 ? ["the next prompt", "the prompt after it"] : ["the next prompt"];
const replyTo = (prompt: string) => prompt.replace("prompt", "reply");

/** Checks for every native writer, with the real agent and a scripted model. Each builds on the previous ones. */
export function describeWriter(name: string, given: WriterCase): void {
  // A home without sessions is made in the same way for every agent: in `npm test` that of Codex.
  for (const hasSessions of isWhole || given.agent.name === "codex" ? [false, true] : [true]) {
    const where = hasSessions ? "a folder it knows" : "a home without sessions";
    describe(`${name}, writing into ${where}`, () => {
      let stage: WriterStage;
      beforeAll(async () => {
        stage = await setWriterStage(given, hasSessions);
      });
      afterAll(async () => {
        await disposeAll();
        await stage.model.close();
        await stage.scratch.remove();
      });
      for (const [title, run] of Object.entries(checks)) test(title, () => run(stage));
    });
  }
}

const checks: Readonly<Record<string, (stage: WriterStage) => Promise<void>>> = {
  "leaves nothing when it was aborted": async (stage) => {
    const { given, host, scratch } = stage;
    const before = await hashTree(scratch.home);
    const order = stage.order({ signal: AbortSignal.abort() });
    await expect(given.writer.write(sampleHistory, order, host)).rejects.toThrow();
    expect(changesIn(given, before, await hashTree(scratch.home))).toEqual([]);
    expect(stage.rollouts().map(({ thread }) => thread)).not.toContain(stage.thread);
  },

  "adds one session, which is listed with all that is in it, and changes nothing else": async (stage) => {
    const { given, host, scratch, thread } = stage;
    const others = stage.rollouts();
    const known = new Set(others.map(({ key }) => key));
    const before = await hashTree(scratch.home);
    const written = await given.writer.write(sampleHistory, stage.order(), host);
    expect(written.thread).toBe(thread);
    const changes = changesIn(given, before, await hashTree(scratch.home));
    for (const { path, change } of changes) {
      const mode = (await stat(join(scratch.home, path))).mode & 0o777;
      expect({ path, change, mode }).toEqual({ path, change: "added", mode: 0o600 });
    }
    expect(stage.rollouts().filter(({ key }) => known.has(key))).toEqual(others);
    const added = stage.rollouts().filter(({ key }) => !known.has(key));
    expect(added.map(({ path }) => path)).toEqual([written.path]);
    if (!given.mayChange?.(relative(scratch.home, written.path)))
      expect(changes.map(({ path }) => path)).toContain(relative(scratch.home, written.path));
    for (const rollout of added) {
      const seen = await listed(rollout, stage);
      expect(seen).toMatchObject({ thread, workspace: scratch.workspace, lastState: "completed" });
      expect(seen.damage).toEqual([]);
      expect(seen.lines).toEqual(linesOf(sampleHistory, stage));
    }
  },

  "changes nothing when it is done again": (stage) => writeAgain(stage),

  "is resumed by its id, and the model is told all of it once and in order": async (stage) => {
    const { given, thread, model } = stage;
    const live = await given.driver.resume(thread, stage.launch());
    const prompts = laterPrompts(given);
    const replies = prompts.map(replyTo);
    for (const [index, prompt] of prompts.entries()) {
      model.push([{ text: replies[index] ?? "" }]);
      const asked = model.requests.length;
      const events = await say(live, prompt);
      expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
      expect(repliesIn(events)).toEqual([replies[index]]);
      const requests = model.requests.slice(asked).filter(({ number }) => number !== null);
      const request = requests.find(({ body }) => JSON.stringify(body).includes(prompt));
      if (!request) throw new Error("The model was not asked.");
      const since = prompts.slice(0, index + 1).flatMap((text, turn) => {
        const answer = { kind: "assistant", text: replies[turn] };
        return turn < index ? [{ kind: "user", text }, answer] : [{ kind: "user", text }];
      });
      expect(historyIn(request, [...prompts, ...replies])).toEqual([...expectedOf(sampleHistory, stage), ...since]);
      expect(markCounts(request)).toEqual(Array(markCount).fill(1));
      expect(JSON.stringify(request.body).split(image.base64)).toHaveLength(2);
    }
    expect(live.thread).toBe(thread);
    await live.close();
  },

  "is still one session afterwards, and goes on where the history ends": async (stage) => {
    const found = await Promise.all(stage.rollouts().map((rollout) => listed(rollout, stage)));
    const own = found.filter(({ thread, lines }) => thread === stage.thread && lines.length > 0);
    expect(own.map(({ lines }) => lines)).toEqual([
      [
        ...linesOf(sampleHistory, stage),
        ...laterPrompts(stage.given).flatMap((prompt) => [
          ["user", prompt],
          ["assistant", replyTo(prompt)],
        ]),
      ],
    ]);
  },

  "changes nothing when it is done again after the session has gone on": (stage) => writeAgain(stage),

  "asks nobody but the scripted model": async ({ model }) => {
    expect(model.requests.filter(({ number }) => number === null)).toEqual([]);
    expect(model.faults).toEqual([]);
  },
};

async function writeAgain(stage: WriterStage): Promise<void> {
  const { given, host, scratch } = stage;
  const before = { tree: await hashTree(scratch.home), rollouts: stage.rollouts() };
  const written = await given.writer.write(sampleHistory, stage.order(), host);
  expect(changesIn(given, before.tree, await hashTree(scratch.home))).toEqual([]);
  expect(stage.rollouts()).toEqual(before.rollouts);
  expect(before.rollouts.map(({ path }) => path)).toContain(written.path);
}

function changesIn({ mayChange }: WriterCase, before: TreeHash, after: TreeHash): TreeChange[] {
  return compareTrees(before, after).filter(({ path }) => !mayChange?.(path));
}
