import type { SessionSummary } from "@reprise/model";
import { planSchema } from "@reprise/model/schema";
import { codex } from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { LiveStage, said } from "./live-stage.ts";

const free = ["--sandbox", "danger-full-access", "--approval", "never", "--json"];

/** A command printed a NUL: the model refuses the turn, and every one after it, since all of them tell of it. */
async function ill() {
  const stage = await LiveStage.open("repair", { strict: { cleanText: true } });
  onTestFinished(() => stage.close());
  const folder = stage.folder("work");
  stage.model.push([{ call: codex.shellCall("printf 'a\\000b'") }]);
  const ended = await stage.run(folder, "run", "print it", ...free);
  expect([ended.code, ended.events.at(-1)?.state]).toEqual([1, "failed"]);
  return { stage, folder, id: String(ended.events.at(-1)?.session) };
}

describe("repair, with the real Codex and a model that refuses", () => {
  test("what the model refuses when resumed goes on from a cleaned copy; the old file stays", async () => {
    const { stage, folder, id } = await ill();
    const dry = await stage.run(folder, "repair", id, "--dry-run", "--json");
    expect(planSchema.parse(dry.events[0])).toMatchObject({ mode: "replay", ailments: [{ kind: "nul" }] });
    const shown = await stage.run(folder, "repair", id);
    expect(shown.code).toBe(5);
    expect(shown.stderr).toMatch(/cleaned copy/);
    expect(stage.asked()).toHaveLength(2);

    const changed = await stage.watchSessions();
    stage.model.push([{ text: "I go on." }]);
    const ended = await stage.run(folder, "repair", id, "go on now", "--yes", "--json");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.events.at(-1)).toMatchObject({ type: "done", state: "completed" });
    const last = stage.asked().at(-1);
    expect(last && said(last)).toEqual(expect.arrayContaining(["print it", "go on now"]));
    const fresh = await stage.session((session) => session.id === ended.events.at(-1)?.session);
    expect(fresh.lineage).toMatchObject({ kind: "replay", session: id });
    expect(await changed()).toEqual([]);
  });

  test("resumed as it is, the same model refuses it: 1", async () => {
    const { stage, folder, id } = await ill();
    stage.model.push([{ text: "never said" }]);
    const ended = await stage.run(folder, "resume", id, "go on", "--yes", "--json");
    expect(ended.code).toBe(1);
    expect(ended.events.at(-1)).toMatchObject({ type: "done", session: id, state: "failed" });
  });

  test("a session that is well is left alone: 0", async () => {
    const { stage, folder, id } = await ill();
    stage.model.push([{ text: "I go on." }]);
    const ended = await stage.run(folder, "repair", id, "--yes", "--json");
    expect(ended.code, ended.stderr).toBe(0);
    const changed = await stage.watchAll();
    const again = await stage.run(folder, "repair", String(ended.events.at(-1)?.session), "--json");
    expect([again.code, again.events]).toEqual([0, [{ type: "healthy", session: ended.events.at(-1)?.session }]]);
    expect(await changed()).toEqual([]);
  });
});

describe("resume --fallback, of a session of 2025 that no Codex can resume", () => {
  let stage: LiveStage;
  afterEach(() => stage.close());

  async function old(): Promise<SessionSummary> {
    stage = await LiveStage.open("fallback");
    stage.place("eras-of-2025");
    return stage.session(({ source, turnCount }) => source === null && turnCount > 0);
  }

  test("replay --yes: it is told to a new thread, which goes on", async () => {
    const session = await old();
    const folder = stage.folder("work");
    const words = ["--cwd", folder, "--current", "--json"];
    const changed = await stage.watchSessions();
    const asked = await stage.run(folder, "resume", session.id, ...words);
    expect(asked.code).toBe(5);
    expect(asked.events.at(-1)).toMatchObject({ type: "refused", plan: { mode: "replay" } });
    expect(stage.model.requests).toEqual([]);
    const none = await stage.run(folder, "resume", session.id, "--fallback", "none", "--yes", ...words);
    expect(none.code).toBe(5);
    expect(stage.model.requests).toEqual([]);

    stage.model.push([{ text: "It goes on." }]);
    const ended = await stage.run(folder, "resume", session.id, "--fallback", "replay", "--yes", ...words);
    expect(ended.code, ended.stderr).toBe(0);
    const done = ended.events.at(-1);
    expect(done).toMatchObject({ type: "done", state: "completed" });
    expect(stage.asked()).toHaveLength(1);
    expect(JSON.stringify(stage.asked()[0]?.body)).toContain(session.title.slice(0, 30));
    const fresh = await stage.session(({ id }) => id === done?.session);
    expect(fresh.lineage).toMatchObject({ kind: "replay", session: session.id });
    expect(await changed()).toEqual([]);
  });

  test("handoff: the brief is written, and no agent is asked", async () => {
    const session = await old();
    const folder = stage.folder("work");
    const changed = await stage.watchAll();
    const ended = await stage.run(folder, "resume", session.id, "--fallback", "handoff");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toContain(session.title.slice(0, 30));
    expect(await changed()).toEqual([]);
    expect(stage.model.requests).toEqual([]);
  });
});
