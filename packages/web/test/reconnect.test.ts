import type { Changes } from "@reprise/model";
import { Listener, step, until } from "@reprise/testkit";
import { CallError, type LinkState } from "@reprise/web/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CuttingProxy, dice } from "./cutting-proxy.ts";
import { openRunnerStage } from "./runner-stage.ts";

let stage: Awaited<ReturnType<typeof openRunnerStage>>;
let proxy: CuttingProxy;
beforeEach(async () => {
  stage = await openRunnerStage();
  proxy = await CuttingProxy.open(stage.server.listening.port);
  stage.onClose.push(() => proxy.close());
});
afterEach(() => stage.close());

const pauses = [0, 1, 2];
const words = (count: number) => Array.from({ length: count }, (_, index) => step.delta("a", `ünï 🙂 ${index} `));

test.each([1, 2, 3, 4])("a connection cut at random points loses and repeats no event (%i)", async (seed) => {
  const roll = dice(seed);
  stage.agent.plays({ turns: [[step.starts("a", ""), ...words(150), step.request("r"), ...words(150)]] });
  const run = await stage.runner().run(stage.wish("look"));
  proxy.bytes = () => 1 + roll(3000);
  const over = await stage
    .runner({ pauses }, proxy.url)
    .attach(run.id)
    .catch(() => null);
  const watched = over ?? (await attachedSometime());
  const listener = new Listener(watched);
  await new Listener(run).until("request");
  await run.controls.answer("r", { decision: "once" });
  expect(await listener.end()).toMatchObject({ type: "run-ended", status: "completed" });
  const whole = await Array.fromAsync(run.events());
  expect(listener.heard).toEqual(whole);
  expect(whole.length).toBeGreaterThan(300);
  expect(proxy.cutCount).toBeGreaterThan(5);

  async function attachedSometime() {
    const runner = stage.runner({ pauses }, proxy.url);
    return until(() => runner.attach(run.id).catch(() => null));
  }
});

test("tells whether the server answers, and comes back by itself", async () => {
  stage.agent.plays({ turns: [[step.reply("a", "Before."), step.request("r"), step.reply("b", "After.")]] });
  const states: LinkState[] = [];
  const runner = stage.runner({ pauses: [5], onState: (state) => states.push(state) }, proxy.url);
  const run = await runner.run(stage.wish("look"));
  const listener = new Listener(run);
  await listener.until("request");
  expect(states).toEqual(["connecting", "live"]);
  proxy.isDown = true;
  proxy.cut();
  await until(() => states.filter((state) => state === "connecting").length > 2);
  expect(states.slice(2, 5)).toEqual(["offline", "connecting", "offline"]);
  await expect(run.controls.answer("r", { decision: "once" })).rejects.toBeInstanceOf(CallError);
  proxy.isDown = false;
  await until(() => states.at(-1) === "live");
  await run.controls.answer("r", { decision: "once" });
  expect(await listener.end()).toMatchObject({ status: "completed" });
  expect(listener.heard.map(({ number }) => number)).toEqual(listener.heard.map((_, index) => index + 1));
});

test("a stream in which nothing comes is taken for cut", async () => {
  await stage.close();
  stage = await openRunnerStage({ limits: { heartbeatMs: 60_000 } });
  stage.agent.plays({ turns: [[step.request("r")]] });
  const states: LinkState[] = [];
  const runner = stage.runner({ pauses: [5], quietMs: 60, onState: (state) => states.push(state) });
  const run = await runner.run(stage.wish("look"));
  const listener = new Listener(run);
  await until(() => states.filter((state) => state === "offline").length > 2);
  await run.controls.answer("r", { decision: "once" });
  expect(await listener.end()).toMatchObject({ status: "completed" });
  expect(listener.heard).toEqual(await Array.fromAsync(run.events()));
});

test("leaving is not an interruption of the connection", async () => {
  stage.agent.plays({ turns: [[step.hang]] });
  const states: LinkState[] = [];
  const runner = stage.runner({ onState: (state) => states.push(state) });
  const listener = new Listener(await runner.run(stage.wish("look")));
  await listener.until("turn-started");
  await listener.leave();
  expect(listener.error).toBeNull();
  const [state] = await runner.runs();
  expect(state?.status).toBe("running");
  runner.close();
  expect(states).toEqual(["connecting", "live"]);
});

test("changes on disk are told again after a cut, since any may have been missed", async () => {
  const leaving = new AbortController();
  const heard: Changes[] = [];
  const watching = (async () => {
    const library = stage.library({ pauses: [5] }, proxy.url);
    for await (const changes of library.watch(leaving.signal)) heard.push(changes);
  })();
  await until(() => heard.length === 1);
  proxy.cut();
  await until(() => heard.length === 2);
  expect(heard).toEqual([{ sessions: null }, { sessions: null }]);
  leaving.abort();
  await watching;
});
