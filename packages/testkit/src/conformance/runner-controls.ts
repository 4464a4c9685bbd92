import { expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import type { RunnerCase } from "./runner.ts";
import { Listener } from "./runner-stage.ts";

export function describeControls({ stage, wish }: RunnerCase): void {
  it("answer a request, from wherever one listens", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.request("r"), step.request("s")]] });
    const { id } = await runner.run(wish("look"));
    const { controls, events } = await runner.attach(id);
    const listener = new Listener({ events });
    const { request } = await listener.until("request");
    expect(request).toMatchObject({ id: "r", subject: "run r" });
    expect(await runner.runs()).toMatchObject([{ pending: [{ id: "r" }] }]);
    await controls?.answer("r", { decision: "session" });
    await listener.until("request", 2);
    await controls?.answer("s", { decision: "decline" });
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(listener.of("request-resolved")).toEqual([
      { type: "request-resolved", id: "r", decision: "session", by: "person" },
      { type: "request-resolved", id: "s", decision: "decline", by: "person" },
    ]);
    expect(listener.of("item").map(({ item }) => "text" in item && item.text)).toEqual([
      "answered session",
      "answered decline",
    ]);
    expect(await runner.runs()).toMatchObject([{ pending: [] }]);
  });

  it("do nothing with ids that nobody asked for, and answer once", async () => {
    stage().agent.plays({ turns: [[step.request("r")]] });
    const run = await stage().runner.run(wish("look"));
    const listener = new Listener(run);
    await run.controls.answer("early", { decision: "once" });
    await run.controls.decide("nothing", true);
    await listener.until("request");
    await run.controls.answer("other", { decision: "once" });
    await run.controls.answer("r", { decision: "once" });
    await run.controls.answer("r", { decision: "cancel" });
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(listener.of("request-resolved")).toHaveLength(1);
    await run.controls.answer("r", { decision: "once" });
    await run.controls.decide("nothing", false);
  });

  it("are not needed where nobody can answer: requests are declined", async () => {
    stage().agent.plays({ turns: [[step.request("r")]] });
    const listener = new Listener(await stage().runner.run(wish("look", { canAnswer: false })));
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(listener.of("request-resolved")).toMatchObject([{ decision: "decline", by: "policy" }]);
  });

  it("interrupt a turn: the run is cancelled", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.hang]] });
    const run = await runner.run(wish("look"));
    const listener = new Listener(run);
    await listener.until("turn-started");
    await run.controls.interrupt();
    expect(await listener.end()).toEqual({ type: "run-ended", status: "cancelled", failure: null });
    expect(listener.of("turn-ended")).toMatchObject([{ state: "interrupted" }]);
    expect(await runner.runs()).toMatchObject([{ status: "cancelled" }]);
  });

  it("interrupt a run whose agent has not started: the run ends, and nothing is sent", async () => {
    const { runner, agent } = stage();
    agent.plays({ startHangs: true });
    const run = await runner.run(wish("look"));
    const listener = new Listener(run);
    await expect(run.controls.steer("more")).rejects.toThrow("not started");
    await run.controls.interrupt();
    expect(await listener.end()).toEqual({ type: "run-ended", status: "cancelled", failure: null });
    expect(agent.received).toEqual([]);
  });

  it("leave the end of a run its last event", async () => {
    const { runner } = stage();
    const run = await runner.run(wish("one", { stays: true }));
    await run.controls.close();
    await new Listener(run).end();
    expect(await run.controls.send("late")).not.toBeNull();
    expect(await new Listener(run).end()).toMatchObject({ type: "run-ended" });
    await run.controls.interrupt();
  });

  it("steer a turn", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.request("r")]] });
    const run = await runner.run(wish("look"));
    const listener = new Listener(run);
    await listener.until("request");
    await run.controls.steer("more");
    await run.controls.answer("r", { decision: "once" });
    await listener.end();
    expect(agent.texts).toEqual(["look", "more"]);
    expect(listener.of("prompt-sent")).toMatchObject([
      { text: "look", isSteering: false },
      { text: "more", isSteering: true },
    ]);
  });

  it("queue prompts of a run that stays, sent one turn after another; close ends it after the last", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.request("r")]] });
    const run = await runner.run(wish("one", { stays: true }));
    const listener = new Listener(run);
    await listener.until("request");
    expect(await run.controls.send("two")).not.toBeNull();
    expect(await run.controls.send("three")).not.toBeNull();
    await run.controls.close();
    expect(agent.texts).toEqual(["one"]);
    await run.controls.answer("r", { decision: "once" });
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(agent.texts).toEqual(["one", "two", "three"]);
    const told = listener.events.flatMap((event) => {
      if (event.type === "turn-ended") return ["ended"];
      if (event.type === "prompt-queued") return [`queued ${event.text}`];
      return event.type === "prompt-sent" ? [`sent ${event.text}`] : [];
    });
    expect(told).toEqual([
      ...["sent one", "queued two", "queued three", "ended"],
      ...["sent two", "ended", "sent three", "ended"],
    ]);
    const queued = listener.of("prompt-queued").map(({ promptId }) => promptId);
    expect(listener.of("prompt-sent").map(({ promptId }) => promptId)).toEqual([expect.anything(), ...queued]);
  });

  it("send images with a later prompt, and refuse those that cannot be sent", async () => {
    const { runner, agent, file } = stage();
    const run = await runner.run(wish("one", { stays: true }));
    const listener = new Listener(run);
    await listener.until("turn-ended");
    const inputs = [{ kind: "image", path: file }] as const;
    expect(await run.controls.send("two", inputs)).not.toBeNull();
    await listener.until("turn-ended", 2);
    expect(agent.received.at(-1)).toMatchObject({ text: "two", inputs });
    const missing = [{ kind: "image", path: `${file}.gone` }] as const;
    await expect(run.controls.send("three", missing)).rejects.toThrow(".gone");
    run.controls.close();
    await listener.end();
    expect(agent.texts).toEqual(["one", "two"]);
  });

  it("keep a run that stays between its turns, also after an interrupt", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.hang]] });
    const run = await runner.run(wish("one", { stays: true }));
    const listener = new Listener(run);
    await listener.until("turn-started");
    await run.controls.interrupt();
    await listener.until("turn-ended");
    await run.controls.send("two");
    await listener.until("turn-ended", 2);
    expect(listener.isOver).toBe(false);
    await run.controls.close();
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(listener.of("turn-ended").map(({ state }) => state)).toEqual(["interrupted", "completed"]);
  });

  it.each([
    ["stopped", step.hang],
    ["failed", step.fail("no")],
  ])("return what is queued behind a turn that is %s, and send what comes after that", async (how, last) => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.request("r"), last]] });
    const run = await runner.run(wish("one", { stays: true }));
    const listener = new Listener(run);
    await listener.until("request");
    await run.controls.send("two");
    await run.controls.answer("r", { decision: "once" });
    await listener.until("item");
    if (how === "stopped") await run.controls.interrupt();
    await listener.until("turn-ended");
    expect(await listener.until("prompts-returned")).toMatchObject({ prompts: [{ text: "two" }] });
    await run.controls.send("three");
    await listener.until("turn-ended", 2);
    await run.controls.close();
    await listener.end();
    expect(agent.texts).toEqual(["one", "three"]);
  });

  it("take no further prompt of a run that does not stay", async () => {
    const run = await stage().runner.run(wish("one"));
    expect(await run.controls.send("two")).toBeNull();
    expect(await new Listener(run).end()).toMatchObject({ status: "completed" });
    expect(stage().agent.texts).toEqual(["one"]);
  });

  it("end a run at once, and say when it is over", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.hang]] });
    const run = await runner.run(wish("one", { stays: true }));
    const listener = new Listener(run);
    await listener.until("turn-started");
    await run.controls.send("two");
    await run.controls.end();
    expect(await runner.runs()).toMatchObject([{ status: "cancelled" }]);
    expect(await listener.end()).toMatchObject({ type: "run-ended", status: "cancelled" });
    expect(agent.texts).toEqual(["one"]);
    await run.controls.end();
  });
}
