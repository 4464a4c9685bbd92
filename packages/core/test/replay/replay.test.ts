import { join } from "node:path";
import type { Item, RestoreEvent } from "@reprise/model";
import { compareTrees, hashTree, modelInputs, planOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { homeOf, makeStage, placeRecording, type Stage } from "./stage.ts";

let stage: Stage;
let codexHome: string;
beforeAll(async () => {
  stage = await makeStage("codex", "responses");
  codexHome = homeOf("codex", stage);
});
afterAll(async () => {
  await stage.close();
});

const cwd = () => ({ settings: { cwd: stage.scratch.workspace }, otherwise: "current" as const });
const last = (events: readonly RestoreEvent[]) => events.at(-1);
const restoredOf = (events: readonly RestoreEvent[]) => {
  const [event] = events.filter((one) => one.type === "restored");
  if (!event) throw new Error(`nothing was restored: ${JSON.stringify(events.at(-1))}`);
  return event;
};
async function itemsOf(session: string): Promise<{ number: number; items: readonly Item[] }[]> {
  const library = stage.library();
  const { turns } = await library.read((await library.find(session)).id);
  const found = [];
  for await (const { number, items } of turns) found.push({ number, items });
  library.close();
  return found;
}

describe("a replay with the real Codex", () => {
  it("tells a new thread the whole history without a model call, and goes on from there", async () => {
    placeRecording("codex", "exec-tools", stage);
    const library = stage.library();
    const [source] = (await library.list({ scope: "all" })).sessions;
    library.close();
    if (!source) throw new Error("the recording is not listed");
    const before = await hashTree(join(codexHome, "sessions"));

    const plan = await stage.plan(source.id, cwd());
    expect(plan).toMatchObject({
      mode: "replay",
      via: "inject",
      target: "codex",
      continues: null,
      prompt: null,
    });
    const events = await stage.restore(plan);
    expect(JSON.stringify(last(events))).toContain("completed");
    const restored = restoredOf(events);
    expect(restored).toMatchObject({ from: source.id, via: "inject", sentTokens: 0 });
    expect(stage.model.requests).toHaveLength(0);
    const changes = compareTrees(before, await hashTree(join(codexHome, "sessions")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);

    const [summary] = (await list()).filter(({ id }) => id === restored.session);
    expect(summary).toMatchObject({
      lineage: { kind: "replay", session: source.id, turn: source.turnCount },
      state: "completed",
      title: source.title,
    });
    const told = await itemsOf(restored.session);
    expect(told.map(({ number }) => number)).toEqual([0]);
    expect(told[0]?.items).toHaveLength(planOf(plan, "replay").segments.flatMap(({ items }) => items).length);

    stage.model.push([{ text: "I know." }]);
    const resume = await stage.plan(restored.session, { modes: ["resume"], prompt: "what did we do?" });
    expect(last(await stage.restore(resume))).toMatchObject({ type: "run-ended", status: "completed" });
    const request = stage.model.requests.find(({ number }) => number !== null);
    const words = request ? modelInputs(request) : [];
    const texts = (await itemsOf(source.id)).flatMap(({ items }) => items);
    for (const item of texts)
      if (item.kind === "prompt" || item.kind === "reply")
        expect(words).toContainEqual({
          kind: item.kind === "prompt" ? "user" : "assistant",
          text: item.text,
        });
    const calls = words.filter(({ kind }) => kind === "call");
    const outputs = words.filter(({ kind }) => kind === "output");
    expect(calls.length).toBe(texts.filter(({ kind }) => ["command", "edit", "tool"].includes(kind)).length);
    expect(outputs.map((one) => "id" in one && one.id)).toEqual(calls.map((one) => "id" in one && one.id));
    expect(words.at(-1)).toEqual({ kind: "user", text: "what did we do?" });
  });

  it("by segments: each is sent once, interrupted when it is recorded, and the end is marked", async () => {
    placeRecording("codex", "kill9-mid-tool", stage);
    const source = (await list()).find(({ state, lineage }) => state === "interrupted" && !lineage);
    if (!source) throw new Error("no interrupted recording");
    const before = stage.model.requests.length;
    stage.model.push(...Array.from({ length: 20 }, () => [{ delayMs: 20_000 }, { text: "never said" }]));
    const wish = { ...cwd(), via: "segments", segmentTokens: 20 } as const;
    const plan = planOf(await stage.plan(source.id, wish), "replay");
    expect(plan.segments.length).toBeGreaterThan(1);
    const events = await stage.restore(plan);
    expect(JSON.stringify(last(events))).toContain("completed");
    const restored = restoredOf(events);
    expect(restored.sentTokens).toBeGreaterThan(0);
    const prompts = (await itemsOf(restored.session)).flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])),
    );
    expect(prompts).toHaveLength(plan.segments.length + 1);
    expect(prompts.at(-1)).toContain(": end]");
    expect(prompts.join("\n")).toContain("interrupted, outcome unknown");
    // Whether the model was asked before the interruption came is a matter of moments; never more than once a message.
    const asked = stage.model.requests.slice(before).map(({ body }) => JSON.stringify(body));
    expect(asked.length).toBeLessThanOrEqual(prompts.length);
    for (const body of asked)
      for (const { number } of plan.segments)
        expect(body.split(`: segment ${number} of ${plan.segments.length}]`).length).toBeLessThanOrEqual(2);
    const progress = events.flatMap((event) => (event.type === "restoring" ? [event.doneCount] : []));
    expect(progress).toEqual(plan.segments.map(({ number }) => number));
  });
});

async function list() {
  const library = stage.library();
  const { sessions } = await library.list({ scope: "all", includeEmpty: true, limit: 100 });
  library.close();
  return sessions;
}
