import { planSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { delta, drift, ended, plan } from "../../test/support/plans.ts";
import { newThread, replayPlan, replaySteps, restored, restoring } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";
import type { Step } from "../../test/support/script.ts";

const approvals = [{ hash: "h", subject: "npm test", source: "saved" as const }];
const scriptOf = (given: Parameters<typeof replayPlan>[0] = {}) => ({
  plans: { "codex:a": replayPlan(given) },
  steps: replaySteps,
});

describe("what is wished", () => {
  test("everything that was said, in the mode replay and no other", async () => {
    const line = "replay codex:a more --to claude --via segments --at 3 --segment-tokens 500 --context 9000";
    const { runner } = await run(`${line} --brief --model m --current --dry-run`, {
      script: scriptOf(),
    });
    expect(runner.planned).toEqual([
      {
        session: "codex:a",
        wish: {
          settings: { model: "m" },
          otherwise: "current",
          prompt: "more",
          allowsWider: false,
          modes: ["replay"],
          to: "claude",
          via: "segments",
          at: 3,
          segmentTokens: 500,
          briefTokens: 4000,
          endsRun: null,
          contextTokens: 9000,
          isSilent: false,
          asBrief: true,
          looksForAilments: false,
        },
      },
    ]);
  });

  test.each([
    ["replay", "replay needs ID: reprise replay ID."],
    ["replay a --via fork", '--via is one of inject, native, segments, not "fork".'],
    ["replay a --to nobody", '--to is one of codex, claude, gemini, opencode, not "nobody".'],
    ["replay a --at 0", '--at needs a whole number from 1 on, not "0".'],
    ["replay a --recorded --current", "--recorded and --current cannot be combined. Give one of them."],
    ["replay a --step --yes", "--step needs a terminal and no --json. Use --yes instead."],
  ])("%s is bad use", async (line, message) => {
    const ran = await run(line);
    expect([ran.code, ran.stderr, ran.opened]).toEqual([2, `reprise: ${message}\n`, []]);
  });

  test("a session that is not there: 3", async () => {
    expect((await run("replay codex:z --yes", { script: scriptOf() })).code).toBe(3);
  });
});

describe("--dry-run", () => {
  test("with --json is exactly the plan", async () => {
    const made = replayPlan({ ailments: [], brief: "b", approvals });
    const ran = await run("replay codex:a --dry-run --json", { script: scriptOf(made) });
    expect([ran.code, planSchema.parse(JSON.parse(ran.stdout)), ran.runner.resumed]).toEqual([0, made, []]);
  });

  test("as text fits on a screen and says what it costs, what is lost and what may be done", async () => {
    const given = {
      approvals,
      drift: [drift()],
      owner: { pid: 7, program: "codex", terminal: null },
      target: "claude",
    } as const;
    const { stdout } = await run("replay codex:a go --dry-run", { script: scriptOf(given) });
    expect(stdout).toMatchInlineSnapshot(`
      "Replay codex:a in a new claude session
        Replay: continues in a new thread that gets the history; the session stays as it is
        History: segments: sent in pieces, one paid call each
        Cost: up to 3 paid model calls, about 11,400 tokens of history in all: each repeats the history before it and the agent's own instructions, and is stopped once it is recorded
        Agent: claude, instead of codex
        Folder: /home/shop
        Turns: 1–4
        Context: about 5,700 of 200,000 tokens
        Sends: the history, in 3 segments; the prompt below
        Open in: codex (process 7)
      Settings:
        model: gpt-5.2-codex
        sandbox: workspace-write (may change files in this folder)
      Changes since:
        git head: abc → def
      Saved approvals, reused if you agree:
        npm test
      Segments:
        1: about 1,900 tokens, 2 items
        2: about 1,900 tokens, 2 items
        3: about 1,900 tokens, 2 items
      Not carried over:
        reasoning
      Checked when the agent starts:
        effective settings
      Prompt:
        > go
      "
    `);
  });
});

describe("consent", () => {
  test("no terminal and no --yes: 5 with the plan and the command to use", async () => {
    const ran = await run(["replay", "codex:a", "--", "-go on"], { script: scriptOf() });
    expect([ran.code, ran.stdout, ran.runner.resumed]).toEqual([5, "", []]);
    expect(ran.stderr).toMatch(/^Replay codex:a in a new codex session\n/);
    expect(ran.stderr).toContain(
      "reprise: It needs your consent. Nothing was done.\n  reprise replay --yes -- codex:a '-go on'\n",
    );
    const json = await run("replay codex:a --json", { script: scriptOf() });
    expect([json.code, eventLines(json.stdout)]).toEqual([5, [{ type: "refused", plan: replayPlan() }]]);
  });

  test("on a terminal it starts on Enter, and on nothing else", async () => {
    const yes = await run("replay codex:a", { keys: "y x enter", script: scriptOf() });
    expect([yes.code, yes.runner.resumed.length]).toEqual([0, 1]);
    expect(yes.stderr).toContain("Enter starts with up to 4 paid model calls, Esc cancels \n");
    expect(yes.keyboard.isOpen).toBe(false);
    for (const keys of ["escape", "interrupt", "y", ""]) {
      const no = await run("replay codex:a", { keys, script: scriptOf() });
      expect([no.code, no.runner.resumed]).toEqual([5, []]);
      expect(no.stderr).toMatch(/reprise: Nothing was done\.\n$/);
    }
  });

  test("--yes asks nothing, also on a terminal", async () => {
    const ran = await run("replay codex:a --yes", {
      keys: "",
      script: scriptOf({ approvals, drift: [drift()] }),
    });
    expect(ran.code).toBe(0);
    expect(ran.stderr).not.toContain("Enter");
    expect(ran.runner.resumed[0]?.consent).toMatchObject({ reappliesApprovals: true, allowsWider: false });
  });

  test.each([
    ["y enter", true],
    ["n enter", false],
  ])("approvals are carried over only by a yes to them, and Enter starts: %s", async (keys, reappliesApprovals) => {
    const ran = await run("replay codex:a", { keys, script: scriptOf({ approvals }) });
    expect(ran.runner.resumed[0]?.consent).toMatchObject({ reappliesApprovals });
    expect(ran.stderr).toContain("Reuse 1 saved approval? [y/n]");
    expect(ran.stderr).toContain("Enter starts with up to 4 paid model calls, Esc cancels");
  });

  test("drift of the handshake is asked for while the keys are watched", async () => {
    const found = [drift({ kind: "setting", subject: "model", recorded: "a", now: "b" })];
    const steps: Step[] = [
      { type: "drift-found", drift: found },
      async ({ ask }) => ((await ask({ kind: "drift", drift: found })) ? restored : ended("cancelled")),
      ended(),
    ];
    const ran = await run("replay codex:a", {
      keys: "enter nothing y",
      script: { ...scriptOf(), steps },
    });
    expect([ran.code, ran.keyboard.isOpen]).toEqual([0, false]);
    expect(ran.stderr).toContain("1 thing changed, as shown. Continue? [y/n] y\n");
  });
});

describe("what happens", () => {
  test("progress at each tenth, the summary and how to go on, on stderr; stdout stays empty", async () => {
    const ran = await run("replay codex:a --yes", { script: scriptOf() });
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    expect(ran.stderr).toBe(
      "Restoring: [###———————] 33%\nRestoring: [######————] 66%\nRestoring: [##########] 100%\n" +
        "Replayed as codex:new: 6 items in 3 segments, 5,700 tokens sent to a model.\n" +
        "\nTo continue: reprise resume codex:new\n",
    );
  });

  test("where no agent is needed, there was nothing to check", async () => {
    const steps = [{ type: "checking" }, ...replaySteps.slice(4)] as const;
    const { stderr } = await run("replay codex:a --yes", { script: { ...scriptOf(), steps } });
    expect(stderr).toMatch(/^Checking server connection… not needed\nRestoring: \[#{10}\] 100%\n/);
  });

  test("on a terminal the progress is one line that changes", async () => {
    const ran = await run("replay codex:a --yes", { keys: "", script: scriptOf() });
    expect(ran.stderr).toContain(
      "\r\u001b[KRestoring: [###———————] 33%\r\u001b[KRestoring: [######————] 66%\r\u001b[KRestoring: [##########] 100%\nReplayed as codex:new",
    );
  });

  test("a prompt is sent after it, and answered on stdout", async () => {
    const steps = [...replaySteps.slice(0, -1), delta("Here I am."), ended()];
    const ran = await run("replay codex:a hello --yes", { script: { ...scriptOf(), steps } });
    expect(ran.stdout).toBe("Here I am.\n");
    expect(ran.runner.resumed[0]?.plan).toMatchObject({ prompt: "hello" });
    const silent = await run("replay codex:a --yes", { script: scriptOf() });
    expect(silent.runner.resumed[0]?.plan).toMatchObject({ prompt: null });
  });

  test("with --json each event is a line, the last one with the new session", async () => {
    const ran = await run("replay codex:a --yes --json", { script: scriptOf() });
    const done = { type: "done", session: "codex:new", thread: "new", state: "completed" };
    expect([ran.code, ran.stderr, eventLines(ran.stdout)]).toEqual([0, "", [...replaySteps, done]]);
  });

  test("one that fails half-way says why, and the command that goes on with it: 1", async () => {
    const failure = { kind: "transport", message: "The line is dead.", resetsAt: null } as const;
    const steps = [...newThread, restoring(1), ended("failed", failure)];
    const ran = await run("replay codex:a --to codex --yes", { script: { ...scriptOf(), steps } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(
      "\nReplay failed: The line is dead.\nTo continue: reprise replay --to codex --yes codex:a\n",
    );
  });

  test("no way on: 5; somebody has it: 4", async () => {
    const refusals = [{ mode: "replay", reason: "nothing-to-tell", detail: "It is empty." }] as const;
    const none = await run("replay codex:a --yes", {
      script: { plans: { "codex:a": plan({ mode: null, refusals }) } },
    });
    expect([none.code, none.runner.resumed]).toEqual([5, []]);
    expect(none.stderr).toContain("reprise: codex:a cannot be replayed.\nIt is empty. It has no history to send");
    const steps = [{ type: "busy", owner: null }] as const;
    expect((await run("replay codex:a --yes", { script: { ...scriptOf(), steps } })).code).toBe(4);
    const late = [{ type: "refused", plan: plan({ mode: null, refusals }) }] as const;
    expect((await run("replay codex:a --yes", { script: { ...scriptOf(), steps: late } })).code).toBe(5);
  });
});
