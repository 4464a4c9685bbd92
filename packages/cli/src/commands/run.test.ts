import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { errorSchema, planSchema, runPlanSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { delta, drift, ended, offer, plan, started } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";

const steps = [...started, delta("Done."), ended()];

describe("what is run", () => {
  test("the prompt with the settings that were said, and only those", async () => {
    const ran = await run(
      ["run", "--agent", "claude", "-C", "/tmp", "--model", "m", "--provider", "p", "--effort", "high"].concat([
        "--sandbox",
        "read-only",
        "--approval",
        "never",
        "fix it",
      ]),
      { script: { steps } },
    );
    expect(ran.code).toBe(0);
    expect(ran.runner.ran).toEqual([
      {
        agent: "claude",
        cwd: "/tmp",
        settings: {
          model: "m",
          provider: "p",
          effort: "high",
          sandbox: "read-only",
          approvalPolicy: "never",
          cwd: "/tmp",
        },
        prompt: "fix it",
        canAnswer: false,
        carries: ["prompt-1"],
      },
    ]);
    expect((await run("run x", { script: { steps } })).runner.ran[0]).toMatchObject({
      agent: "codex",
      cwd: "/home/shop",
      settings: {},
    });
  });

  test("images, files and instructions go with it, by absolute paths", async () => {
    const folder = mkdtempSync(join(tmpdir(), "run-"));
    writeFileSync(join(folder, "i.md"), "be brief\n");
    const given = ["--image", "a b.png", "--image=-c.png", "--file", "/srv/@n.txt"];
    const line = ["run", ...given, "--instructions", `@${join(folder, "i.md")}`, "--", "-x"];
    const inputs = [
      { kind: "image", path: "/home/shop/a b.png" },
      { kind: "image", path: "/home/shop/-c.png" },
      { kind: "file", path: "/srv/@n.txt" },
    ];
    const wanted = { prompt: "-x", inputs, instructions: "be brief\n" };
    expect((await run(line, { script: { steps } })).runner.ran[0]).toMatchObject(wanted);
    const planned = await run(["run", "--dry-run", "--json", ...line.slice(1)]);
    expect(runPlanSchema.parse(JSON.parse(planned.stdout))).toMatchObject(wanted);
    expect((await run(["run", "--dry-run", ...line.slice(1)])).stdout).toBe(
      "Run codex in /home/shop\nWill be sent:\n  > -x\n  image: /home/shop/a b.png\n  image: /home/shop/-c.png\n" +
        "  file: /srv/@n.txt\nInstructions:\n  > be brief\n",
    );
    rmSync(folder, { recursive: true });
    const resumed = await run(["run", "--resume", "--image", "a.png", "x"], { script: { offer } });
    expect([resumed.code, resumed.stderr]).toEqual([
      2,
      "reprise: --image, --file and --instructions go with a new session. Add --fresh, or leave them out.\n",
    ]);
  });

  test.each([[["run"]], [["run", "-"]]])("%j takes the prompt from a pipe", async (line) => {
    const { runner } = await run(line, { stdin: "from the pipe\n", script: { steps } });
    expect(runner.ran[0]?.prompt).toBe("from the pipe");
  });

  test.each([
    [["run", "--fresh"], { keys: "" }, "run needs PROMPT: reprise run PROMPT."],
    [["run"], {}, "The prompt is empty. Write what the agent should do."],
    [["run", "  "], {}, "The prompt is empty. Write what the agent should do."],
    [["run", "x", "--resume", "--fresh"], {}, "--resume and --fresh cannot be combined. Give one of them."],
    [["run", "x", "-C", "/no/such"], {}, '--cwd needs a folder that exists, not "/no/such".'],
    [["run", "x", "--codex-home", "a", "--codex-home", "b"], {}, "Give --codex-home once: an agent runs in one home."],
    [
      ["run", "x", "--sandbox", "none"],
      {},
      '--sandbox is one of read-only, workspace-write, danger-full-access, not "none".',
    ],
    [["run", "fix", "it"], {}, 'run does not take "it". See reprise run --help.'],
  ])("%j is bad use and starts nothing", async (line, given, message) => {
    const ran = await run(line, given);
    expect([ran.code, ran.stderr]).toEqual([2, `reprise: ${message}\n`]);
    expect([ran.runner.ran, ran.opened]).toEqual([[], []]);
  });

  test("the home that was said is the one the agent runs in", async () => {
    const ran = await run("run x --codex-home h", { script: { steps } });
    const homes = { codex: ["/home/shop/h"] };
    expect(ran.opened).toEqual([{ homes }, { homes }]); // the library and the runner
  });

  test("a person can answer what the agent asks; a program that reads JSON cannot", async () => {
    expect((await run("run x", { keys: "", script: { steps } })).runner.ran[0]?.canAnswer).toBe(true);
    expect((await run("run x --json", { keys: "", script: { steps } })).runner.ran[0]?.canAnswer).toBe(false);
  });
});

describe("an interrupted run of this project", () => {
  const script = { offer, steps };

  test("is offered in one line; y goes on with it, with the given prompt", async () => {
    const ran = await run(["run", "go on"], { keys: "y", script });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/^Interrupted session from 2026-02-15 10:32 UTC\. Resume\? \[y\/n\] y\n/);
    expect(ran.runner.resumed[0]?.plan).toMatchObject({ prompt: "go on" });
    expect([ran.runner.ran, ran.runner.declined, ran.runner.offeredFor]).toEqual([[], [], ["/home/shop"]]);
  });

  test.each(["escape", "q"])("%s does neither", async (keys) => {
    const ran = await run("run x", { keys, script });
    expect([ran.code, ran.runner.declined, ran.runner.ran]).toEqual([5, [], []]);
  });

  test("n starts afresh and is remembered; other keys say nothing", async () => {
    const ran = await run("run x", { keys: "z enter N", script });
    expect([ran.code, ran.runner.declined, ran.runner.ran.length]).toEqual([0, [offer.run], 1]);
    expect(ran.keyboard.isOpen).toBe(false);
  });

  test.each(["escape", "interrupt", "closed"])("%s does neither", async (key) => {
    const ran = await run("run x", { keys: key, script });
    expect([ran.code, ran.runner.ran, ran.runner.resumed, ran.runner.declined]).toEqual([5, [], [], []]);
    expect(ran.stderr).toContain("reprise: Nothing was started.\n");
  });

  test("--resume and --fresh answer beforehand", async () => {
    const resumed = await run("run x --resume", { script });
    expect([resumed.code, resumed.runner.resumed.length, resumed.keyboard.openCount]).toEqual([0, 1, 0]);
    const unsent = { ...offer, prompt: "precious" };
    const kept = await run("run x --fresh", { script: { ...script, offer: unsent } });
    expect([kept.code, kept.runner.declined]).toEqual([0, []]);
    const fresh = await run("run x --fresh", { script });
    expect([fresh.code, fresh.runner.declined, fresh.runner.ran.length]).toEqual([0, [offer.run], 1]);
  });

  test("without a terminal nothing is asked: 5, the plan, and the commands to use", async () => {
    const ran = await run(["run", "--model", "m", "say it's so"], { script });
    expect([ran.code, ran.stdout, ran.runner.ran, ran.keyboard.openCount]).toEqual([5, "", [], 0]);
    expect(ran.stderr).toContain("Resume codex:a\n");
    expect(ran.stderr).toContain("  reprise run --model m --resume 'say it'\\''s so'\n");
    expect(ran.stderr).toContain("  reprise run --model m --fresh 'say it'\\''s so'\n");
  });

  test("with --json the last line is refused, with the plan", async () => {
    const ran = await run("run x --json", { keys: "y", script });
    expect(ran.code).toBe(5);
    expect(eventLines(ran.stdout)).toEqual([{ type: "refused", plan: { ...plan(), prompt: "x" } }]);
    expect(errorSchema.parse(JSON.parse(ran.stderr)).error.candidates).toEqual([
      "reprise run --resume --json x",
      "reprise run --fresh --json x",
    ]);
  });

  test("of another agent than the one asked for is not offered", async () => {
    const ran = await run("run x --agent claude", { script });
    expect([ran.code, ran.runner.ran.length, ran.runner.declined]).toEqual([0, 1, []]);
  });

  test("--resume with nothing to resume is nothing found", async () => {
    expect((await run("run x --resume", { script: { steps } })).code).toBe(3);
  });

  test("what only a person can decide stops --resume too", async () => {
    const open = { ...script, plans: { "codex:a": plan({ drift: [drift()] }) } };
    const ran = await run("run x --resume", { script: open });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("  reprise resume --yes codex:a x\n");
  });
});

describe("--dry-run", () => {
  test("says what would be run, and does nothing", async () => {
    const ran = await run("run x --dry-run --json --model m", { script: { offer } });
    expect(ran.code).toBe(0);
    expect(runPlanSchema.parse(JSON.parse(ran.stdout))).toMatchObject({ prompt: "x", offer, agent: "codex" });
    expect([ran.runner.ran, ran.runner.declined]).toEqual([[], []]);
    expect((await run("run x --dry-run --model m", { script: { offer } })).stdout).toBe(
      "Run codex in /home/shop\n  model: m\nInterrupted session from 2026-02-15 10:32 UTC: codex:a\nWill be sent:\n  > x\n",
    );
  });

  test.each([
    ["failed", "Failed session from 2026-02-15 10:32 UTC"],
    ["stopped", "Stopped session from 2026-02-15 10:32 UTC"],
  ] as const)("a run that %s is not called interrupted", async (state, words) => {
    const script = { offer: { ...offer, state } };
    expect((await run("run x --dry-run", { script })).stdout).toContain(`${words}: codex:a\n`);
    expect((await run("run x", { script })).stderr).toContain(`${words}. Choose --resume`);
  });

  test("with --resume it is the plan of the resume", async () => {
    const ran = await run("run x --resume --dry-run --json", { script: { offer } });
    expect(planSchema.parse(JSON.parse(ran.stdout)).session).toBe("codex:a");
    expect(ran.runner.resumed).toEqual([]);
  });
});

test("warnings and the journal's troubles are told on stderr, as JSON with --json", async () => {
  const health = [
    { state: "degraded", reason: "ENOSPC", waitingCount: 3 },
    { state: "degraded", reason: "ENOSPC", waitingCount: 4 },
    { state: "good" },
  ] as const;
  const warnings = [{ kind: "unreadable", path: "/j", detail: "EACCES" }] as const;
  const ran = await run("run x", { script: { steps, health, warnings } });
  expect(ran.stderr.match(/warning: The journal cannot be written \(ENOSPC\)/g)).toHaveLength(1);
  expect(ran.stderr).toContain("warning: The journal can be written again; nothing was lost.\n");
  expect(ran.stderr).toContain("reprise: warning: /j: EACCES\n");
  expect(ran.runner.isClosed).toBe(true);
  const { stderr } = await run("run x --json", { script: { steps, health, warnings } });
  expect(
    stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).warning.kind),
  ).toEqual(["journal-not-saved", "journal-not-saved", "unreadable"]);
});

test("an error of the runner keeps its exit code", async () => {
  const failure = new SessionError("bad-use", "Reprise cannot drive gemini yet.");
  const broken = () => Promise.reject(failure);
  expect((await run("run x", { openRunner: broken })).code).toBe(2);
});
