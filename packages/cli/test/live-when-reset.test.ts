import { type AgentProcess, type ModelRequest, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOf, LiveStage, type NamedRun, said } from "./live-stage.ts";

const goOn = "Continue where you left off.";
const prompt = "please use it up";

describe("a usage limit, with the real Codex", () => {
  let stage: LiveStage;
  beforeEach(async () => {
    stage = await LiveStage.open("limit");
  });
  afterEach(() => stage.close());

  test("parks the run; who waits survives being killed, and of two that wait one goes on, once", async () => {
    const { model } = stage;
    const folder = stage.folder("work");
    const { session, parkedUntil } = await parked(stage, folder, await enoughMs(stage, folder));
    const resume = ["resume", session, "--when-reset"];

    const first = stage.start(folder, ...resume);
    await waits(first);
    const { events } = await stage.run(folder, "status", "--json");
    expect(events[0]).toMatchObject({ sessions: [{ session, state: "parked", parkedUntil }] });
    first.killAlone("SIGKILL");
    await first.exited;
    expect(await stage.runIn(folder)).toMatchObject({ status: "failed", parkedUntil });

    const waiting = [stage.start(folder, ...resume), stage.start(folder, ...resume)];
    await Promise.all(waiting.map(waits));
    expect(model.requests.filter(isAsked)).toHaveLength(1);
    model.push([{ text: "It goes on." }]);
    const ends = await Promise.all(waiting.map(endOf));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(parkedUntil ?? ""));

    const [winner, loser] = ends.sort((a, b) => (a.code ?? 9) - (b.code ?? 9));
    expect(winner?.code, winner?.stderr).toBe(0);
    expect(winner?.stdout).toContain("It goes on.");
    expect([4, 5], loser?.stderr).toContain(loser?.code);
    expect(loser?.stdout).not.toContain("It goes on.");
    const asked = model.requests.filter(isAsked);
    expect(asked).toHaveLength(2);
    expect(asked.map((request) => said(request).filter((text) => text === prompt).length)).toEqual([1, 1]);
    expect(asked.map((request) => said(request).filter((text) => text === goOn).length)).toEqual([0, 1]);
    expect(await stage.runIn(folder)).toMatchObject({ status: "completed", parkedUntil: null });
  });

  test("counts down on a terminal, and Ctrl-C stops waiting with nothing sent", async () => {
    const { model } = stage;
    const folder = stage.folder("work");
    const { session } = await parked(stage, folder, 3_600_000);
    const waiting = stage.startOnTerminal(folder, "resume", session, "--when-reset");
    const told = () => new Set(waiting.shown().match(/resuming in [\w ]+ s /g));
    await until(() => told().size >= 3, { what: "three different times left" });
    waiting.write("\u0003");
    const { code } = await waiting.exited;
    expect(code).not.toBe(0);
    expect(model.requests.filter(isAsked)).toHaveLength(1);
    expect(await stage.runIn(folder)).toMatchObject({ status: "failed", parkedUntil: expect.any(String) });
  });

  test("is not waited for with a request pending: 5, and nothing is sent", async () => {
    const { model } = stage;
    const folder = stage.folder("work");
    model.push([{ call: { name: "exec_command", arguments: escalated } }]);
    const running = stage.startOnTerminal(folder, "run", prompt, "--approval", "on-request");
    const run = await stage.runIn(folder, ({ pending }) => pending.length > 0);
    await stage.kill(run);
    await running.exited;
    const asked = await stage.run(folder, "resume", run.session, "--when-reset", "--yes");
    expect(asked.code).toBe(5);
    expect(asked.stderr).toContain("A request of the agent is pending: it needs your answer.");
    expect(model.requests.filter(isAsked)).toHaveLength(1);
    expect((await stage.runIn(folder)).pending).toHaveLength(1);
  });
});

const escalated = { cmd: "true", sandbox_permissions: "require_escalated", justification: "It is needed." };

/** A run whose turn met a limit that ends in so many milliseconds. */
async function parked(stage: LiveStage, folder: string, inMs: number): Promise<NamedRun> {
  const resetAt = Math.ceil((Date.now() + inMs) / 1000);
  const headers = { "x-codex-primary-used-percent": "100", "x-codex-primary-reset-at": String(resetAt) };
  const body = { error: { type: "usage_limit_reached", message: "no more" } };
  stage.model.push([{ http: { status: 429, headers, body } }]);
  const { code, events, stderr } = await stage.run(folder, "run", prompt, "--json");
  const resetsAt = new Date(resetAt * 1000).toISOString();
  expect(code, stderr).toBe(1);
  expect(events.find(({ type }) => type === "turn-ended")).toMatchObject({
    state: "failed",
    failure: { kind: "limit", resetsAt },
  });
  const run = await stage.runIn(folder);
  expect(run).toMatchObject({ status: "failed", parkedUntil: resetsAt });
  return run;
}

/** Long enough for a busy machine to start all that waits before the limit ends. */
async function enoughMs(stage: LiveStage, folder: string): Promise<number> {
  const startedAt = performance.now();
  await stage.run(folder, "status", "--json");
  return 12_000 + 20 * (performance.now() - startedAt);
}

function waits(waiter: AgentProcess): Promise<unknown> {
  const isTold = () => /^Parked until .* \+05:30: resuming in \d+ s$/m.test(waiter.stderr());
  return until(isTold, { what: "the countdown" });
}

function isAsked({ number }: ModelRequest): boolean {
  return number !== null;
}
