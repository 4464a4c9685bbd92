import type { PromptTarget, RunId } from "@reprise/model";
import { expect, test } from "vitest";
import type { LiveRun } from "./live-run.ts";
import type { RunEnvironment } from "./open-run.ts";
import { type RunTask, startRun } from "./start-run.ts";

const target: PromptTarget = { mode: "new", session: null, agent: "codex", cwd: "/srv" };
const ended = { type: "run-ended", status: "completed", failure: null } as const;

function start(work: (task: RunTask) => Promise<typeof ended>, stays = false) {
  const kept: string[] = [];
  let isFull = false;
  let count = 0;
  const newId = () => {
    count += 1;
    return `id${count}`;
  };
  const prompts = {
    save(text: string, to: PromptTarget) {
      if (isFull) return [];
      kept.push(`save ${text} for ${to.session ?? "new"}`);
      return [`saved ${text}`];
    },
    drop: (ids: readonly string[]) => void kept.push(`drop ${ids.join()}`),
  };
  const driverOf = (() => ({ can: {} })) as unknown as RunEnvironment["driverOf"];
  const host = { env: {}, files: { text: () => null } } as unknown as RunEnvironment["host"];
  const environment = {
    newId,
    onHealth: () => undefined,
    driverOf,
    host,
    stateFolder: "/state",
  } as Partial<RunEnvironment> as RunEnvironment;
  const full = () => {
    isFull = true;
  };
  return { kept, full, run: startRun({ id: "r" as RunId, environment, stays, target, prompts }, work) };
}
const live = (steer: () => Promise<void>, holds = false) =>
  ({
    journal: { holds: () => holds },
    thread: { thread: "t", settings: { cwd: null } },
    steer,
  }) as unknown as LiveRun;

test("a prompt is kept for the new session, and for its thread once there is one", async () => {
  const go = Promise.withResolvers<void>();
  const { run, kept } = start(async ({ control }) => {
    await go.promise;
    control(live(async () => undefined));
    return ended;
  }, true);
  expect(await run.controls.send("one")).toBe("saved one");
  go.resolve();
  await Array.fromAsync(run.events());
  run.controls.send("two");
  expect(kept).toEqual(["save one for new", "save two for codex:t"]);
});

test("a disk that refuses a prompt refuses one that would wait for a turn, and no other", async () => {
  const go = Promise.withResolvers<void>();
  const inTurn = (turn: string | null) =>
    ({ journal: { state: { turn } }, thread: { thread: "t", settings: { cwd: null } } }) as unknown as LiveRun;
  const { run, full } = start(async ({ control }) => {
    control(inTurn("open"));
    await go.promise;
    control(inTurn(null));
    return ended;
  }, true);
  full();
  await expect(run.controls.send("one")).rejects.toMatchObject({ code: "refused" });
  go.resolve();
  const events = await Array.fromAsync(run.events());
  expect(events.filter(({ event }) => event.type === "prompt-queued")).toEqual([]);
  expect(await run.controls.send("two")).toBeNull();
});

test("words that the journal does not hold are kept while they are steered, and given back when that fails", async () => {
  const { run, kept } = start(async ({ control }) => {
    control(live(() => Promise.reject(new Error("no turn"))));
    return ended;
  });
  await expect(run.controls.steer("secret")).rejects.toThrow("no turn");
  expect(kept).toEqual(["save secret for codex:t", "drop saved secret"]);
});

test("a journal that cannot be written is told once, and once more when it can", async () => {
  const { run } = start(async ({ environment: { onHealth } }) => {
    for (const reason of ["full", "full"]) onHealth({ state: "degraded", reason, waitingCount: 1 });
    onHealth({ state: "good" } as Parameters<typeof onHealth>[0]);
    return ended;
  });
  expect((await Array.fromAsync(run.events())).map(({ event }) => event)).toEqual([
    { type: "journal-health", problem: "full" },
    { type: "journal-health", problem: null },
    ended,
  ]);
});

test("what fails unexpectedly is thrown to every listener; an end before the agent started is none", async () => {
  const broken = start(() => Promise.reject(new Error("broken"))).run;
  for (let listener = 0; listener < 2; listener += 1)
    await expect(Array.fromAsync(broken.events())).rejects.toThrow("broken");
  const { run } = start(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    signal.throwIfAborted();
    return ended;
  });
  await run.controls.end();
  expect(await Array.fromAsync(run.events())).toMatchObject([{ event: { status: "cancelled" } }]);
});
