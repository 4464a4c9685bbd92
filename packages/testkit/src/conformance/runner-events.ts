import { followed, type RestoreEvent, type RunId } from "@reprise/model";
import { expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import type { RunnerCase } from "./runner.ts";
import { Listener, lasting } from "./runner-stage.ts";

const busyTurn = [
  step.starts("a", "I"),
  step.delta("a", " loo"),
  step.delta("a", "k."),
  step.reply("a", "I look."),
  step.usage(12),
  step.notice("All is well."),
  step.reply("b", "Done."),
];

export function describeEvents({ stage, wish }: RunnerCase): void {
  it("are numbered from 1 without a gap, and end with the run", async () => {
    stage().agent.plays({ turns: [busyTurn] });
    const run = await stage().runner.run(wish("look"));
    const listener = new Listener(run);
    expect(await listener.end()).toEqual({ type: "run-ended", status: "completed", failure: null });
    expect(listener.heard.map(({ number }) => number)).toEqual(listener.heard.map((_, index) => index + 1));
    expect(listener.of("run-started")).toMatchObject([{ run: run.id, settings: { model: "small" } }]);
    expect(listener.of("item").filter(({ isComplete }) => isComplete)).toHaveLength(2);
  });

  it("continue from any number, while the run lasts and after its end", async () => {
    stage().agent.plays({ turns: [[...busyTurn, step.request("r")]] });
    const run = await stage().runner.run(wish("look"));
    const whole = new Listener(run);
    await whole.until("request");
    const late = whole.heard.map((_, index) => new Listener(run, index));
    await run.controls.answer("r", { decision: "once" });
    await whole.end();
    for (const [after, listener] of late.entries()) {
      await listener.end();
      expect(listener.heard).toEqual(whole.heard.slice(after));
      expect((await Array.fromAsync(run.events(after))).length).toBe(whole.heard.length - after);
    }
    expect(await Array.fromAsync(run.events(whole.heard.length))).toEqual([]);
  });

  it("come whether or not anybody listens; a listener that leaves ends nothing", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.reply("a", "Before."), step.request("r"), step.reply("b", "After.")]] });
    const { id } = await runner.run(wish("look"));
    const first = new Listener(await runner.attach(id));
    await first.until("request");
    await first.leave();
    const again = await runner.attach(id);
    await again.controls?.answer("r", { decision: "once" });
    const second = new Listener(again, first.heard.length);
    expect(await second.end()).toMatchObject({ status: "completed" });
    const all = [...first.heard, ...second.heard];
    expect(all).toEqual(await Array.fromAsync(again.events()));
    expect(all.map(({ event }) => event.type)).toContain("item");
  });

  it("of a run that is followed: leaving ends the run", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.reply("a", "Before."), step.hang]] });
    for await (const event of followed(runner.run(wish("look")))) if (event.type === "item") break;
    expect(await runner.runs()).toMatchObject([{ status: "cancelled" }]);
  });

  it("of an unknown run are not found", async () => {
    const { runner } = stage();
    await expect(runner.attach("nothing" as RunId)).rejects.toMatchObject({ code: "not-found" });
  });

  it("are the same for a runner of another process, which can only watch", async () => {
    const { runner, agent, second } = stage();
    const turn = [...busyTurn, step.request("r"), step.reply("c", "At last.")];
    agent.plays({ turns: [turn] });
    const run = await runner.run(wish("look"));
    const own = new Listener(run);
    await own.until("request");
    const other = await second();
    const watched = await other.attach(run.id);
    expect(watched).toMatchObject({ id: run.id, controls: null });
    const watcher = new Listener(watched);
    await watcher.until("request");
    expect(watcher.isOver).toBe(false);
    await run.controls.answer("r", { decision: "once" });
    await Promise.all([own.end(), watcher.end()]);
    const afterwards = new Listener(await other.attach(run.id));
    await afterwards.end();
    for (const listener of [watcher, afterwards]) expect(lasting(listener.events)).toEqual(lasting(own.events));
    expect(afterwards.heard).toEqual(watcher.heard);
    expectContinuing(watcher);
    for (const { number } of watcher.heard)
      expect(await Array.fromAsync(watched.events(number))).toEqual(watcher.heard.filter((one) => one.number > number));
    other.close();
  });

  it("of a process that dies end with an interruption, for whoever watches and whoever comes later", async () => {
    const { runner } = stage();
    const script = { turns: [[step.reply("a", "Before."), step.hang]] };
    const { run, kill } = await stage().otherProcess(wish("look"), script);
    expect(await runner.runs()).toMatchObject([{ run, status: "running" }]);
    const watched = await runner.attach(run);
    expect(watched.controls).toBeNull();
    const watcher = new Listener(watched);
    await watcher.until("item");
    await kill();
    const interrupted: RestoreEvent = { type: "run-ended", status: "interrupted", failure: null };
    expect(await watcher.end()).toEqual(interrupted);
    expectContinuing(watcher);
    expect(await runner.runs()).toMatchObject([{ run, status: "interrupted" }]);
    const later = await Array.fromAsync((await runner.attach(run)).events());
    expect(later).toEqual(watcher.heard);
    expect(await Array.fromAsync(watched.events(watcher.heard.at(-1)?.number))).toEqual([]);
  });

  it("of all runs are found by the list of runs, newest first", async () => {
    const { runner, agent } = stage();
    agent.plays({ turns: [[], [step.fail("No.")], [step.hang]] });
    const first = await runner.run(wish("one"));
    await new Listener(first).end();
    const second = await runner.run(wish("two"));
    expect(await new Listener(second).end()).toMatchObject({ status: "failed", failure: { message: "No." } });
    const third = await runner.run(wish("three"));
    await new Listener(third).until("turn-started");
    expect((await runner.runs()).map(({ run, status }) => [run, status])).toEqual([
      [third.id, "running"],
      [second.id, "failed"],
      [first.id, "completed"],
    ]);
    await third.controls.end();
  });
}

/** A watcher's numbers increase, with gaps for events it does not get. */
function expectContinuing({ heard }: Listener): void {
  const numbers = heard.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
}
