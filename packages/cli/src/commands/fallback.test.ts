import type { Refusal, RestorePlan } from "@reprise/model";
import { warningSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { plan } from "../../test/support/plans.ts";
import { brief, handoffPlan, replayPlan, replaySteps } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";

const refusals: readonly Refusal[] = [{ mode: "resume", reason: "thread-missing", detail: "It is gone." }];
const replay = replayPlan({ refusals });
const scriptOf = (made: RestorePlan) => ({
  plans: { "codex:a": made },
  stepsAs: { replay: replaySteps, handoff: [brief] },
});
const toConfig = (fallback: string) => ({ config: `fallback = "${fallback}"` });

describe("what is planned", () => {
  const all = ["resume", "replay", "handoff"];

  test.each([
    ["", {}, all],
    ["", { keys: "" }, all],
    ["--fallback ask", {}, all],
    ["--fallback none", {}, ["resume"]],
    ["--fallback replay", {}, ["resume", "replay"]],
    ["--fallback handoff", {}, ["resume", "handoff"]],
    ["", toConfig("replay"), ["resume", "replay"]],
    ["--fallback handoff", toConfig("replay"), ["resume", "handoff"]],
  ])("resume %s with %j tries the modes %j", async (words, given, modes) => {
    const { runner } = await run(`resume codex:a --dry-run ${words}`, given);
    expect(runner.planned.map(({ wish }) => wish.modes)).toEqual([modes]);
  });
});

describe("a replay in place of a resume", () => {
  const script = scriptOf(replay);

  test.each([
    ["--fallback replay --yes", {}],
    ["--yes", toConfig("replay")],
    ["", { keys: "y" }],
    ["--fallback ask", { keys: "y", ...toConfig("none") }],
    ["--fallback replay", { keys: "enter" }],
    ["", { keys: "enter", ...toConfig("replay") }],
    ["--fallback replay --yes", { keys: "" }],
  ])("resume %s with %j runs it", async (words, given) => {
    const ran = await run(`resume codex:a ${words}`, { ...given, script });
    expect([ran.code, ran.runner.resumed.map(({ plan }) => plan.mode)]).toEqual([0, ["replay"]]);
    expect(ran.stderr).toContain("To continue: reprise resume codex:new\n");
  });

  test.each([
    ["", {}],
    ["--yes", {}],
    ["--fallback replay", {}],
    ["--fallback none --yes", {}],
    ["--fallback none", { keys: "y" }],
    ["--fallback none --yes", toConfig("replay")],
    ["--fallback handoff --yes", {}],
    ["", { keys: "n" }],
    ["", { keys: "escape" }],
    ["--fallback replay", { keys: "escape" }],
    ["--fallback replay", { keys: "y" }],
  ])("resume %s with %j does nothing: 5 with its plan", async (words, given) => {
    const ran = await run(`resume codex:a ${words}`, { ...given, script });
    expect([ran.code, ran.stdout, ran.runner.resumed]).toEqual([5, "", []]);
    expect(ran.stderr).toContain("Replay codex:a in a new codex session\n  Replay: ");
    expect(ran.stderr.match(/^Replay codex:a/gm)).toHaveLength(1);
  });

  test("names the command to use, with what was said", async () => {
    const ran = await run(["resume", "codex:a", "go on", "--model", "m"], { script });
    expect(ran.stderr).toContain("  reprise resume --model m --yes --fallback replay codex:a 'go on'\n");
    expect(ran.stderr).toContain(
      "codex:a cannot be resumed.\nIt is gone. To continue in a new thread: reprise replay codex:a",
    );
  });

  test("is one question on a terminal; approvals are asked besides", async () => {
    const one = await run("resume codex:a", { keys: "y", script });
    const instead = "Replay it to a new thread instead, with up to 4 paid model calls?";
    expect(one.stderr).toContain(`A resume is not possible. ${instead} [y/n] y\n`);
    const approvals = [{ hash: "h", subject: "npm test", source: "saved" as const }];
    const two = await run("resume codex:a", { keys: "y n", script: scriptOf({ ...replay, approvals }) });
    expect(two.stderr).toContain("Reuse 1 saved approval? [y/n] n\n");
    expect(two.runner.resumed[0]?.consent.reappliesApprovals).toBe(false);
  });

  test("with --json is refused in one line, or told line by line to the new session's done", async () => {
    const no = await run("resume codex:a --json", { script });
    expect([no.code, eventLines(no.stdout)]).toEqual([5, [{ type: "refused", plan: replay }]]);
    const yes = await run("resume codex:a --json --fallback replay --yes", { script });
    expect([yes.code, yes.stderr, eventLines(yes.stdout).at(-1)]).toEqual([
      0,
      "",
      { type: "done", session: "codex:new", thread: "new", state: "completed" },
    ]);
  });

  test("of a session that somebody has open: 4 without a yes", async () => {
    const owner = { pid: 77, program: "codex", terminal: null };
    const busy = {
      ...replay,
      owner,
      refusals: [{ mode: "resume", reason: "busy", detail: "Open." }] as const,
    };
    const no = await run("resume codex:a --json --yes", { script: scriptOf(busy) });
    expect([no.code, eventLines(no.stdout)]).toEqual([4, [{ type: "busy", owner }]]);
    const text = await run("resume codex:a", { script: scriptOf(busy) });
    expect(text.stderr).toContain("  reprise resume --yes --fallback replay codex:a\n");
    expect((await run("resume codex:a --yes --fallback replay", { script: scriptOf(busy) })).code).toBe(0);
  });

  test("that cannot be planned either is said to be so", async () => {
    const none = scriptOf(plan({ mode: null, refusals }));
    const { code, stderr } = await run("resume codex:a --fallback replay --yes", { script: none });
    expect([code, stderr.includes("No plan for a replay could be made either.")]).toEqual([5, true]);
  });
});

describe("a handoff in place of a resume", () => {
  const script = scriptOf(handoffPlan({ refusals }));

  test.each([
    ["--fallback handoff", {}],
    ["", toConfig("handoff")],
    ["", { keys: "y" }],
  ])("resume %s with %j prints the brief: it asks no agent", async (words, given) => {
    const ran = await run(`resume codex:a ${words}`, { ...given, script });
    expect([ran.code, ran.stdout]).toEqual([0, "Restore this session:\nGoal: mend it.\n"]);
  });

  test("is not done unasked, nor where a replay was wanted", async () => {
    for (const line of ["resume codex:a --yes", "resume codex:a --fallback replay --yes"]) {
      const ran = await run(line, { script });
      expect([ran.code, ran.stdout, ran.runner.resumed]).toEqual([5, "", []]);
    }
  });
});

describe("an agent that refuses in the handshake", () => {
  const steps = [{ type: "checking" }, { type: "refused", plan: replay }] as const;
  const script = { plans: { "codex:a": plan() }, stepsAs: { resume: steps, replay: replaySteps } };

  test("leads to the next plan, with the same consent", async () => {
    const ran = await run("resume codex:a --fallback replay --yes", { script });
    expect([ran.code, ran.runner.resumed.map(({ plan }) => plan.mode)]).toEqual([0, ["resume", "replay"]]);
    expect(ran.stderr).toContain("Checking server connection… Fail: It is gone.\n");
    const asked = await run("resume codex:a", { keys: "y", script });
    expect(asked.code).toBe(0);
    expect(asked.stderr).toContain("Fail: It is gone.\nReplay codex:a in a new codex session\n");
  });

  test("leads to a handoff where that is wanted, also when a replay is possible", async () => {
    const plans = { "codex:a": (asked: number) => (asked === 0 ? plan() : handoffPlan()) };
    const stepsAs = { resume: steps, handoff: [brief] };
    const ran = await run("resume codex:a --fallback handoff", { script: { plans, stepsAs } });
    expect([ran.code, ran.stdout]).toEqual([0, "Restore this session:\nGoal: mend it.\n"]);
    expect(ran.runner.planned[1]?.wish.modes).toEqual(["handoff"]);
    expect(ran.runner.resumed[1]?.plan.refusals).toEqual(refusals);
  });

  test("without consent stops at that plan: 5", async () => {
    const ran = await run("resume codex:a --yes", { script });
    expect([ran.code, ran.runner.resumed.length]).toEqual([5, 1]);
    expect(ran.stderr).toContain("Replay codex:a in a new codex session\n");
    expect(ran.stderr).toContain("  reprise resume --yes --fallback replay codex:a\n");
    const json = await run("resume codex:a --json", { script });
    expect([json.code, eventLines(json.stdout)]).toEqual([5, [...steps]]);
  });

  test("with --json goes on below the line of the refusal", async () => {
    const ran = await run("resume codex:a --json --yes --fallback replay", { script });
    const types = eventLines(ran.stdout).map(({ type }) => type);
    expect([ran.code, types.slice(0, 3), types.at(-1)]).toEqual([0, ["checking", "refused", "run-started"], "done"]);
  });

  test("is not fallen back from where the person said no to what it found", async () => {
    const no = replayPlan({ refusals: [{ mode: "resume", reason: "not-wanted", detail: "You said no." }] });
    const stepsAs = { resume: [{ type: "refused", plan: no }], replay: replaySteps } as const;
    const ran = await run("resume codex:a --yes --fallback replay", { script: { ...script, stepsAs } });
    expect([ran.code, ran.runner.resumed.length]).toEqual([5, 1]);
  });

  test("again and again comes to an end", async () => {
    const stepsAs = { resume: steps, replay: [{ type: "refused", plan: replay }] } as const;
    const ran = await run("resume codex:a --yes --fallback replay", { script: { ...script, stepsAs } });
    expect([ran.code, ran.runner.resumed.length]).toEqual([5, 2]);
  });
});

describe("the configuration file", () => {
  test("an unknown setting is a warning with its line", async () => {
    const config = 'fallbak = "replay"';
    const detail = "line 1: there is no setting fallbak. Did you mean fallback?";
    const ran = await run("resume codex:a --dry-run", { config });
    expect([ran.code, ran.stderr]).toEqual([0, `reprise: warning: /home/me/config.toml: ${detail}\n`]);
    const json = await run("resume codex:a --dry-run --json", { config });
    expect(warningSchema.parse(JSON.parse(json.stderr)).warning).toMatchObject({
      kind: "unknown-setting",
      detail,
    });
  });

  test("a bad one is bad use and names the line; nothing is planned", async () => {
    const ran = await run("resume codex:a", { config: "\nfallback: replay" });
    expect([ran.code, ran.runner.planned]).toEqual([2, []]);
    expect(ran.stderr).toContain("reprise: /home/me/config.toml, line 2, column 9: illegal character in key.");
  });

  test("is not looked at where the flag has said it", async () => {
    expect((await run("resume codex:a --dry-run --fallback none", { config: "?" })).code).toBe(0);
  });
});
