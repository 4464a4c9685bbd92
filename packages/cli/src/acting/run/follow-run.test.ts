import { once } from "node:events";
import { Writable } from "node:stream";
import type { RestoreEvent } from "@reprise/model";
import { itemFields } from "@reprise/model/json";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../../test/support/lines.ts";
import { delta, ended, plan, request, settings, started } from "../../../test/support/plans.ts";
import { run } from "../../../test/support/run.ts";
import type { Stage } from "../../../test/support/script.ts";
import { everyKind, time } from "../../../test/support/sessions.ts";

const ask = { type: "request", request: request() } as const;
const resolved = (given: object = {}) =>
  ({ type: "request-resolved", id: "r1", decision: "once", by: "person", ...given }) as const;

const answered = async (stage: Stage) => {
  await stage.answer("r1");
  return null;
};
const interrupted = async (stage: Stage) => {
  await stage.interrupted();
  return null;
};

const whole = (event: RestoreEvent) => (event.type === "item" ? { ...event, item: itemFields(event.item) } : event);

describe("event lines", () => {
  test("every event is a line of the contract, exactly; done is the last", async () => {
    const failure = {
      kind: "limit",
      message: "used up",
      resetsAt: time("2026-11-16T13:00:00.000Z"),
    } as const;
    const events: RestoreEvent[] = [
      { type: "checking" },
      { type: "drift-found", drift: [] },
      { type: "checked", settings },
      ...started,
      { type: "settings", settings },
      { type: "turn-started", turn: "t" },
      { type: "prompt-persisted", promptId: "p" },
      ...everyKind.map((item, index) => ({ type: "item", key: `${index}`, isComplete: true, item }) as const),
      delta("\u001b[2J\u009b"),
      { type: "item-dropped", key: "k1" },
      ask,
      resolved({ decision: null, by: "agent" }),
      { type: "usage", tokens: 12, isOfThread: false },
      { type: "notice", text: "n" },
      { type: "turn-ended", turn: "t", state: "failed", failure },
      ended("failed", failure),
    ];
    const ran = await run("resume codex:a --json", {
      script: { steps: events.map((event) => Object.assign({ extra: 1 }, event)) },
    });
    const done = { type: "done", session: "codex:a", thread: "a", state: "failed" };
    expect([ran.code, ran.stderr, eventLines(ran.stdout)]).toEqual([1, "", [...events.map(whole), done]]);
  });

  test.each([
    ["completed", 0],
    ["failed", 1],
    ["interrupted", 1],
    ["cancelled", 1],
  ] as const)("a run that is %s exits with %i", async (status, code) => {
    const ran = await run("run x --json", { script: { steps: [...started, ended(status)] } });
    expect([ran.code, eventLines(ran.stdout).at(-1)]).toEqual([
      code,
      { type: "done", session: "codex:a", thread: "a", state: status },
    ]);
  });

  test("a run that ends without saying so is interrupted; without a thread it has no session", async () => {
    const ran = await run("run x --json", { script: { steps: [] } });
    expect([ran.code, eventLines(ran.stdout)]).toEqual([
      1,
      [{ type: "done", session: null, thread: null, state: "interrupted" }],
    ]);
  });
});

describe("the last words", () => {
  test("are the tokens and how to go on, on stderr", async () => {
    const ran = await run("run x", {
      script: {
        steps: [...started, delta("Hi."), { type: "usage", tokens: 12345, isOfThread: false }, ended()],
      },
    });
    expect([ran.stdout, ran.stderr]).toEqual(["Hi.\n", "\nTokens used: 12,345\nTo continue: reprise resume codex:a\n"]);
  });

  test("say why it failed and when a limit is lifted", async () => {
    const failure = {
      kind: "limit",
      message: "Usage limit.",
      resetsAt: time("2026-11-16T13:00:00.000Z"),
    } as const;
    const { stderr } = await run("run x", { script: { steps: [...started, ended("failed", failure)] } });
    expect(stderr).toContain(
      "Run failed: Usage limit. Parked until 2026-11-16 13:00 UTC.\nResume when the limit resets: reprise resume codex:a --when-reset\n",
    );
  });
});

describe("what the agent asks", () => {
  const asking = [...started, delta("Let me"), ask, answered, ended()];

  test.each([
    ["y", "once"],
    ["s", "session"],
    ["A", "always"],
    ["n", "decline"],
    ["q", "decline"],
    ["c", "cancel"],
    ["escape", "decline"],
    ["interrupt", "cancel"],
    ["x o d enter y", "once"],
  ])("%s is %s", async (keys, decision) => {
    const ran = await run("run x", { keys, script: { steps: asking } });
    expect(ran.runner.answers).toEqual([{ request: "r1", answer: { decision } }]);
    expect(ran.stderr).toContain(
      "The agent asks to run a command:\n  Command │ rm -rf build\n  Folder  │ /home/shop\nAllow? [y] yes, once  [s] yes, for this session  [a] yes, always (adds the permanent rule shown above)  [n] no  [c] no, and stop the turn ",
    );
    expect(ran.keyboard.isOpen).toBe(false);
  });

  test("only the choices it offers can be chosen", async () => {
    const steps = [
      ...started,
      { type: "request", request: request({ choices: ["once", "decline"] }) } as const,
      answered,
      ended(),
    ];
    const ran = await run("run x", { keys: "a c s n", script: { steps } });
    expect(ran.stderr).toContain("Allow? [y] yes, once  [n] no n\n");
    expect(ran.runner.answers[0]?.answer).toEqual({ decision: "decline" });
  });

  test("Ctrl-C where no choice means it stops the turn", async () => {
    const steps = [
      ...started,
      { type: "request", request: request({ choices: ["once"] }) } as const,
      interrupted,
      ended("cancelled"),
    ];
    const ran = await run("run x", { keys: "interrupt", script: { steps } });
    expect([ran.code, ran.runner.interruptCount, ran.runner.answers]).toEqual([1, 1, []]);
  });

  test("an approval kept from before is not asked, only shown", async () => {
    const steps = [...started, ask, resolved({ decision: "session", by: "kept" }), ended()];
    const ran = await run("run x", { keys: "n", script: { steps } });
    expect([ran.keyboard.openCount, ran.runner.answers]).toEqual([0, []]);
    expect(ran.stdout).toBe("approval: rm -rf build → allowed for this session (saved approval)\n");
  });

  test("a question that is answered elsewhere is taken back, and what happened meanwhile is shown", async () => {
    const later = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return resolved({ decision: null, by: "agent" });
    };
    const ran = await run("run x", {
      keys: "nothing",
      script: { steps: [...started, ask, delta("meanwhile"), later, ended()] },
    });
    expect([ran.code, ran.runner.answers]).toEqual([0, []]);
    expect(ran.stdout).toBe("meanwhile\n\napproval: rm -rf build → withdrawn (by the agent)\n");
  });

  test("questions are asked with their options, by number or in own words", async () => {
    const questions = [
      { id: "q1", text: "Which one?", options: ["left", "right"] },
      { id: "q2", text: "Why?", options: [] },
    ];
    const steps = [
      ...started,
      { type: "request", request: request({ kind: "question", questions }) } as const,
      answered,
      ended(),
    ];
    const ran = await run("run x", { keys: "enter 2 enter n p backspace o enter", script: { steps } });
    expect(ran.runner.answers[0]?.answer).toEqual({
      decision: "once",
      answers: { q1: ["right"], q2: ["no"] },
    });
    expect(ran.stderr).toContain("  Question │ Which one?\n  1.       │ left\n  2.       │ right\n");
  });

  test("without a person it is declined by policy, and shown", async () => {
    const steps = [...started, ask, resolved({ decision: "decline", by: "policy" }), ended()];
    const ran = await run("run x", { script: { steps } });
    expect(ran.stdout).toBe("approval: rm -rf build → declined (nobody was there to answer)\n");
  });
});

describe("interrupts", () => {
  const pressing = (signal: NodeJS.Signals) => (stage: Stage) => {
    stage.press(signal);
    return null;
  };

  test("Ctrl-C stops the turn, and its end is waited for", async () => {
    const steps = [...started, pressing("SIGINT"), interrupted, ended("cancelled")];
    const ran = await run("run x --json", { script: { steps } });
    expect([ran.code, ran.runner.interruptCount, eventLines(ran.stdout).at(-1)]).toEqual([
      1,
      1,
      { type: "done", session: "codex:a", thread: "a", state: "cancelled" },
    ]);
  });

  test("a second Ctrl-C ends the run", async () => {
    const steps = [
      ...started,
      pressing("SIGINT"),
      pressing("SIGINT"),
      ({ signal }: Stage) => ended(signal.aborted ? "interrupted" : "completed"),
    ];
    const ran = await run("run x", { script: { steps } });
    expect([ran.code, ran.runner.interruptCount]).toEqual([1, 1]);
    expect(ran.stderr).toContain("Interrupting the turn… (Ctrl-C again ends the run)");
  });

  test("SIGTERM ends the run at once; a runner that throws then is not a failure of its own", async () => {
    const steps = [
      ...started,
      pressing("SIGTERM"),
      ({ signal }: Stage) => {
        signal.throwIfAborted();
        return ended();
      },
    ];
    const ran = await run("resume codex:a --json", { script: { steps } });
    expect([ran.code, ran.runner.interruptCount, ran.stderr]).toEqual([1, 0, ""]);
    expect(eventLines(ran.stdout).at(-1)).toMatchObject({ type: "done", state: "interrupted" });
  });
});

describe("a reader that goes away", () => {
  const closed = (code: string) =>
    new Writable({ write: (_piece, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  const cutOff = async ({ signal }: Stage) => {
    if (!signal.aborted) await once(signal, "abort");
    return ended("interrupted");
  };
  const steps = [...started, delta("x".repeat(100_000)), delta("y"), cutOff];

  test.each(["run x", "run x --json"])(
    "%s: the run is cut off, not stopped by the person; its end is waited for, and it is no success",
    async (line) => {
      const ran = await run(line, { stdout: closed("EPIPE"), script: { steps } });
      expect([ran.code, ran.runner.interruptCount, ran.runner.isClosed]).toEqual([1, 0, true]);
      expect(ran.stderr).not.toContain("EPIPE");
      expect(ran.stderr.includes("The output was closed, so the run was cut off.")).toBe(line === "run x");
    },
  );

  test("a full disk behind stdout is told", async () => {
    const ran = await run("run x", { stdout: closed("ENOSPC"), script: { steps } });
    expect([ran.code, ran.stderr]).toEqual([1, "reprise: The output could not be written (ENOSPC).\n"]);
  });
});

test("an error of the runner is told as it is", async () => {
  const ran = await run("resume codex:a", { script: { stepsOf: { [plan().session]: new Error("boom") } } });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("Error: boom");
});

test("an agent that cannot be started is a failed run", async () => {
  const failure = { kind: "agent-missing", message: "Codex cannot be started.", resetsAt: null } as const;
  const steps = [
    () => {
      throw Object.assign(new Error(failure.message), { failure });
    },
  ];
  const ran = await run("run x --json", { script: { steps } });
  expect([ran.code, ran.stderr, eventLines(ran.stdout)]).toEqual([
    1,
    "",
    [ended("failed", failure), { type: "done", session: null, thread: null, state: "failed" }],
  ]);
  const { stderr } = await run("run x", { script: { steps } });
  expect(stderr).toContain("Run failed: Codex cannot be started.\n");
});
