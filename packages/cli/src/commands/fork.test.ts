import { type FilesPlan, SessionError } from "@reprise/model";
import { filesPlanSchema, planSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { plan, sessionOf } from "../../test/support/plans.ts";
import { handoffPlan, replayPlan, replaySteps } from "../../test/support/replays.ts";
import { run } from "../../test/support/run.ts";

const patch = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-new\u001b[2J\n+old\n";
const file = {
  path: "src/a.ts",
  change: "write",
  diff: patch,
  content: "old\n",
  nowHash: "h",
  conflict: null,
  doubt: null,
} as const;
const files: FilesPlan = {
  session: sessionOf("a"),
  turn: 2,
  root: "/home/shop",
  patch,
  commands: [],
  files: [file, { ...file, path: "src/b.ts", change: "none", diff: null }],
};
const conflicting: FilesPlan = { ...files, files: [{ ...file, conflict: "you changed it since" }] };
const forkPlan = plan({ mode: "fork" });
const script = { plans: { "codex:a": forkPlan }, steps: replaySteps, files };

describe("a fork", () => {
  test("is wished natively, else by replay, at a turn, with another agent", async () => {
    const { runner } = await run("fork codex:a more --at 2 --to claude --yes", { script });
    expect(runner.planned[0]?.wish).toMatchObject({
      modes: ["fork", "replay"],
      at: 2,
      to: "claude",
      prompt: "more",
    });
    expect(runner.filesAsked).toEqual([]);
  });

  test("starts like a replay: Enter, --yes, else 5 with the plan", async () => {
    expect((await run("fork codex:a", { keys: "enter", script })).code).toBe(0);
    const yes = await run("fork codex:a --yes --json", { script });
    expect([yes.code, eventLines(yes.stdout).at(-1)]).toEqual([
      0,
      { type: "done", session: "codex:new", thread: "new", state: "completed" },
    ]);
    const no = await run("fork codex:a --at 2", { script });
    expect([no.code, no.runner.resumed]).toEqual([5, []]);
    expect(no.stderr).toMatch(
      /^Fork codex:a in a new codex session\n {2}Fork: .*\n {2}History: fork: copied by the agent itself/,
    );
    expect(no.stderr).toContain("  reprise fork --at 2 --yes codex:a\n");
    expect((await run("fork codex:z --yes", { script })).code).toBe(3);
  });

  test("that the agent refuses becomes a replay, shown and asked again", async () => {
    const refusals = [{ mode: "fork", reason: "other", detail: "I cannot." }] as const;
    const refused = [{ type: "refused", plan: replayPlan({ refusals }) }] as const;
    const stepsAs = { fork: refused, replay: replaySteps };
    const yes = await run("fork codex:a --yes --json", { script: { ...script, stepsAs } });
    expect([yes.code, yes.runner.resumed.map(({ plan }) => plan.mode)]).toEqual([0, ["fork", "replay"]]);
    const asked = await run("fork codex:a", { keys: "enter nothing enter", script: { ...script, stepsAs } });
    expect([asked.code, asked.stderr.match(/Enter starts/g)?.length]).toEqual([0, 2]);
    const no = await run("fork codex:a", { keys: "enter nothing escape", script: { ...script, stepsAs } });
    expect([no.code, no.runner.resumed.length]).toEqual([5, 1]);
    const handoff = [{ type: "refused", plan: handoffPlan({ refusals }) }] as const;
    expect((await run("fork codex:a --yes", { script: { ...script, stepsAs: { fork: handoff } } })).code).toBe(5);
  });

  test.each([
    ["fork a --files", "--files needs a turn: --at TURN."],
    ["fork a --files-only", "--files needs a turn: --at TURN."],
    ["fork a --files --files-only --at 1", "--files and --files-only cannot be combined. Give one of them."],
    ["fork a go --files-only --at 1", "--files-only takes no PROMPT: it makes no session."],
    ["fork --undo", "fork needs ID: reprise fork ID."],
    ["fork --undo a b", "--undo takes one ID, and no PROMPT."],
    ["fork --undo a --at 2", "--undo and --at cannot be combined. Give one of them."],
    ["fork --undo a --dry-run", "--undo and --dry-run cannot be combined. Give one of them."],
  ])("%s is bad use", async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 2, stderr: `reprise: ${message}\n` });
  });
});

describe("--files", () => {
  test("--dry-run shows the plan, each file and the patch, made safe; nothing is done", async () => {
    const ran = await run("fork codex:a --at 2 --files --dry-run", { script });
    expect([ran.code, ran.runner.changes, ran.runner.resumed]).toEqual([0, [], []]);
    expect(ran.runner.filesAsked).toEqual([{ session: "codex:a", turn: 2 }]);
    expect(ran.stdout).toMatch(/^Fork codex:a/);
    expect(ran.stdout).toContain(
      "Files after turn 2 in /home/shop\n  src/a.ts is reverted\n  src/b.ts is unchanged\n" +
        "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-new\\x1b[2J\n+old\n",
    );
    const json = await run("fork codex:a --at 2 --files --dry-run --json", { script });
    const [plan = "", second = ""] = json.stdout.trimEnd().split("\n");
    expect(planSchema.parse(JSON.parse(plan))).toEqual(forkPlan);
    expect(filesPlanSchema.parse(JSON.parse(second))).toEqual(files);
  });

  test("the patch has colours on a terminal", async () => {
    const ran = await run("fork codex:a --at 2 --files --dry-run", { terminal: 80, env: {}, script });
    expect(ran.stdout).toContain("\u001b[31m-new\\x1b[2J\u001b[39m\n\u001b[32m+old\u001b[39m\n");
  });

  test("files first, with how to undo it, then the fork, also without a prompt", async () => {
    const ran = await run("fork codex:a --at 2 --files --yes", { script });
    expect([ran.code, ran.runner.changes, ran.runner.resumed.length]).toEqual([0, [{ rewind: files }], 1]);
    expect(ran.stderr).toMatch(/^1 file as after turn 2\. To undo: reprise fork --undo rewind-1\nRestoring: /);
    const json = await run("fork codex:a --at 2 --files --yes --json", { script });
    expect(eventLines(json.stdout)[0]).toEqual({
      type: "files-rewound",
      session: "codex:a",
      turn: 2,
      rewind: "rewind-1",
      paths: ["src/a.ts"],
    });
  });

  test("one Enter for both; Esc does neither", async () => {
    const yes = await run("fork codex:a --at 2 --files", { keys: "enter", script });
    expect([yes.code, yes.runner.changes.length, yes.runner.resumed.length]).toEqual([0, 1, 1]);
    expect(yes.stderr).toContain("+old\nEnter starts, Esc cancels \n");
    const no = await run("fork codex:a --at 2 --files", { keys: "escape", script });
    expect([no.code, no.runner.changes, no.runner.resumed]).toEqual([5, [], []]);
  });

  test.each(["--files", "--files-only"])("a file that was changed since: %s does nothing, 5", async (flag) => {
    const line = `fork codex:a --at 2 ${flag} --yes`;
    const ran = await run(line, { script: { ...script, files: conflicting } });
    expect([ran.code, ran.runner.changes, ran.runner.resumed]).toEqual([5, [], []]);
    expect(ran.stderr).toContain("  src/a.ts CONFLICT: you changed it since\n");
    expect(ran.stderr).toContain("\n  src/a.ts: you changed it since\n");
    const json = await run(`${line} --json`, { script: { ...script, files: conflicting } });
    expect(eventLines(json.stdout)).toEqual([{ type: "files-refused", files: conflicting }]);
  });

  test("nothing to change changes nothing, and there is nothing to undo", async () => {
    const none = { ...files, files: [], patch: "" };
    const ran = await run("fork codex:a --at 2 --files --yes", { script: { ...script, files: none } });
    expect([ran.code, ran.runner.changes]).toEqual([0, []]);
    expect(ran.stderr).not.toContain("undo");
  });
});

describe("--files-only", () => {
  test("touches the files and makes no session", async () => {
    const ran = await run("fork codex:a --at 2 --files-only --yes", { script });
    expect([ran.code, ran.runner.changes, ran.runner.resumed]).toEqual([0, [{ rewind: files }], []]);
    const json = await run("fork codex:a --at 2 --files-only --yes --json", { script });
    expect(eventLines(json.stdout)).toMatchObject([{ type: "files-rewound", rewind: "rewind-1" }]);
    const dry = await run("fork codex:a --at 2 --files-only --dry-run --json", { script });
    expect([filesPlanSchema.parse(JSON.parse(dry.stdout)), dry.runner.changes]).toEqual([files, []]);
  });

  test("only with a yes", async () => {
    const no = await run("fork codex:a --at 2 --files-only", { script });
    expect([no.code, no.runner.changes]).toEqual([5, []]);
    expect(no.stderr).toContain("  reprise fork --at 2 --files-only --yes codex:a\n");
    const json = await run("fork codex:a --at 2 --files-only --json", { script });
    expect(eventLines(json.stdout)).toEqual([{ type: "files-refused", files }]);
    expect((await run("fork codex:a --at 2 --files-only", { keys: "enter", script })).code).toBe(0);
    const left = await run("fork codex:a --at 2 --files-only", { keys: "escape", script });
    expect([left.code, left.runner.changes, left.stderr.match(/^Files after/gm)?.length]).toEqual([5, [], 1]);
  });
});

describe("--undo", () => {
  const undoing = { rewinds: { "rewind-1": ["src/a.ts"] } };

  test("gives the files back", async () => {
    const ran = await run("fork --undo rewind-1", { script: undoing });
    expect([ran.code, ran.stdout, ran.runner.changes]).toEqual([
      0,
      "1 file as before:\n  src/a.ts\n",
      [{ undo: "rewind-1" }],
    ]);
    const json = await run("fork --undo rewind-1 --json", { script: undoing });
    expect(eventLines(json.stdout)).toEqual([{ type: "rewind-undone", rewind: "rewind-1", paths: ["src/a.ts"] }]);
  });

  test("of what is not known: 3", async () => {
    const ran = await run("fork --undo rewind-2", { script: undoing });
    expect([ran.code, ran.stderr]).toEqual([3, 'reprise: There is no rewind "rewind-2".\n']);
  });
});

test("a rewind that is refused at the last moment makes no fork", async () => {
  const openRunner = async () => {
    const { runner } = await run("fork --undo x", { script });
    runner.rewindFiles = async () => {
      throw new SessionError("refused", "src/a.ts has changed. Look again.");
    };
    return runner;
  };
  const ran = await run("fork codex:a --at 2 --files --yes", { script, openRunner });
  expect([ran.code, ran.stderr]).toEqual([5, "reprise: src/a.ts has changed. Look again.\n"]);
});
