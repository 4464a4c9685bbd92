import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handoffSchema, planSchema } from "@reprise/model/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dangerous, eventLines } from "../../test/support/lines.ts";
import { delta, drift, ended, plan, started } from "../../test/support/plans.ts";
import { brief, handoffPlan } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";

const shown = "Restore this session:\nGoal: mend it.\n";
const script = { plans: { "codex:a": handoffPlan() }, stepsAs: { handoff: [brief] } };

describe("what is wished", () => {
  test("the mode handoff and no other, with the budget", async () => {
    const { runner } = await run("handoff codex:a --budget 900", { script });
    expect(runner.planned[0]?.wish).toMatchObject({
      modes: ["handoff"],
      briefTokens: 900,
      prompt: null,
      to: null,
    });
  });

  test.each([
    ["handoff a --copy --output b", "--copy and --output cannot be combined. Give one of them."],
    ["handoff a --run --copy", "--run and --copy cannot be combined. Give one of them."],
    ["handoff a --run -o b", "--run and --output cannot be combined. Give one of them."],
    ["handoff a --to claude", "--to needs --run."],
    ["handoff a go", 'handoff does not take "go". See reprise handoff --help.'],
  ])("%s is bad use", async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 2, stderr: `reprise: ${message}\n` });
  });

  test("a session that is not there: 3; one with nothing to tell: 5", async () => {
    expect((await run("handoff codex:z", { script })).code).toBe(3);
    const refusals = [{ mode: "handoff", reason: "nothing-to-tell", detail: "It is empty." }] as const;
    const none = { plans: { "codex:a": plan({ mode: null, refusals }) } };
    const ran = await run("handoff codex:a", { script: none });
    expect([ran.code, ran.stdout]).toEqual([5, ""]);
    expect(ran.stderr).toContain("codex:a cannot be handed off.\nIt is empty.");
  });
});

describe("the brief", () => {
  test("is all of stdout, made safe, and needs no consent", async () => {
    const ran = await run("handoff codex:a", { script });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, shown, ""]);
    expect(ran.stdout).not.toMatch(dangerous);
    expect(ran.runner.resumed[0]?.consent).toMatchObject({ sendsRecap: false, reappliesApprovals: false });
  });

  test("with --json is one object, exactly", async () => {
    const ran = await run("handoff codex:a --json", { script });
    const told = handoffSchema.parse(JSON.parse(ran.stdout));
    expect([ran.code, ran.stderr, told]).toEqual([
      0,
      "",
      { session: "codex:a", text: "Restore this session:\nGoal: \u001b[31mmend it.\n", tokens: 12 },
    ]);
  });

  test("--dry-run is the plan, and nothing is made", async () => {
    const json = await run("handoff codex:a --dry-run --json", { script });
    expect([planSchema.parse(JSON.parse(json.stdout)), json.runner.resumed]).toEqual([handoffPlan(), []]);
    expect((await run("handoff codex:a --dry-run", { script })).stdout).toMatch(
      /^Brief of codex:a\n {2}Brief: .*\n {2}Turns: 1–4\n {2}Context: 12 tokens\n/,
    );
  });

  test("that is not made says so", async () => {
    const ran = await run("handoff codex:a", { script: { ...script, stepsAs: { handoff: [] } } });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain("No brief of codex:a was made.");
  });
});

describe("--output", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "reprise-handoff-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("writes it for the owner only, and says where", async () => {
    const path = join(folder, "brief.md");
    const ran = await run(["handoff", "codex:a", "--output", path], { script });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, "", `Wrote ${path} (37 B).\n`]);
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([shown, 0o600]);
    const json = await run(["handoff", "codex:a", "--json", "--force", "-o", path], { script });
    expect([handoffSchema.parse(JSON.parse(json.stdout)).tokens, json.stderr]).toEqual([12, ""]);
  });

  test("never replaces a file unless forced: 5, before anything is made", async () => {
    const path = join(folder, "mine");
    writeFileSync(path, "mine");
    const no = await run(["handoff", "codex:a", "-o", path], { script });
    expect([no.code, no.runner.resumed, readFileSync(path, "utf8")]).toEqual([5, [], "mine"]);
    expect(no.stderr).toContain("already exists. Choose another name, or replace it with --force.");
    expect((await run(["handoff", "codex:a", "-o", path, "--force"], { script })).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(shown);
  });

  test("never into an agent's home, nor over the session's own file", async () => {
    const homes = async () => [{ agent: "codex", path: join(folder, "home") } as const];
    const inside = await run(["handoff", "codex:a", "-o", join(folder, "home", "x"), "--force"], {
      script,
      homes,
    });
    expect([inside.code, inside.stderr]).toEqual([5, expect.stringContaining("belongs to codex")]);
    const own = join(folder, "rollout.jsonl");
    const basis = [{ path: own, sizeBytes: 1, mtimeMs: 1 }];
    const plans = { "codex:a": handoffPlan({ basis }) };
    expect((await run(["handoff", "codex:a", "-o", own, "--force"], { script: { ...script, plans } })).code).toBe(5);
  });
});

describe("--copy", () => {
  const coded = Buffer.from(shown).toString("base64");

  test("goes to the clipboard of the terminal", async () => {
    const ran = await run("handoff codex:a --copy", { keys: "", script });
    expect([ran.code, ran.stdout, ran.copied]).toEqual([0, "", []]);
    expect(ran.stderr.startsWith(`\u001b]52;c;${coded}\u0007Copied to the terminal's clipboard.`)).toBe(true);
    const piped = await run("handoff codex:a --copy", { terminal: 80, script });
    expect(piped.stdout).toBe(`\u001b]52;c;${coded}\u0007`);
    const json = await run("handoff codex:a --copy --json", { terminal: 80, clipboard: "pbcopy", script });
    expect([handoffSchema.parse(JSON.parse(json.stdout)).tokens, json.copied]).toEqual([12, [shown]]);
  });

  test("goes to a program where there is no terminal", async () => {
    const ran = await run("handoff codex:a --copy", { clipboard: "wl-copy", script });
    expect([ran.code, ran.stdout, ran.stderr, ran.copied]).toEqual([0, "", "Copied with wl-copy.\n", [shown]]);
  });

  test("without either names --output: 1", async () => {
    const ran = await run("handoff codex:a --copy", { script });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain("There is no clipboard here");
    expect(ran.stderr).toContain("Use --output FILE.");
  });

  test("that is too long for a terminal says so, and sends nothing of it", async () => {
    const long = { type: "brief", text: "x".repeat(80_000), tokens: 20_000 } as const;
    const ran = await run("handoff codex:a --copy", {
      keys: "",
      script: { ...script, stepsAs: { handoff: [long] } },
    });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^reprise: The text is too long for the terminal's clipboard: .* smaller --budget\.\n$/);
  });
});

describe("--run", () => {
  const running = { ...script, steps: [...started, delta("On it."), ended()] };

  test("puts it into the prompt of a new session, as the plan has it", async () => {
    const plans = { "codex:a": handoffPlan({ target: "gemini" }) };
    const ran = await run("handoff codex:a --run --to gemini --yes --model m", {
      script: { ...running, plans },
    });
    expect([ran.code, ran.stdout]).toEqual([0, "On it.\n"]);
    expect(ran.runner.planned[0]?.wish.to).toBe("gemini");
    expect(ran.runner.ran).toEqual([
      {
        agent: "gemini",
        cwd: "/home/shop",
        settings: { model: "m", sandbox: "workspace-write", cwd: "/home/shop" },
        prompt: "Restore this session:\nGoal: \u001b[31mmend it.\n",
        canAnswer: false,
        lineage: { kind: "handoff", session: "codex:a", turn: 4 },
      },
    ]);
  });

  test("only with a yes: 5 with the plan and the command", async () => {
    const ran = await run("handoff codex:a --run", { script: running });
    expect([ran.code, ran.runner.ran, ran.runner.resumed]).toEqual([5, [], []]);
    expect(ran.stderr).toContain("  reprise handoff --run --yes codex:a\n");
    const json = await run("handoff codex:a --run --json", { script: running });
    expect(eventLines(json.stdout)).toEqual([{ type: "refused", plan: handoffPlan() }]);
  });

  test("never with more than was permitted, unless that was said", async () => {
    const wider = drift({
      kind: "setting",
      subject: "sandbox",
      recorded: "read-only",
      now: "x",
      widens: true,
    });
    const plans = { "codex:a": handoffPlan({ drift: [wider] }) };
    const no = await run("handoff codex:a --run --yes", { script: { ...running, plans } });
    expect([no.code, no.runner.ran]).toEqual([5, []]);
    expect(no.stderr).toContain("Wider permissions: sandbox from read-only to x.");
    expect(no.stderr).toContain("reprise handoff --run --yes --allow-wider codex:a");
    const yes = await run("handoff codex:a --run --yes --allow-wider", { script: { ...running, plans } });
    expect([yes.code, yes.runner.ran.length]).toEqual([0, 1]);
  });

  test("on a terminal what will be sent is shown, and Enter sends it", async () => {
    const yes = await run("handoff codex:a --run", { keys: "enter", script: running });
    expect(yes.runner.ran).toHaveLength(1);
    expect(yes.stderr).toContain(
      "Brief (12 tokens):\n  > Restore this session:\n  > Goal: mend it.\nEnter starts, Esc cancels \n",
    );
    const no = await run("handoff codex:a --run", { keys: "escape", script: running });
    expect([no.code, no.runner.ran]).toEqual([5, []]);
  });

  test("with --json its events are lines to done", async () => {
    const ran = await run("handoff codex:a --run --yes --json", { script: running });
    expect([ran.code, eventLines(ran.stdout).at(-1)]).toEqual([
      0,
      { type: "done", session: "codex:a", thread: "a", state: "completed" },
    ]);
  });
});
