import type { Drift, RestorePlan } from "@reprise/model";
import { errorSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { ended, plan, request, row, settings, started } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";
import { time } from "../../test/support/sessions.ts";

const steps = [{ type: "checking" }, { type: "checked", settings }, ...started, ended()] as const;
const owner = { pid: 77, program: "codex", terminal: null };
const refusedPlan = (reason: RestorePlan["refusals"][number]["reason"], given: Partial<RestorePlan> = {}) =>
  plan({ mode: null, refusals: [{ mode: "resume", reason, detail: "It cannot be." }], ...given });

describe("the handshake", () => {
  test("is shown while it lasts, then Done", async () => {
    const { stderr } = await run("resume codex:a", { script: { steps } });
    expect(stderr).toMatch(/^Checking server connection… Done\n/);
  });

  test("that fails says why and what to do now: 5", async () => {
    const refusal = { type: "refused", plan: refusedPlan("authentication") } as const;
    const ran = await run("resume codex:a", { script: { steps: [{ type: "checking" }, refusal] } });
    expect(ran.code).toBe(5);
    expect(ran.stderr).toBe(
      "Checking server connection… Fail: It cannot be.\n" +
        "reprise: codex:a cannot be resumed.\nIt cannot be. Log in with the agent, then: reprise resume codex:a\n",
    );
    const json = await run("resume codex:a --json", { script: { steps: [{ type: "checking" }, refusal] } });
    expect([json.code, eventLines(json.stdout).at(-1)]).toEqual([5, refusal]);
  });

  test("that finds it busy names the owner: 4", async () => {
    const busy = [{ type: "checking" }, { type: "busy", owner }] as const;
    const ran = await run("resume codex:a", { script: { steps: busy } });
    expect([ran.code, ran.stderr]).toEqual([
      4,
      "Checking server connection… Fail: busy\nreprise: codex:a is open in codex (process 77). Close it there, then: reprise resume codex:a\n",
    ]);
    const json = await run("resume codex:a --json", { script: { steps: busy } });
    expect([json.code, eventLines(json.stdout)]).toEqual([4, busy]);
    expect(errorSchema.parse(JSON.parse(json.stderr)).error.code).toBe("busy");
  });
});

describe("a plan without a way on", () => {
  test("is refused before anything starts, with the next step", async () => {
    const script = { plans: { "codex:a": refusedPlan("thread-missing") } };
    const ran = await run("resume codex:a x", { script });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("Can't continue codex:a\n");
    expect(ran.stderr).toContain("It cannot be. To continue in a new thread: reprise replay codex:a\n");
    const json = await run("resume codex:a --json", { script });
    expect(eventLines(json.stdout)).toEqual([{ type: "refused", plan: refusedPlan("thread-missing") }]);
  });

  test("because somebody has it is busy: 4", async () => {
    const script = { plans: { "codex:a": refusedPlan("busy", { owner }) } };
    const ran = await run("resume codex:a --json --yes", { script });
    expect([ran.code, eventLines(ran.stdout)]).toEqual([4, [{ type: "busy", owner }]]);
  });

  test("--yes does not allow more than recorded", async () => {
    const script = { plans: { "codex:a": refusedPlan("wider-permissions") } };
    expect((await run("resume codex:a --yes", { script })).code).toBe(5);
  });
});

describe("--when-reset", () => {
  const until = time("2026-11-16T12:02:05.000Z");
  const parked = row("a", { state: "failed", parkedUntil: until });

  test("waits with one line a minute and goes on once", async () => {
    const ran = await run("resume codex:a --when-reset", { script: { steps, rows: [parked] } });
    expect([ran.code, ran.runner.resumed.length]).toEqual([0, 1]);
    expect(ran.stderr).toMatch(
      /^Parked until 2026-11-16 12:02 UTC: resuming in 2 min 05 s\nParked .* 1 min 05 s\nParked .* in 5 s\nChecking/,
    );
    expect(ran.runner.planned).toHaveLength(2);
  });

  test("counts in one line on a terminal", async () => {
    const ran = await run("resume codex:a --when-reset", { keys: "", script: { steps, rows: [parked] } });
    expect(ran.stderr.split("\r\u001b[KParked until")).toHaveLength(126);
    expect(ran.stderr).toContain("resuming in 1 s (Ctrl-C stops waiting)\r\u001b[KChecking");
  });

  test("a time that is over, or none, is not waited for", async () => {
    const past = row("a", { parkedUntil: time("2026-11-16T11:00:00.000Z") });
    for (const rows of [[past], [row("a")], []]) {
      const ran = await run("resume codex:a --when-reset", { script: { steps, rows } });
      expect([ran.code, ran.runner.resumed.length]).toEqual([0, 1]);
      expect(ran.stderr).not.toContain("Parked");
    }
  });

  test("never with a request pending: 5, at once", async () => {
    const scripts = [
      { steps, rows: [{ ...parked, pendingCount: 1 }] },
      { steps, rows: [parked], plans: { "codex:a": plan({ pending: [request()] }) } },
    ];
    for (const script of scripts) {
      const ran = await run("resume codex:a --when-reset --yes", { script });
      expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
      expect(ran.stderr).toContain("A request of the agent is pending: it needs your answer.");
    }
  });

  test("what somebody else has gone on with meanwhile is left alone", async () => {
    const rows = (asked: number) => (asked === 0 ? [parked] : [row("a", { state: "completed" })]);
    const ran = await run("resume codex:a --when-reset", { script: { steps, rows } });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("codex:a was continued meanwhile.");
  });

  test("also when that happens while the plan is made", async () => {
    let hasGoneOn = false;
    const plans = {
      "codex:a": (asked: number) => {
        hasGoneOn = asked === 1;
        return plan();
      },
    };
    const rows = () => [hasGoneOn ? row("a", { state: "completed" }) : parked];
    const ran = await run("resume codex:a --when-reset", { script: { steps, rows, plans } });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
  });

  test("what changed while waiting is asked again; without anybody it is refused", async () => {
    const plans = { "codex:a": (asked: number) => plan(asked === 0 ? {} : { recap: "new" }) };
    const script = { steps, rows: [parked], plans };
    expect((await run("resume codex:a --when-reset", { script })).code).toBe(5);
    expect((await run("resume codex:a --when-reset --yes", { script })).code).toBe(0);
    expect((await run("resume codex:a --when-reset", { keys: "y", script })).runner.resumed).toHaveLength(1);
  });

  test("permissions that became wider while waiting are refused: --allow-wider was for what was shown before", async () => {
    const wider = (now: string) =>
      ({ kind: "setting", subject: "sandbox", recorded: "read-only", now, widens: true, note: null }) as const;
    const plans = (first: Drift[]) => ({
      "codex:a": (asked: number) => plan({ drift: asked === 0 ? first : [wider("danger-full-access")] }),
    });
    for (const first of [[], [wider("workspace-write")]]) {
      const script = { steps, rows: [parked], plans: plans(first) };
      for (const line of [
        "resume codex:a --when-reset --allow-wider --yes",
        "resume codex:a --when-reset --allow-wider",
      ]) {
        const ran = await run(line, { keys: "y", script });
        expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
        expect(ran.stderr).toContain("Permissions have become wider while it waited: sandbox from read-only to");
      }
    }
    const same = { steps, rows: [parked], plans: plans([wider("danger-full-access")]) };
    expect((await run("resume codex:a --when-reset --allow-wider --yes", { script: same })).code).toBe(0);
  });

  test("Ctrl-C ends the waiting and nothing is sent", async () => {
    let ask = (_signal: NodeJS.Signals) => {};
    const ran = await run("resume codex:a --when-reset", {
      script: { steps, rows: [parked] },
      onInterrupt: (listener) => {
        ask = listener;
        return () => {};
      },
      sleep: async () => ask("SIGINT"),
    });
    expect([ran.code, ran.runner.resumed]).toEqual([1, []]);
  });
});

describe("--all-interrupted", () => {
  const rows = [row("a"), row("b", { workspace: "/home/other" }), row("c", { state: "working" }), row("d")];
  const plans = {
    "codex:a": plan({ recap: "half done" }),
    "codex:b": plan({ session: row("b").session ?? plan().session }),
    "codex:d": plan({ session: row("d").session ?? plan().session }),
  };
  const script = { steps, rows, plans, stepsOf: { "codex:b": new Error("no such program") } };

  test("resumes each in turn with --yes; one that fails does not stop the others", async () => {
    const ran = await run("resume --all-interrupted --yes", { script });
    expect(ran.code).toBe(1);
    expect(ran.runner.scopes).toEqual([{ workspace: "/home/shop" }]);
    const everywhere = await run("resume --all-interrupted --all --yes", { script });
    expect(everywhere.runner.scopes).toEqual(["all"]);
    expect(ran.runner.resumed.map(({ plan }) => plan.session)).toEqual(["codex:a", "codex:b", "codex:d"]);
    expect(ran.runner.resumed[0]?.consent.sendsRecap).toBe(true);
    expect(ran.stdout).toContain(
      "2 of 3 completed:\n  codex:a  completed\n  codex:b  failed: no such program\n  codex:d  completed\n",
    );
  });

  test("with --json each begins with resuming, and the last line is the summary", async () => {
    const ran = await run("resume --all-interrupted --yes --json", { script });
    const lines = eventLines(ran.stdout);
    expect(lines.filter(({ type }) => type === "resuming")).toHaveLength(3);
    expect(lines.at(-1)).toMatchObject({
      type: "summary",
      sessions: [{ result: "completed" }, { result: "failed" }, {}],
    });
    const good = await run("resume --all-interrupted --yes --json", { script: { steps, rows: [row("a")] } });
    expect(good.code).toBe(0);
  });

  test("a yes to the list answers nothing else: what needs an answer says so, shows its plan and asks", async () => {
    const none = await run("resume --all-interrupted", { script });
    expect([none.code, none.runner.resumed]).toEqual([5, []]);
    expect(none.stderr).toContain("  reprise resume --all-interrupted --yes\n");
    const no = await run("resume --all-interrupted", { keys: "n", script });
    expect([no.code, no.runner.resumed]).toEqual([5, []]);
    expect(no.stderr).toContain("needs your answer: the recap of unfinished work\n");
    const yes = await run("resume --all-interrupted", { keys: "y n", script });
    expect(yes.stderr).toContain("Resume all 3, in sequence? [y/n] y\n");
    expect(yes.stderr).toContain("  > half done\n");
    expect(yes.stderr).toContain("Send the recap of unfinished work? [y/n] n\n");
    expect([yes.code, yes.runner.resumed.length]).toEqual([1, 3]);
    for (const { consent } of yes.runner.resumed)
      expect(consent).toMatchObject({ sendsRecap: false, reappliesApprovals: false, drift: "ask" });
    const declined = await run("resume --all-interrupted", { keys: "y escape", script });
    expect(declined.runner.resumed.map(({ plan }) => plan.session)).toEqual(["codex:b", "codex:d"]);
    expect(declined.stdout).toContain("  codex:a  refused: Nothing was done.\n");
  });

  test("stops after the one during which the person pressed Ctrl-C", async () => {
    const stop = [
      ...started,
      ({ press }: { press(signal: NodeJS.Signals): void }) => {
        press("SIGINT");
        return ended("cancelled");
      },
    ];
    const ran = await run("resume --all-interrupted --yes", {
      script: { ...script, stepsOf: { "codex:a": stop } },
    });
    expect(ran.runner.resumed).toHaveLength(1);
    expect(ran.stdout).toContain("codex:a  cancelled\n  codex:b  not-started\n  codex:d  not-started\n");
  });

  test("--dry-run is a plan a line", async () => {
    const ran = await run("resume --all-interrupted --dry-run --json", { script });
    expect(
      ran.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).session),
    ).toEqual(["codex:a", "codex:b", "codex:d"]);
    expect(ran.runner.resumed).toEqual([]);
  });

  test("none: 3", async () => {
    expect((await run("resume --all-interrupted --yes", { script: { rows: [] } })).code).toBe(3);
  });
});
