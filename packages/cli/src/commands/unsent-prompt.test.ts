import { type Offer, type RunId, SessionError } from "@reprise/model";
import { runPlanSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { ended, offer, plan, started } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";

const done = [...started, ended()];
const unsent: Offer = { ...offer, run: "p1" as RunId, session: null, mode: "new", prompt: "fix\nthe tests" };
const line = 'Unsent prompt from 2026-02-15 10:32 UTC: "fix the tests".';

describe("the prompt of a command", () => {
  test.each<[readonly string[], object]>([
    [["run", "x"], { mode: "new", session: null, cwd: "/home/shop", agent: "codex" }],
    [["run", "x", "--agent", "claude", "-C", "/tmp"], { mode: "new", session: null, cwd: "/tmp", agent: "claude" }],
    [["resume", "codex:a", "x", "--yes"], { mode: "resume", session: "codex:a" }],
    [["replay", "codex:a", "x", "--yes"], { mode: "replay", session: "codex:a" }],
    [["repair", "codex:a", "x", "--yes"], { mode: "replay", session: "codex:a" }],
    [["fork", "codex:a", "x", "--yes"], { mode: "fork", session: "codex:a" }],
  ])("%j is saved before the runner is opened", async (words, target) => {
    const ran = await run(words, {
      script: { steps: done },
      openRunner: async () => {
        throw new SessionError("busy", "Not yet.");
      },
    });
    expect(ran.prompts.saved).toMatchObject([{ text: "x", ...target }]);
  });

  test("from a pipe too", async () => {
    const ran = await run("run", { stdin: "a\nb\n", script: { steps: done } });
    expect(ran.prompts.saved).toMatchObject([{ text: "a\nb" }]);
    expect(ran.runner.ran[0]).toMatchObject({ prompt: "a\nb", carries: ["prompt-1"] });
  });

  test("goes with the consent to a restore", async () => {
    const ran = await run("resume codex:a x --yes", { script: { steps: done } });
    expect(ran.runner.resumed[0]?.consent.carries).toEqual(["prompt-1"]);
  });

  test("is not saved by --dry-run, nor where there is none", async () => {
    const dry = await run("run x --dry-run", { script: { steps: done } });
    const bare = await run("resume codex:a --yes", { script: { steps: done } });
    expect([dry.prompts.saved, bare.prompts.saved]).toEqual([[], []]);
  });

  test.each([
    ["is refused", "run x", { script: { offer, steps: done } }, 5],
    ["finds no session", "resume codex:none x", {}, 3],
    ["is bad use", "resume codex:a x --recorded --current", {}, 2],
  ])("is not kept by a command that %s: its writer was told", async (_what, words, given, code) => {
    const ran = await run(words, given);
    expect([ran.code, [...ran.prompts.left]]).toEqual([code, []]);
  });

  test.each<[string, "transport" | "agent-missing" | "other", readonly string[]]>([
    ["is kept where the agent was lost", "transport", ["prompt-1"]],
    ["is not kept where no agent can be started", "agent-missing", []],
    ["is not kept where it would fail again", "other", []],
  ])("%s", async (_what, kind, left) => {
    const failure = { kind, message: "It ended.", resetsAt: null } as const;
    const steps = [{ type: "run-ended", status: "failed", failure } as const];
    const ran = await run("run x", { script: { steps } });
    expect([ran.code, [...ran.prompts.left]]).toEqual([1, left]);
  });

  test("is sent although the disk refuses it, which is told", async () => {
    const refusing = {
      save: (): never => {
        throw new SessionError("not-saved", "The prompt could not be saved in /s (ENOSPC).");
      },
      drop: () => {},
    };
    const ran = await run("run x", { script: { steps: done }, openPrompts: async () => refusing });
    expect([ran.code, ran.runner.ran[0]?.prompt]).toEqual([0, "x"]);
    expect(ran.stderr).toContain("reprise: warning: prompt: The prompt could not be saved in /s (ENOSPC).\n");
  });
});

describe("a prompt that was never sent", () => {
  const script = { offer: unsent, steps: done };

  test("is offered by run in one line; y sends it, with what is said now after it", async () => {
    const ran = await run("run more", { keys: "y", script });
    expect(ran.stderr).toContain(`${line} Send it? [y/n] y\n`);
    expect(ran.runner.ran).toMatchObject([
      { prompt: "fix\nthe tests\n\nmore", agent: "codex", carries: ["prompt-1", "p1"] },
    ]);
    expect(ran.runner.declined).toEqual([]);
  });

  test("n declines it, and starts with what is said", async () => {
    const ran = await run("run more", { keys: "n", script });
    expect([ran.runner.declined, ran.runner.ran.map(({ prompt }) => prompt)]).toEqual([["p1"], ["more"]]);
  });

  test("is sent without a question where the same words are said again, or by --resume alone", async () => {
    const again = await run(["run", "fix\nthe tests"], { script });
    expect(again.runner.ran).toMatchObject([{ prompt: "fix\nthe tests", carries: ["prompt-1", "p1"] }]);
    for (const words of ["run --resume", "resume"]) {
      const ran = await run(words, { script });
      expect(ran.runner.ran, words).toMatchObject([{ prompt: "fix\nthe tests", carries: ["p1"] }]);
    }
  });

  test("is offered by run without a prompt; n then starts nothing", async () => {
    expect((await run("run", { keys: "y", script })).runner.ran).toMatchObject([{ prompt: "fix\nthe tests" }]);
    const ran = await run("run", { keys: "n", script });
    expect([ran.code, ran.runner.declined, ran.runner.ran]).toEqual([5, ["p1"], []]);
    expect((await run("run", { keys: "", script: { steps: done } })).code).toBe(2);
  });

  test("nobody is guessed for: 5, and the commands that say it", async () => {
    const plans = { p1: plan({ mode: null, unsentPrompt: "fix\nthe tests" }) };
    const ran = await run("run more", { script: { ...script, plans } });
    expect([ran.code, ran.runner.ran, [...ran.prompts.left]]).toEqual([5, [], []]);
    expect(ran.stderr).toContain(`reprise: ${line} Choose --resume or --fresh`);
    expect(ran.stderr).toContain("  reprise run --resume more\n  reprise run --fresh more\n");
  });

  test("for a session goes on in the way it was meant", async () => {
    const session = "codex:a" as const;
    const forked = { ...unsent, session: session as never, mode: "fork" } as const;
    const ran = await run("run", {
      keys: "y enter",
      script: { ...script, offer: forked, plans: { [session]: plan({ mode: "fork" }) } },
    });
    expect(ran.stderr).toContain(" for a fork of codex:a: ");
    expect(ran.runner.planned.at(-1)).toMatchObject({ session, wish: { modes: ["fork", "replay"] } });
    expect(ran.runner.resumed).toHaveLength(1);
    const resumed = { ...unsent, session: session as never, mode: "resume" } as const;
    const other = await run("run --resume more", { script: { ...script, offer: resumed } });
    expect(other.runner.resumed[0]?.plan).toMatchObject({ prompt: "more" });
  });

  test("is in the plan of --dry-run", async () => {
    const ran = await run("run --resume --dry-run --json", { script });
    expect(runPlanSchema.parse(JSON.parse(ran.stdout))).toMatchObject({
      prompt: "fix\nthe tests",
      offer: { run: "p1", session: null, mode: "new", prompt: "fix\nthe tests" },
    });
  });
});
