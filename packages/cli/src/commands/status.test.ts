import type { RunState, SessionId } from "@reprise/model";
import { approvalsSchema, cancelledSchema, dismissedSchema, statusSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { drift, plan, request, row } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";
import { session, time } from "../../test/support/sessions.ts";

const full = row("a", {
  doing: "during: $ make",
  unfinished: [{ item: "1", kind: "command", subject: "make", outcome: "unknown", evidence: "no result was recorded" }],
  stillRunning: [{ pid: 7, program: "make", terminal: null }],
  drift: [drift()],
  parkedUntil: time("2026-11-16T13:00:00.000Z"),
  pendingCount: 1,
});

describe("status", () => {
  test("says per session what was live, half-run, still runs, changed, and how to restore all", async () => {
    const live = row("b", {
      state: "working",
      owner: { pid: 9, program: "codex", terminal: null },
      doing: "writing",
      title: "",
    });
    const { stdout, code } = await run("status", { script: { rows: [full, live, row("c")] } });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "interrupted · codex · 2026-11-15 19:41 · Fix the flaky test
        codex:a
        in /home/shop
        to continue when the limit is lifted: reprise resume codex:a --when-reset
        to continue now with another agent: reprise replay codex:a --to AGENT
        1 request never answered
        unfinished work:
          command make: outcome unknown: may have partly run (no result was recorded)
        still running:
          make (process 7)
        changes since:
          git head: abc → def

      working, codex (process 9) · codex · 2026-11-15 19:41 · (no prompt)
        codex:b
        in /home/shop
        doing: writing

      interrupted · codex · 2026-11-15 19:41 · Fix the flaky test
        codex:c
        in /home/shop

      Resume all: reprise resume --all-interrupted
      "
    `);
  });

  test("a round says that its project continues it, and is not among those that are resumed", async () => {
    const project = "/home/shop/.reprise/projects/2026/11/17/1";
    const round = row("r", { project, state: "parked", parkedUntil: time("2026-11-16T13:00:00.000Z") });
    const { stdout } = await run("status", { script: { rows: [round] } });
    expect(stdout).toContain(`  round of a project, which continues it: reprise project resume ${project}\n`);
    expect(stdout).toMatch(/^parked until 2026-11-16 13:00 UTC · codex/);
    expect(stdout).toMatch(/\nContinue the project: reprise project resume .*\n$/);
    const all = await run("resume --all-interrupted --yes", { script: { rows: [round] } });
    expect([all.code, all.stderr]).toEqual([
      3,
      "reprise: No session is interrupted in this project (--all for every one): nothing to resume.\n",
    ]);
  });

  test("names the one command for one session, and says when there is nothing", async () => {
    expect((await run("status", { script: { rows: [row("a")] } })).stdout).toMatch(
      /\nResume it: reprise resume codex:a\n$/,
    );
    const parked = row("a", { state: "parked", parkedUntil: time("2026-11-16T13:00:00.000Z") });
    const { stdout } = await run("status", { script: { rows: [parked] } });
    expect(stdout).toContain("lifted: reprise resume codex:a --when-reset");
    expect(stdout).not.toContain("Resume it");
    expect((await run("status", { script: { rows: [row("a", { state: "working" })] } })).stdout).toMatch(
      /\nNothing to resume\.\n$/,
    );
    expect((await run("status")).stdout).toBe(
      "Nothing interrupted or running in this project (--all for every one).\n",
    );
    expect((await run("status --all")).stdout).toBe("Nothing interrupted or running in any project.\n");
    const unborn = row("a", { session: null, thread: null });
    expect((await run("status --all", { script: { rows: [unborn] } })).stdout).toContain(
      "  no session yet (run run-a)\n",
    );
  });

  test("--json has every field of the contract and no other", async () => {
    const extra = Object.assign({ extra: 1 }, full);
    const ran = await run("status --json", { script: { rows: [extra] } });
    expect(statusSchema.parse(JSON.parse(ran.stdout)).sessions).toEqual([full]);
  });

  test("a title takes one line of a terminal", async () => {
    const rows = [row("a", { state: "interrupted", title: "port the parser ".repeat(12).trim() })];
    const [first = ""] = (await run("status", { script: { rows }, terminal: 80 })).stdout.split("\n");
    expect(first).toMatch(/^interrupted · codex · .* · port the parser .*…$/);
    expect(first).toHaveLength(80);
  });

  test("its scope is that of list", async () => {
    expect((await run("status")).runner.scopes).toEqual([{ workspace: "/home/shop" }]);
    expect((await run("status -C /x")).runner.scopes).toEqual([{ workspace: "/x" }]);
    expect((await run("status --all")).runner.scopes).toEqual(["all"]);
  });
});

describe("cancel", () => {
  const cancelled = { run: "run-a", turn: "open" } as unknown as RunState;

  test("asks the process that runs it", async () => {
    const ran = await run("cancel codex:a", { script: { cancelled } });
    expect([ran.code, ran.runner.changes]).toEqual([0, [{ cancel: "codex:a" }]]);
    expect(ran.stdout).toBe("Stopping the turn of codex:a. To continue: reprise resume codex:a\n");
    const json = await run("cancel codex:a --json", { script: { cancelled } });
    expect(cancelledSchema.parse(JSON.parse(json.stdout))).toEqual({
      session: "codex:a",
      run: "run-a",
      isAsked: true,
    });
  });

  test("an idle run has no turn to stop: 3", async () => {
    const idle = { ...cancelled, turn: "completed" } as RunState;
    const ran = await run("cancel codex:a", { script: { cancelled: idle } });
    expect([ran.code, ran.stderr]).toEqual([
      3,
      "reprise: Reprise has codex:a open, but it is idle: there is no turn to stop.\n",
    ]);
  });

  test("nothing runs: 3", async () => {
    expect((await run("cancel codex:a")).code).toBe(3);
    expect((await run("cancel codex:a --dry-run")).code).toBe(3);
    expect((await run("cancel codex:z")).code).toBe(3);
    expect((await run("cancel")).code).toBe(2);
  });

  test("--dry-run asks nobody", async () => {
    const ran = await run("cancel codex:a --dry-run --json", { script: { cancelled } });
    expect(cancelledSchema.parse(JSON.parse(ran.stdout))).toMatchObject({ run: "run-a", isAsked: false });
    expect(ran.runner.changes).toEqual([]);
  });

  test("a session that is live in another program, after a run of ours, is not ours to stop: 3", async () => {
    const script = {
      rows: [row("a", { state: "working", owner: { pid: 9, program: "codex", terminal: null } })],
    };
    const ran = await run("cancel codex:a --dry-run", { script });
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toContain("No Reprise process is running codex:a: nothing to cancel.");
  });
});

describe("dismiss", () => {
  const dismissal = { session: "codex:a" as SessionId, whyNot: null, isDismissed: false };
  const dismissed = { dismissal: { ...dismissal, isDismissed: true } };

  test("says what it did and how to undo it", async () => {
    const ran = await run("dismiss codex:a", { script: { dismissal } });
    expect([ran.code, ran.runner.changes]).toEqual([0, [{ dismiss: "codex:a", isDismissed: true }]]);
    expect(ran.stdout).toBe(
      "Dismissed codex:a: it stays listed, and is no longer counted or offered.\nTo undo: reprise dismiss codex:a --undo\n",
    );
    expect((await run("dismiss codex:a", { script: dismissed })).stdout).toBe("codex:a is already dismissed.\n");
  });

  test("--undo lets it count again", async () => {
    const ran = await run("dismiss codex:a --undo", { script: dismissed });
    expect([ran.stdout, ran.runner.changes]).toEqual([
      "codex:a counts again.\n",
      [{ dismiss: "codex:a", isDismissed: false }],
    ]);
    expect((await run("dismiss codex:a --undo", { script: { dismissal } })).stdout).toBe(
      "codex:a was not dismissed.\n",
    );
  });

  test("--json says how it is; --dry-run how it would be, and changes nothing", async () => {
    const ran = await run("dismiss codex:a --json", { script: { dismissal } });
    expect(dismissedSchema.parse(JSON.parse(ran.stdout))).toEqual({ session: "codex:a", isDismissed: true });
    const dry = await run("dismiss codex:a --undo --dry-run --json", { script: dismissed });
    expect(dismissedSchema.parse(JSON.parse(dry.stdout))).toEqual({ session: "codex:a", isDismissed: false });
    expect(dry.runner.changes).toEqual([]);
    expect((await run("dismiss codex:a --dry-run", { script: { dismissal } })).stdout).toBe("Would dismiss codex:a.\n");
  });

  test("nothing to dismiss, or no such session: 3", async () => {
    const whyNot = "codex:a is completed: nothing to dismiss.";
    const ran = await run("dismiss codex:a", { script: { dismissal: { ...dismissal, whyNot } } });
    expect([ran.code, ran.stderr, ran.runner.changes]).toEqual([3, `reprise: ${whyNot}\n`, []]);
    expect((await run("dismiss codex:z")).code).toBe(3);
    expect((await run("dismiss")).code).toBe(2);
  });

  test("status marks it, and neither names nor resumes it", async () => {
    const rows = [row("a", { isDismissed: true })];
    const { stdout } = await run("status", { script: { rows } });
    expect(stdout).toMatch(/^interrupted \(dismissed\) · codex · /);
    expect(stdout).toMatch(/\nNothing to resume\.\n$/);
    expect((await run("resume --all-interrupted --yes", { script: { rows } })).code).toBe(3);
  });
});

describe("approvals", () => {
  const approvals = [
    { hash: "abc1", subject: "npm test", source: "saved" as const },
    { hash: "abd2", subject: "npm run build", source: "saved" as const },
  ];
  const script = { approvals, plans: { "codex:a": plan({ pending: [request({ hash: "fff" })] }) } };

  test.each(["approvals codex:a", "approvals codex:a list"])(
    "%s lists what is approved and what was asked",
    async (line) => {
      expect((await run(line, { script })).stdout).toBe(
        [
          "Approved for this session, for identical requests only:",
          "  abc1  npm test",
          "  abd2  npm run build",
          "Revoke one: reprise approvals codex:a revoke HASH",
          "Never answered:",
          "  fff",
          "    Command │ rm -rf build",
          "    Folder  │ /home/shop",
          "Approve one for this session: reprise approvals codex:a grant HASH",
          "",
        ].join("\n"),
      );
      expect((await run(line)).stdout).toBe("Nothing is approved for this session.\n");
    },
  );

  test("revoke takes a unique beginning", async () => {
    const ran = await run("approvals codex:a revoke abc --json", { script });
    expect(ran.runner.changes).toEqual([{ revoke: "codex:a", hash: "abc1" }]);
    expect(approvalsSchema.parse(JSON.parse(ran.stdout)).approvals).toEqual(approvals.slice(1));
    const two = await run("approvals codex:a revoke ab", { script });
    expect([two.code, two.runner.changes]).toEqual([2, []]);
    expect((await run("approvals codex:a revoke fff", { script })).code).toBe(3);
  });

  test("grant takes what was asked in this session, and nothing else", async () => {
    const ran = await run("approvals codex:a grant fff --json", { script });
    expect(ran.runner.changes).toEqual([{ grant: "codex:a", approval: { hash: "fff", subject: "rm -rf build" } }]);
    expect((await run("approvals codex:a grant 123", { script })).code).toBe(3);
  });

  test("--dry-run shows the result and changes nothing", async () => {
    for (const [line, left] of [
      ["approvals codex:a grant fff --dry-run --json", 3],
      ["approvals codex:a revoke abc --dry-run --json", 1],
    ] as const) {
      const ran = await run(line, { script });
      expect(ran.runner.changes).toEqual([]);
      expect(JSON.parse(ran.stdout).approvals).toHaveLength(left);
    }
  });

  test.each(["approvals", "approvals codex:a frob", "approvals codex:a grant", "approvals codex:a list x"])(
    "%s is bad use",
    async (line) => {
      expect((await run(line, { script })).code).toBe(2);
    },
  );
});

describe("interrupted sessions that status leaves out", () => {
  const interrupted = { state: "interrupted", workspace: "/home/shop" } as const;
  const contents = {
    sessions: [
      session("a", interrupted),
      session("b", { ...interrupted, hidden: true }),
      session("c", { ...interrupted, archived: true }),
      session("d", { ...interrupted, archived: true }),
    ],
  };

  test("are counted, with the command that lists them", async () => {
    const some = await run("status", { contents, script: { rows: [row("a")] } });
    expect(some.stdout).toMatch(
      /\nNot shown: 1 hidden, 2 archived \(reprise list --state interrupted --hidden --archived, or --state parked\)\n$/,
    );
    const none = await run("status --all", { contents });
    expect(none.stdout).toBe(
      "Nothing interrupted or running in any project.\nNot shown: 1 hidden, 2 archived (reprise list --state interrupted --all --hidden --archived, or --state parked)\n",
    );
    const json = await run("status --json", { contents });
    expect(statusSchema.parse(JSON.parse(json.stdout)).notShown).toEqual({
      hidden: 1,
      archived: 2,
      subagents: 0,
      more: 0,
    });
  });

  test("are those after the newest hundred, too", async () => {
    const sessions = Array.from({ length: 123 }, (_, index) => session(`s${index}`, interrupted));
    const { stdout } = await run("status", { contents: { sessions } });
    expect(stdout).toContain("Not shown: 23 older (reprise list --state interrupted, or --state parked)\n");
  });
});
