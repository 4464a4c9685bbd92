import type { SessionSummary } from "@reprise/model";
import { eventLineSchema, planSchema } from "@reprise/model/schema";
import { claude, type Model, modelInputs } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

describe("replay, by the built program with the real agents", () => {
  let stage: LiveStage;
  let claudeModel: Model;
  let source: SessionSummary;
  let folder: string;
  let here: readonly string[];
  beforeAll(async () => {
    stage = await LiveStage.open("replay");
    claudeModel = (await stage.add(claude)).model;
    stage.place("exec-tools");
    folder = stage.folder("work");
    here = ["--cwd", folder, "--current"];
    source = await stage.session(({ lineage }) => lineage === null);
  });
  afterAll(async () => {
    await stage.close();
    await claudeModel.close();
  });

  test("--dry-run --json is the plan and nothing but it: no byte changes, no model is asked", async () => {
    const changed = await stage.watchAll();
    const told = await stage.run(folder, "replay", source.id, ...here, "--dry-run", "--json");
    expect([told.code, told.stderr, told.events.length]).toEqual([0, "", 1]);
    expect(planSchema.parse(told.events[0])).toMatchObject({
      mode: "replay",
      via: "inject",
      target: "codex",
      session: source.id,
      prompt: null,
    });
    expect(await changed()).toEqual([]);
    expect(stage.model.requests).toEqual([]);
  });

  test("without a terminal and without --yes it ends with 5, shows the plan and does nothing", async () => {
    const changed = await stage.watchAll();
    const told = await stage.run(folder, "replay", source.id, ...here);
    expect([told.code, told.stdout]).toEqual([5, ""]);
    expect(told.stderr).toContain("It needs your consent. Nothing was done.");
    expect(told.stderr).toContain(`reprise replay --cwd ${folder} --current --yes ${source.id}`);
    expect(told.stderr).toMatch(/inject/);
    const asJson = await stage.run(folder, "replay", source.id, ...here, "--json");
    expect(asJson.code).toBe(5);
    expect(eventLineSchema.parse(asJson.events.at(-1))).toMatchObject({
      type: "refused",
      plan: { mode: "replay", session: source.id },
    });
    expect(await changed()).toEqual([]);
  });

  test("--yes --json makes a session with all of the history, and asks no model", async () => {
    const changed = await stage.watchSessions();
    const told = await stage.run(folder, "replay", source.id, ...here, "--yes", "--json");
    expect([told.code, told.stderr]).toEqual([0, ""]);
    for (const line of told.events) eventLineSchema.parse(line);
    const done = told.events.at(-1);
    expect(done).toMatchObject({
      type: "done",
      state: "completed",
      session: expect.stringMatching(/^codex:/),
    });
    expect(done?.session).not.toBe(source.id);
    expect(told.events.find(({ type }) => type === "restored")).toMatchObject({
      session: done?.session,
      from: source.id,
      via: "inject",
      sentTokens: 0,
    });
    expect(stage.model.requests).toEqual([]);
    expect(await changed()).toEqual([]);

    const fresh = await stage.session(({ id }) => id === done?.session);
    expect(fresh).toMatchObject({ lineage: { kind: "replay", session: source.id, turn: source.turnCount } });
    const turns = await stage.turns(fresh.id);
    expect(turns.map(({ number }) => number)).toEqual([0]);
    const texts = (await stage.turns(source.id)).flatMap(({ items }) => items.map(textOf));
    expect(turns[0]?.items.map(textOf).filter((text) => text !== null)).toEqual(texts.filter((text) => text !== null));
  });

  test("--to claude makes a session of Claude's, which the real Claude goes on with", async () => {
    const changed = await stage.watchSessions();
    const told = await stage.run(folder, "replay", source.id, "--to", "claude", ...here, "--yes");
    expect(told.code, told.stderr).toBe(0);
    expect(claudeModel.requests).toEqual([]);
    const fresh = await stage.session(({ agent }) => agent === "claude");
    expect(fresh.lineage).toMatchObject({ kind: "replay", session: source.id });
    expect(told.stderr).toContain(`Replayed as ${fresh.id}: `);
    expect(told.stderr).toContain("nothing sent to a model");
    expect(told.stderr).toContain(`To continue: reprise resume ${fresh.id}`);

    claudeModel.push([{ text: "I know what was done." }]);
    const resumed = await stage.run(folder, "resume", fresh.id, "what did we do?", "--yes");
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.stdout).toContain("I know what was done.");
    const [request] = claudeModel.requests.filter(({ number }) => number !== null);
    const words = request ? modelInputs(request) : [];
    const items = (await stage.turns(source.id)).flatMap((turn) => turn.items);
    for (const item of items) {
      if (item.kind === "prompt") expect(words).toContainEqual({ kind: "user", text: item.text });
      if (item.kind === "reply") expect(words).toContainEqual({ kind: "assistant", text: item.text });
    }
    expect(words.at(-1)).toMatchObject({ kind: "user", text: "what did we do?" });
    expect(await changed()).toEqual([]);
  });

  test("what is not there ends with 3, what is not understood with 2", async () => {
    expect((await stage.run(folder, "replay", "codex:none-such", "--yes")).code).toBe(3);
    expect((await stage.run(folder, "replay", source.id, "--to", "nobody", "--yes")).code).toBe(2);
    expect((await stage.run(folder, "replay", source.id, "--step", "--yes")).code).toBe(2);
    // As recorded, with a provider that is not set up here.
    const refused = await stage.run(folder, "replay", source.id, "--cwd", folder, "--yes", "--allow-wider");
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("Model provider `mock` not found");
    expect(refused.stderr).toContain("--current");
  });
});

function textOf(item: { readonly kind: string; readonly text?: string | null }): string | null {
  return item.kind === "prompt" || item.kind === "reply" ? `${item.kind} ${item.text}` : null;
}
