import type { SessionSummary } from "@reprise/model";
import { handoffSchema, planSchema } from "@reprise/model/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage, said } from "./live-stage.ts";

describe("handoff, by the built program with the real Codex", () => {
  let stage: LiveStage;
  let source: SessionSummary;
  let folder: string;
  beforeAll(async () => {
    stage = await LiveStage.open("handoff");
    stage.place("exec-tools");
    folder = stage.folder("work");
    source = await stage.session(({ lineage }) => lineage === null);
  });
  afterAll(() => stage.close());

  test("the brief on stdout keeps its budget, is the same each time, and changes nothing", async () => {
    const changed = await stage.watchAll();
    const brief = await stage.run(folder, "handoff", source.id, "--budget", "600");
    expect([brief.code, brief.stderr]).toEqual([0, ""]);
    expect(brief.stdout).toContain(source.title.slice(0, 30));
    const told = await stage.run(folder, "handoff", source.id, "--budget", "600", "--json");
    const { text, tokens } = handoffSchema.parse(told.events[0]);
    expect(text.trimEnd()).toBe(brief.stdout.trimEnd());
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(600);
    const dry = await stage.run(folder, "handoff", source.id, "--dry-run", "--json");
    expect(planSchema.parse(dry.events[0])).toMatchObject({ mode: "handoff", session: source.id });
    expect(await changed()).toEqual([]);
    expect(stage.model.requests).toEqual([]);
  });

  test("--run without a terminal and without --yes ends with 5 and the plan", async () => {
    const changed = await stage.watchAll();
    const told = await stage.run(folder, "handoff", source.id, "--run", "--cwd", folder, "--current");
    expect([told.code, told.stdout]).toEqual([5, ""]);
    expect(told.stderr).toContain("--yes");
    expect(await changed()).toEqual([]);
  });

  test("--run --yes makes a session whose prompt is the brief, and that has its lineage", async () => {
    const changed = await stage.watchSessions();
    const { text } = handoffSchema.parse((await stage.run(folder, "handoff", source.id, "--json")).events[0]);
    stage.model.push([{ text: "I have read it." }]);
    const words = ["--run", "--yes", "--cwd", folder, "--current"];
    const ended = await stage.run(folder, "handoff", source.id, ...words, "--json");
    expect(ended.code, ended.stderr).toBe(0);
    const done = ended.events.at(-1);
    expect(done).toMatchObject({ type: "done", state: "completed" });
    const [request] = stage.asked();
    expect(request && said(request).at(-1)).toBe(text);
    const fresh = await stage.session(({ id }) => id === done?.session);
    expect(fresh.lineage).toMatchObject({ kind: "handoff", session: source.id, turn: source.turnCount });
    expect((await stage.turns(fresh.id)).map(({ number, state }) => [number, state])).toEqual([[1, "completed"]]);
    expect(await changed()).toEqual([]);
  });
});
