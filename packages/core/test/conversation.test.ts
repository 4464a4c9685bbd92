import type { Consent, Controls, RestoreEvent } from "@reprise/model";
import { followed } from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { findRuns } from "../src/journal/find-runs.ts";
import { readJournal } from "../src/journal/read-journal.ts";
import { makeStage, type Stage, consent as usual } from "./replay/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage("codex", "responses");
});
afterAll(async () => {
  await stage.close();
});

const consent: Consent = { ...usual, reappliesApprovals: false, canAnswer: true, stays: true };
const _signal = () => new AbortController().signal;
const prompts = () =>
  stage.model.requests.filter(({ number }) => number !== null).map(({ body }) => JSON.stringify(body));

describe("a run that stays, with the real Codex", () => {
  it("takes one prompt after another in one process, goes on after an interruption, and ends when it is closed", async () => {
    stage.model.push(
      [{ text: "First." }],
      [{ text: "Second." }],
      [{ partial: "Thi" }, { hang: true }],
      [{ text: "Fourth." }],
    );
    const runner = await stage.runner();
    const held: Controls[] = [];
    const ends: string[] = [];
    const pids = new Set<number | undefined>();
    const wish = {
      agent: "codex",
      cwd: stage.scratch.workspace,
      settings: {},
      prompt: "one",
      canAnswer: true,
      stays: true,
    } as const;
    let last: RestoreEvent | null = null;
    for await (const event of followed(runner.run(wish), { onControls: (controls) => held.push(controls) })) {
      last = event;
      if (event.type === "delta" && ends.length === 2) void held[0]?.interrupt();
      if (event.type !== "turn-ended") continue;
      ends.push(event.state);
      pids.add((await runner.runs())[0]?.agentProcess?.pid);
      if (ends.length < 4) held[0]?.send(["two", "three", "four"][ends.length - 1] ?? "");
      else held[0]?.close();
    }
    runner.close();
    expect(ends).toEqual(["completed", "completed", "interrupted", "completed"]);
    expect([...pids].filter((pid) => pid !== undefined)).toHaveLength(1);
    expect(last).toMatchObject({ type: "run-ended", status: "completed" });
    expect(prompts().at(-1)).toMatch(/one.*First\..*two.*Second\..*three.*four/s);
  });

  it("resumed in silence it sends nothing until the person speaks, and then the recap first", async () => {
    const library = stage.library();
    const [session] = (await library.list({ scope: "all" })).sessions;
    library.close();
    const before = prompts().length;
    const wish = { modes: ["resume"], isSilent: true } as const;
    const plan = planOf(await stage.plan(session?.id ?? "", wish), "resume");
    expect(plan).toMatchObject({ mode: "resume", prompt: null });
    const runner = await stage.runner();
    const events: RestoreEvent[] = [];
    const held: Controls[] = [];
    stage.model.push([{ text: "Fifth." }]);
    for await (const event of followed(runner.restore({ ...plan, recap: "ACCOUNT" }, consent), {
      onControls: (controls) => held.push(controls),
    })) {
      events.push(event);
      if (event.type === "checked") {
        expect(prompts()).toHaveLength(before);
        held[0]?.send("five");
      }
      if (event.type === "turn-ended") held[0]?.close();
    }
    runner.close();
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(prompts()).toHaveLength(before + 1);
    expect(prompts().at(-1)).toContain("ACCOUNT\\n\\nfive");
  });

  it.each([
    ["in a turn", [{ partial: "Half a" }, { hang: true }] as const, "interrupted"],
    ["while it waits", [{ text: "Whole." }] as const, "completed"],
  ])("an agent that dies %s ends it, and the reason is told once", async (_, reply, status) => {
    stage.model.push([...reply]);
    const runner = await stage.runner();
    const events: RestoreEvent[] = [];
    const wish = { agent: "codex", cwd: stage.scratch.workspace, settings: {}, prompt: "die" } as const;
    const kill = async () => {
      const library = stage.library();
      const { sessions } = await library.list({ scope: "all" });
      library.close();
      const owner = sessions.find((session) => session.owner !== null)?.owner;
      if (owner) process.kill(owner.pid, "SIGKILL");
    };
    const held: Controls[] = [];
    for await (const event of followed(runner.run({ ...wish, canAnswer: true, stays: true }), {
      onControls: (controls) => held.push(controls),
    })) {
      events.push(event);
      if (event.type === "delta" && status === "interrupted") held[0]?.send("queued");
      const isHalf = status === "interrupted" && event.type === "delta";
      if (isHalf || (event.type === "turn-ended" && event.failure === null)) void kill();
    }
    runner.close();
    const told = events.flatMap((event) => {
      if (event.type === "notice") return [event.text];
      return event.type === "turn-ended" && event.failure ? [event.failure.message] : [];
    });
    expect(told.filter((text) => text.includes("SIGKILL"))).toHaveLength(1);
    expect(events.filter(({ type }) => type === "prompt-sent")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status });
  });

  it("left in the middle of a second turn it is cancelled, and that is the last word of its journal", async () => {
    stage.model.push([{ text: "First." }], [{ partial: "Sec" }, { hang: true }]);
    const runner = await stage.runner();
    const held: Controls[] = [];
    const wish = { agent: "codex", cwd: stage.scratch.workspace, settings: {}, prompt: "one" } as const;
    const stays = { canAnswer: true, stays: true } as const;
    let isSecond = false;
    for await (const event of followed(runner.run({ ...wish, ...stays }), {
      onControls: (one) => held.push(one),
    })) {
      if (event.type === "delta" && isSecond) break;
      if (event.type !== "turn-ended") continue;
      isSecond = true;
      held[0]?.send("two");
    }
    runner.close();
    const host = nodeHost(stage.env);
    const [run] = (await findRuns(stage.state, host)).runs;
    expect(run).toMatchObject({ status: "cancelled", failure: null });
    const records = await Array.fromAsync(readJournal(run?.journal ?? "", host).records);
    const ends = records.filter(({ type }) => type.endsWith("-ended"));
    expect(ends).toMatchObject([
      { type: "turn-ended", state: "completed" },
      { type: "turn-ended", state: "interrupted" },
      { type: "run-ended", status: "cancelled" },
    ]);
    expect(records.at(-1)).toEqual(ends.at(-1));
  });

  it("left without a word it is cancelled, and nothing was sent", async () => {
    const library = stage.library();
    const [session] = (await library.list({ scope: "all" })).sessions;
    library.close();
    const before = prompts().length;
    const wish = { modes: ["resume"], isSilent: true } as const;
    const plan = planOf(await stage.plan(session?.id ?? "", wish), "resume");
    const runner = await stage.runner();
    const held: Controls[] = [];
    let last: RestoreEvent | null = null;
    for await (const event of followed(runner.restore(plan, consent), {
      onControls: (controls) => held.push(controls),
    })) {
      last = event;
      if (event.type === "checked") held[0]?.close();
    }
    runner.close();
    expect(last).toMatchObject({ type: "run-ended", status: "cancelled" });
    expect(prompts()).toHaveLength(before);
  });
});
