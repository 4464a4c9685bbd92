import { planSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { delta, drift, ended, offer, plan, request, settings, started } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";
import type { Stage, Step } from "../../test/support/script.ts";
import { session, time } from "../../test/support/sessions.ts";

const checked = [{ type: "checking" }, { type: "checked", settings }] as const;
const steps = [...checked, ...started, delta("Going on."), ended()];
const scriptOf = (given: Parameters<typeof plan>[0]) => ({ steps, plans: { "codex:a": plan(given) } });

describe("which session", () => {
  test.each([[["resume"]], [["resume", "."]]])("%j is the interrupted one of this project", async (line) => {
    const { runner, code } = await run(line, { script: { offer, steps } });
    expect([code, runner.planned[0]?.session, runner.offeredFor]).toEqual([0, "codex:a", ["/home/shop"]]);
  });

  test("none interrupted: 3", async () => {
    const ran = await run("resume", { script: { steps } });
    expect([ran.code, ran.runner.planned]).toEqual([3, []]);
  });

  test("the one that was cut off, if Reprise did not run it; of several one must be chosen", async () => {
    const cut = (thread: string) => session(thread, { state: "interrupted" });
    const script = { steps, plans: { "codex:a": plan() } };
    const one = await run("resume", { script, contents: { sessions: [cut("a"), session("b")] } });
    expect([one.code, one.runner.planned[0]?.session]).toEqual([0, "codex:a"]);
    const two = await run("resume", { script, contents: { sessions: [cut("a"), cut("b")] } });
    expect([two.code, two.runner.planned]).toEqual([3, []]);
    expect(two.stderr).toContain("reprise resume codex:a\n  reprise resume codex:b");
  });

  test("an unknown one: 3", async () => {
    expect((await run("resume codex:z", { script: { steps } })).code).toBe(3);
  });

  describe("--last", () => {
    const sessions = [
      session("a", { updatedAt: time("2026-11-15T20:00:00.000Z") }),
      session("b", { agent: "claude", updatedAt: time("2026-11-15T19:00:00.000Z") }),
    ];
    const script = { steps, plans: { "codex:a": plan(), "claude:b": plan() } };

    test.each([["resume --last"], ["resume -c"]])(
      "%s is the newest of this project, also a completed one",
      async (line) => {
        const { runner, library, code } = await run(line, { script, contents: { sessions } });
        expect([code, runner.planned[0]?.session, runner.planned[0]?.wish.prompt]).toEqual([0, "codex:a", null]);
        expect(library.asked.query).toMatchObject({ scope: { workspace: "/home/shop" }, limit: 1 });
      },
    );

    test("what follows is the prompt, kept for that session", async () => {
      const ran = await run(["resume", "--last", "and now"], { script, contents: { sessions } });
      expect(ran.runner.planned[0]).toMatchObject({ session: "codex:a", wish: { prompt: "and now" } });
      expect(ran.prompts.saved).toMatchObject([{ text: "and now", mode: "resume", session: "codex:a" }]);
    });

    test("--agent takes the newest of that agent", async () => {
      const { runner } = await run("resume --last --agent claude", { script, contents: { sessions } });
      expect(runner.planned[0]?.session).toBe("claude:b");
    });

    test("--dry-run --json is the plan, and starts nothing", async () => {
      const ran = await run("resume --last --dry-run --json", { script, contents: { sessions } });
      expect(planSchema.parse(JSON.parse(ran.stdout)).session).toBe("codex:a");
      expect(ran.runner.resumed).toEqual([]);
    });

    test("none: 3, and it says where it looked", async () => {
      expect(await run("resume --last", { script })).toMatchObject({
        code: 3,
        stderr: "reprise: There is no session in /home/shop. See reprise list --all.\n",
      });
      const gemini = await run("resume --last --agent gemini", { script, contents: { sessions } });
      expect([gemini.code, gemini.stderr]).toEqual([
        3,
        "reprise: There is no session of gemini in /home/shop. See reprise list --all.\n",
      ]);
    });
  });
});

describe("what is wished", () => {
  test("settings, prompt and precedence are given to the plan", async () => {
    const line = "resume codex:a more --model m --provider p --effort low --sandbox read-only --approval never";
    const { runner } = await run(`${line} -C /tmp --current --allow-wider`, { script: { steps } });
    expect(runner.planned[0]?.wish).toMatchObject({
      settings: {
        model: "m",
        provider: "p",
        effort: "low",
        sandbox: "read-only",
        approvalPolicy: "never",
        cwd: "/tmp",
      },
      otherwise: "current",
      prompt: "more",
      allowsWider: true,
    });
    expect(runner.resumed[0]?.consent.allowsWider).toBe(true);
    const { runner: plain } = await run("resume codex:a", { script: { steps } });
    expect(plain.planned[0]?.wish).toMatchObject({
      settings: {},
      otherwise: "recorded",
      prompt: null,
      allowsWider: false,
    });
  });

  test.each([
    ["resume a --recorded --current", "--recorded and --current cannot be combined. Give one of them."],
    ["resume --all-interrupted a", "--all-interrupted takes no ID and no PROMPT."],
    [
      "resume --all-interrupted --when-reset",
      "--all-interrupted and --when-reset cannot be combined. Give one of them.",
    ],
    ["resume --last a b", "--last takes no ID: reprise resume --last PROMPT."],
    ["resume a --agent codex", "--agent needs --last: a session already has its agent."],
    ["resume --all-interrupted --last", "--all-interrupted and --last cannot be combined. Give one of them."],
    ["resume --last=3", "--last takes no value."],
    ["resume a --fallback maybe", '--fallback is one of ask, replay, handoff, none, not "maybe".'],
  ])("%s is bad use", async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 2, stderr: `reprise: ${message}\n` });
  });
});

describe("--dry-run", () => {
  test("with --json is exactly the plan", async () => {
    const made = plan({ drift: [drift()], pending: [request()], recap: "half a command" });
    const ran = await run("resume codex:a --dry-run --json", {
      script: { plans: { "codex:a": { ...made, extra: 1 } as typeof made } },
    });
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(planSchema.parse(JSON.parse(ran.stdout))).toEqual(made);
    expect(ran.runner.resumed).toEqual([]);
  });

  test("as text says everything the plan holds", async () => {
    const made = plan({
      drift: [
        drift({
          kind: "setting",
          subject: "approvalPolicy",
          recorded: "untrusted",
          now: "never",
          widens: true,
        }),
        drift({ note: "one paid call" }),
      ],
      approvals: [{ hash: "h", subject: "npm test", source: "saved" as const }],
      unfinished: [
        {
          item: "1",
          kind: "command",
          subject: "make",
          outcome: "still-running",
          evidence: "process 7 runs it",
        },
      ],
      pending: [request()],
      recap: "It was making.",
    });
    const ran = await run("resume codex:a --dry-run", { script: { plans: { "codex:a": made } } });
    expect(ran.stdout).toMatchInlineSnapshot(`
      "Resume codex:a
        Resume: continues in the same thread
        Agent: codex
        Folder: /home/shop
        Sends: the prompt below
      Settings:
        model: gpt-5.2-codex
        sandbox: workspace-write (may change files in this folder)
        approvals: untrusted → never  WIDER: more would be permitted
      Changes since:
        git head: abc → def (one paid call)
      Unfinished work:
        command make: still running (process 7 runs it)
      Recap of unfinished work, sent if you agree:
        > It was making.
      Unanswered requests, asked again and not granted:
        rm -rf build
      Saved approvals, reused if you agree:
        npm test
      Checked when the agent starts:
        effective settings
      Prompt:
        > Continue where you left off.
      "
    `);
  });
});

describe("consent", () => {
  const open = {
    drift: [drift()],
    approvals: [{ hash: "h", subject: "npm test", source: "saved" as const }],
    recap: "It was making.",
  };

  test("nothing open: a resume needs no question, with or without a prompt", async () => {
    for (const line of ["resume codex:a", "resume codex:a more"]) {
      const ran = await run(line, { script: { steps } });
      expect([ran.code, ran.runner.resumed.length]).toEqual([0, 1]);
    }
  });

  test("open questions, no terminal, no --yes: 5 with the plan, and the command to use", async () => {
    const ran = await run(["resume", "codex:a", "more words"], { script: scriptOf(open) });
    expect([ran.code, ran.stdout, ran.runner.resumed]).toEqual([5, "", []]);
    expect(ran.stderr).toContain("Changes since:\n  git head: abc → def\n");
    expect(ran.stderr).toContain("  reprise resume --yes codex:a 'more words'\n");
    const json = await run("resume codex:a --json", { script: scriptOf(open) });
    expect([json.code, eventLines(json.stdout)]).toEqual([5, [{ type: "refused", plan: plan(open) }]]);
  });

  test("--yes accepts drift, approvals and the account; in the handshake too, unless it widens", async () => {
    const { code, runner } = await run("resume codex:a --yes", { script: scriptOf(open) });
    const consent = runner.resumed[0]?.consent;
    expect(code).toBe(0);
    expect(consent).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: false,
    });
    expect(consent?.drift).toBe("accept");
  });

  test("on a terminal the plan is shown and each thing asked in one line", async () => {
    const ran = await run("resume codex:a", { keys: "y n y", script: scriptOf(open) });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/^Resume codex:a\n/);
    expect(ran.stderr).toContain(
      "1 thing changed, as shown. Continue? [y/n] y\nReuse 1 saved approval? [y/n] n\nSend the recap of unfinished work? [y/n] y\n",
    );
    expect(ran.runner.resumed[0]?.consent).toMatchObject({
      reappliesApprovals: false,
      sendsRecap: true,
      canAnswer: true,
    });
  });

  test.each(["n", "escape", "y interrupt", "y y escape"])("%s: nothing is done, 5", async (keys) => {
    const ran = await run("resume codex:a", { keys, script: scriptOf(open) });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("reprise: Nothing was done.\n");
    expect(ran.stderr.match(/^Resume codex:a$/gm)).toHaveLength(1);
  });

  test("a setting that was said is not asked again, unless it costs something", async () => {
    const model = drift({ kind: "setting", subject: "model", recorded: "a", now: "b" });
    const line = "resume codex:a x --model b";
    expect((await run(line, { script: scriptOf({ drift: [model] }) })).code).toBe(0);
    expect((await run(line, { script: scriptOf({ drift: [{ ...model, note: "a paid call" }] }) })).code).toBe(5);
    expect((await run("resume codex:a x", { script: scriptOf({ drift: [model] }) })).code).toBe(5);
  });

  test("drift that the handshake finds is asked on a terminal", async () => {
    const found = [drift({ kind: "setting", subject: "model", recorded: "a", now: "b" })];
    const isAccepted = async ({ consent, ask }: Stage) =>
      consent?.drift === "ask" ? ask({ kind: "drift", drift: found }) : consent?.drift === "accept";
    const handshake: Step[] = [
      { type: "checking" },
      { type: "drift-found", drift: found },
      async (stage) => ((await isAccepted(stage)) ? ended() : { type: "refused", plan: plan({ mode: null }) }),
    ];
    const yes = await run("resume codex:a", { keys: "y", script: { steps: handshake } });
    expect(yes.stderr).toContain(
      "Checking server connection… Settings differ from what was recorded:\n  model: a → b\n",
    );
    expect([yes.code, (await run("resume codex:a", { keys: "n", script: { steps: handshake } })).code]).toEqual([0, 5]);
    expect((await run("resume codex:a --yes", { script: { steps: handshake } })).code).toBe(0);
    expect((await run("resume codex:a", { script: { steps: handshake } })).code).toBe(5);
  });
});
