import type { Ailment } from "@reprise/model";
import { planSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { plan } from "../../test/support/plans.ts";
import { replayPlan, replaySteps } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";

const ailment: Ailment = {
  kind: "orphan-call",
  onResume: "healed",
  file: "/home/me/.codex/sessions/a.jsonl",
  line: 12,
  byteOffset: 4096,
  detail: "A call without an output; the copy closes it as interrupted, outcome unknown.",
};
const scriptOf = (ailments: readonly Ailment[]) => ({
  plans: { "codex:a": replayPlan({ ailments }) },
  steps: replaySteps,
});

describe("a session with something wrong", () => {
  const script = scriptOf([ailment]);

  test("is looked at for it, to be replayed by the same agent", async () => {
    const { runner } = await run("repair codex:a more --dry-run", { script });
    expect(runner.planned[0]?.wish).toMatchObject({
      modes: ["replay"],
      looksForAilments: true,
      prompt: "more",
      to: null,
    });
  });

  test("shows each with its place and what the copy does about it, then the plan", async () => {
    const { stdout } = await run("repair codex:a --dry-run", { script });
    expect(stdout).toMatch(/^Replay codex:a in a new codex session\n/);
    expect(stdout).toContain(
      "Problems in the session:\n  /home/me/.codex/sessions/a.jsonl:12 orphan-call (a resume fixes or drops it): A call without an output; the copy closes it as interrupted, outcome unknown.\n",
    );
    const json = await run("repair codex:a --dry-run --json", { script });
    expect(planSchema.parse(JSON.parse(json.stdout))).toEqual(replayPlan({ ailments: [ailment] }));
  });

  test("many are counted, not all shown", async () => {
    const many = Array.from({ length: 50 }, (_, line) => ({ ...ailment, line }));
    const { stdout } = await run("repair codex:a --dry-run", { script: scriptOf(many) });
    expect(stdout.match(/orphan-call/g)).toHaveLength(20);
    expect(stdout).toContain("  … 30 more (--dry-run --json has all)\n");
  });

  test("goes on from a copy under a new id: on Enter, with --yes, else 5", async () => {
    expect((await run("repair codex:a", { keys: "enter", script })).code).toBe(0);
    const yes = await run("repair codex:a --yes --json", { script });
    expect([yes.code, eventLines(yes.stdout).at(-1)]).toEqual([
      0,
      { type: "done", session: "codex:new", thread: "new", state: "completed" },
    ]);
    const no = await run("repair codex:a", { script });
    expect([no.code, no.runner.resumed]).toEqual([5, []]);
    expect(no.stderr).toContain("  reprise repair --yes codex:a\n");
  });

  test("that cannot be copied: 5; that is not there: 3; another agent: 2", async () => {
    const refusals = [{ mode: "replay", reason: "agent-missing", detail: "There is no codex." }] as const;
    const plans = { "codex:a": plan({ mode: null, ailments: [ailment], refusals }) };
    const ran = await run("repair codex:a --yes", { script: { plans } });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("There is no codex. Install the agent");
    expect((await run("repair codex:z", { script })).code).toBe(3);
    expect((await run("repair codex:a --to claude", { script })).code).toBe(2);
  });
});

describe("a healthy session", () => {
  const script = scriptOf([]);

  test.each(["", "--yes", "--dry-run"])("is left alone and said to be so: repair %s", async (words) => {
    const ran = await run(`repair codex:a ${words}`, { script });
    expect([ran.code, ran.stdout, ran.runner.resumed]).toEqual([
      0,
      "Nothing wrong found in codex:a.\nTo continue it: reprise resume codex:a\nTo continue in a new session anyway: reprise replay codex:a\n",
      [],
    ]);
  });

  test("is left alone with a prompt too", async () => {
    const ran = await run(["repair", "codex:a", "go on", "--yes"], { script });
    expect([ran.code, ran.runner.resumed]).toEqual([0, []]);
    expect(ran.stdout).toContain("To continue it: reprise resume codex:a 'go on'\n");
    expect(ran.stdout).toContain("anyway: reprise replay codex:a 'go on'\n");
    const json = await run("repair codex:a --yes --json", { script });
    expect([json.code, eventLines(json.stdout)]).toEqual([0, [{ type: "healthy", session: "codex:a" }]]);
  });
});
