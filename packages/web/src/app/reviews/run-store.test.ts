import { type Runner, type RunState, type RunWish, reviewScope } from "@reprise/model";
import { MemoryRunner, MemoryStore, ScriptedAgent, sampleTarget, step, until } from "@reprise/testkit";
import { expect, test } from "vitest";
import { RunStore } from "./run-store.ts";

const scope = reviewScope(sampleTarget);
const wish: RunWish = {
  agent: "codex",
  cwd: "/srv/shop",
  scope,
  settings: {},
  prompt: "Resolve them.",
  canAnswer: true,
};

function machine() {
  const store = new MemoryStore();
  const agent = new ScriptedAgent((thread, line) => store.log(thread, line));
  const runnerOf = () => new MemoryRunner(store, agent.driver, () => false);
  return { agent, runner: runnerOf(), runnerOf };
}

test("a run that someone else started is found and followed to its end", async () => {
  const { agent, runner } = machine();
  agent.plays({ turns: [[{ hangs: true }]] });
  await runner.run({ ...wish, scope: { ...scope, number: 43 } as typeof scope });
  const tab = new RunStore(runner, scope);
  tab.open();
  await until(async () => (await runner.runs()).length === 1);
  await tab.look();
  expect(tab.live.value).toBeNull();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  agent.plays({ turns: [[{ does: () => held }, step.reply("1", "Done.")]] });
  const started = await runner.run(wish);
  await until(async () => (await runner.runs(scope)).length === 1);
  await tab.look();
  await until(() => tab.live.value !== null);
  expect(tab.live.value?.run.id).toBe(started.id);
  release();
  await until(() => tab.ended.value !== null);
  expect(tab.ended.value?.status).toBe("completed");
  await until(() => tab.latest.value?.status === "completed");
  tab.forgetEnd();
  expect(tab.ended.value).toBeNull();
});

test("leaving the page ends nothing", async () => {
  const { agent, runner } = machine();
  agent.plays({ turns: [[{ hangs: true }]] });
  const started = await runner.run(wish);
  const tab = new RunStore(runner, scope);
  tab.follow(started, "codex");
  await until(() => tab.live.value?.view.thread != null);
  tab.close();
  expect(tab.live.value).toBeNull();
  expect((await runner.runs(scope))[0]?.status).toBe("running");
});

test("after the server was killed, the interrupted run is shown as that, not as ended", async () => {
  const { agent, runner } = machine();
  agent.plays({ turns: [[{ hangs: true }]] });
  const started = await runner.run(wish);
  const cut: typeof started = {
    ...started,
    async *events() {
      yield { number: 1, event: { type: "checking" } };
      throw new Error("The server has another run.");
    },
  };
  await until(async () => (await runner.runs(scope)).length === 1);
  runner.die();
  const tab = new RunStore(runner, scope);
  tab.follow(cut, "codex");
  await until(() => tab.latest.value?.status === "interrupted");
  expect(tab.live.value).toBeNull();
  expect(tab.ended.value).toBeNull();
});

test("runs that cannot be listed are a problem, until they can", async () => {
  const { runner } = machine();
  let isBroken = true;
  const flaky: Runner = Object.create(runner, {
    runs: {
      value: async (): Promise<readonly RunState[]> => {
        if (isBroken) throw new Error("The server does not answer.");
        return [];
      },
    },
  });
  const tab = new RunStore(flaky, scope);
  await tab.look();
  expect(tab.problem.value).toBe("The server does not answer.");
  isBroken = false;
  await tab.look();
  expect(tab.problem.value).toBeNull();
});
