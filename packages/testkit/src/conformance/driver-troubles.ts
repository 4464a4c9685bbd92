import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LiveThread } from "@reprise/core";
import { asThreadId, type RunEvent } from "@reprise/model";
import { expect } from "vitest";
import { familyMembers } from "../agents/family.ts";
import { until } from "../host/poll.ts";
import { endOf, expectThread, holdsText, mentions, repliesIn, statusesIn } from "./driver-events.ts";
import { type Check, type DriverStage, say } from "./driver-stage.ts";

const long = `--version ${"0123456789 \"é漢🎉'\n".repeat(5500)}end`;

/** Checks for when something goes wrong. */
export const troubleChecks: Readonly<Record<string, Check>> = {
  "stops a turn in the middle of a text": async (stage) => {
    const live = await stage.driver.start(stage.launch());
    stage.threads.broken = live;
    const { reply, events, turn } = await hang(stage, live, "please tell me");
    await live.interrupt();
    expect(endOf(await turn)).toMatchObject({ state: "interrupted", failure: null });
    expect(await stage.model.ended(reply)).toBe("cut");
    expectThread(events, live);
  },

  "tells when the agent was killed, and goes on with the thread": async (stage) => {
    const { driver, model, launch, threads } = stage;
    const live = threads.broken ?? (await driver.start(launch()));
    const { turn } = await hang(stage, live, "please tell me again");
    process.kill(live.pid ?? 0, "SIGKILL");
    expect(endOf(await turn)).toMatchObject({ state: "interrupted", failure: { kind: "transport" } });
    await live.close();
    const asked = model.requests.length;
    threads.revived = await driver.resume(asThreadId(live.thread ?? ""), launch());
    const events = await say(threads.revived, long);
    expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
    expect(threads.revived.thread).toBe(live.thread);
    const request = await model.arrived(asked + 1);
    expect(holdsText(request, long)).toBe(true);
    expect(mentions(request, "please tell me")).toBe(true);
  },

  "tells why the model gave nothing": async ({ model, threads, given }) => {
    for (const { answer, kind } of given.failures) {
      model.push([{ http: answer }]);
      const events = threads.revived ? await say(threads.revived, "please fail") : [];
      expect(endOf(events)).toMatchObject({ state: "failed", failure: { kind } });
    }
    await threads.revived?.close();
  },

  "writes nothing in a read-only sandbox": async ({ driver, model, launch, given, scratch }) => {
    const forbidden = join(scratch.workspace, "forbidden.txt");
    model.push([{ call: given.agent.shellCall(`touch ${forbidden}`) }], [{ text: "I could not." }]);
    const live = await driver.start(launch({ sandbox: "read-only" }));
    const events = await say(live, "please write");
    expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
    expect(repliesIn(events)).toEqual(["I could not."]);
    // Codex prints nothing about a command that its sandbox stopped.
    for (const status of statusesIn(events)) expect(["declined", "failed"]).toContain(status);
    if (statusesIn(events).includes("declined")) expect(events.some(({ type }) => type === "notice")).toBe(true);
    expect(existsSync(forbidden)).toBe(false);
    await live.close();
  },

  "leaves nothing behind when it is closed in the middle of a command": async ({ model, threads, given, scratch }) => {
    const started = join(scratch.workspace, "started.txt");
    model.push([{ call: given.agent.shellCall(`echo started > ${started}; sleep 300`) }]);
    const turn = threads.wide ? say(threads.wide, "please take long") : Promise.resolve([]);
    await until(() => existsSync(started), { what: "the command to start" });
    await threads.wide?.close();
    expect(endOf(await turn).state).toBe("interrupted");
    await until(() => familyMembers().length === 0, { what: "everything to be gone" });
  },

  "asks nobody but the scripted model": async ({ model }) => {
    expect(model.requests.filter(({ number }) => number === null)).toEqual([]);
    expect(model.faults).toEqual([]);
    expect(model.waitingCount()).toBe(0);
  },
};

/** A turn whose reply stops in the middle of a text; resolves at that point. */
async function hang({ model }: DriverStage, live: LiveThread, prompt: string) {
  const reply = model.requests.length + 1;
  model.push([{ partial: "A text that never" }, { hang: true }]);
  const events: RunEvent[] = [];
  const turn = say(live, prompt, events);
  await model.streamed({ reply, action: 2 });
  await until(() => live.thread, { what: "the thread's name" });
  return { reply, events, turn };
}
