import { SessionError } from "@reprise/model";
import { reviewCommentSchema, reviewCommentsSchema, reviewReportSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { delta, drift, ended, offer, plan, started } from "../../test/support/plans.ts";
import { sampleComment, samplePullRequest } from "../../test/support/reviews.ts";
import { run } from "../../test/support/run.ts";

const steps = [...started, delta("Done."), ended()];
const comments = [
  sampleComment(1),
  sampleComment(2, { author: "Bob", resolved: true, commitSha: "b1" }),
  sampleComment(3, { filePath: "src/b.ts", lineNumber: null, originalLineNumber: 7, inReplyToId: 1 }),
];
const reviews = { comments };

describe("the comments", () => {
  test("are printed by file and line, with who wrote them and how many there are", async () => {
    const ran = await run("review octo/shop#42", { reviews });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe(
      [
        "octo/shop#42 Faster checkout (open)",
        "https://github.com/octo/shop/pull/42",
        "Filter: All (3/3)",
        "",
        "src/a.ts:1 · alice · 2026-11-16 10:00 · unresolved · 1",
        "  Fix 1.",
        "",
        "src/a.ts:2 · Bob · 2026-11-16 10:00 · resolved · 2",
        "  Fix 2.",
        "",
        "src/b.ts:7 (outdated) · alice · 2026-11-16 10:00 · unresolved · 3 · reply to 1",
        "  Fix 3.",
        "",
      ].join("\n"),
    );
    expect(ran.reviews.done).toEqual([["find", { target: "octo/shop#42", commentsFile: null, folder: "/home/shop" }]]);
  });

  test("are one document with --json, and lines with --jsonl", async () => {
    const printed = JSON.parse((await run("review 42 --json", { reviews })).stdout);
    expect(reviewCommentsSchema.parse(printed)).toEqual({ pullRequest: samplePullRequest, comments });
    const { stdout } = await run("review 42 --jsonl --reviewer bob", { reviews });
    expect(JSON.parse(stdout)).toEqual({
      id: 2,
      author: "Bob",
      file_path: "src/a.ts",
      line_number: 2,
      body: "Fix 2.",
      commit_sha: "b1",
      created_at: "2026-11-16T10:00:00.000Z",
      resolved: true,
    });
  });

  test.each([
    ["--filter unresolved", [1, 3], "Unresolved"],
    ["--reviewer @BOB", [2], "BOB"],
    ["--file src/b.ts", [3], "src/b.ts"],
    ["--file ./src/b.ts", [3], "src/b.ts"],
    ["--range a..b", [2], "a..b"],
    ["--filter unresolved --file src/a.ts", [1], "Unresolved · src/a.ts"],
    ["--filter unresolved --reviewer bob", [], "Unresolved · bob"],
  ])("%s leaves %j", async (line, ids, label) => {
    const given = { reviews: { ...reviews, commits: ["b1"] } };
    const { stdout } = await run(`review 42 --json ${line}`, given);
    expect(JSON.parse(stdout).comments.map(({ id }: { id: number }) => id)).toEqual(ids);
    const text = (await run(`review 42 ${line}`, given)).stdout;
    expect(text).toContain(`Filter: ${label} (${ids.length}/3)\n`);
    expect(text.includes("No comment matches the filter.")).toBe(ids.length === 0);
  });

  test("an unknown reviewer or file is not found, and those there are are named", async () => {
    const reviewer = await run("review 42 --reviewer mallory", { reviews });
    expect([reviewer.code, reviewer.stderr]).toEqual([
      3,
      "reprise: No comment is by mallory. Reviewers:\n  Bob\n  alice\n",
    ]);
    const file = await run("review 42 --file c.ts", { reviews });
    expect([file.code, file.stderr]).toEqual([
      3,
      "reprise: No comment is on c.ts. Files with comments:\n  src/a.ts\n  src/b.ts\n",
    ]);
  });

  test("what could not be read is a warning", async () => {
    const given = { problems: ["line 3: not JSON"], comments };
    const ran = await run("review --comments c.jsonl", { reviews: given });
    expect(ran.stderr).toBe("reprise: warning: c.jsonl: line 3: not JSON\n");
    expect(ran.stdout).toContain("c.jsonl\nFilter: All (3/3)\n");
    const unknown = await run("review 42", { reviews: { comments, resolutionProblem: "No token." } });
    expect(unknown.stderr).toBe(
      "reprise: warning: https://github.com/octo/shop/pull/42: Resolved threads are not known: No token.\n",
    );
  });

  test("text of others has no effect on the terminal", async () => {
    const body = "\u001b]52;c;AAAA\u0007Fix\u001b[2J it\r\nnow";
    const { stdout } = await run("review 42", { reviews: { comments: [sampleComment(1, { body })] } });
    expect(stdout).toContain("  Fix it\n  now\n");
  });
});

test.each([
  ["review", "review needs TARGET: reprise review OWNER/REPOSITORY#42, or --comments FILE."],
  ["review 42 --resume", "--resume needs --run."],
  ["review 42 --fresh", "--fresh needs --run."],
  ["review 42 --json --force", "--force needs --run."],
  ["review 42 --run --resume --fresh", "--resume and --fresh cannot be combined. Give one of them."],
  ["review 42 --run --report", "--run and --report cannot be combined. Give one of them."],
  ["review 42 --json --jsonl", "--json and --jsonl cannot be combined. Give one of them."],
  ["review 42 --body x", "--body needs --reply ID."],
  ["review 42 --filter open", '--filter is one of all, unresolved, not "open".'],
  ["review 42 --reply x", '--reply needs a whole number from 1 on, not "x".'],
])("%s is bad use", async (line, message) => {
  const ran = await run(line, { reviews });
  expect([ran.code, JSON.stringify(ran.stderr).includes(JSON.stringify(message).slice(1, -1))]).toEqual([2, true]);
  expect(ran.reviews.done).toEqual([]);
});

describe("--run", () => {
  test("runs an agent on the comments the filter leaves, under the pull request", async () => {
    const ran = await run("review 42 --run --filter unresolved --json --sandbox read-only", {
      reviews,
      script: { steps },
    });
    expect(ran.code).toBe(0);
    expect(ran.runner.ran).toMatchObject([
      {
        agent: "codex",
        cwd: "/home/shop",
        settings: { sandbox: "read-only" },
        canAnswer: false,
        scope: { kind: "pull-request", host: "github.com", owner: "octo", repository: "shop", number: 42 },
      },
    ]);
    const prompt = ran.runner.ran[0]?.prompt ?? "";
    expect(prompt).toContain("Resolve the review comments of octo/shop#42.");
    expect(prompt).toContain('"body":"Fix 1."');
    expect(prompt).not.toContain('"body":"Fix 2."');
    const types = eventLines(ran.stdout).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(["run-started", "done"]);
  });

  test("in text, closes with what was changed and how to continue", async () => {
    const report = { run: "run-1" as never, journal: "/state/runs/j.jsonl" };
    const ran = await run("review 42 --run", { reviews: { comments, report }, script: { steps } });
    expect(ran.stdout).toContain("What the run changed: 0 of 2 comments\n");
    expect(ran.stdout).toContain("Journal: /state/runs/j.jsonl\n");
    expect(ran.stderr).toContain("To continue: reprise review --run --resume 42\n");
  });

  test("without a comment, or in another repository, nothing starts", async () => {
    const empty = await run("review 42 --run --filter unresolved --reviewer bob", {
      reviews,
      script: { steps },
    });
    expect([empty.code, empty.stderr, empty.runner.ran]).toEqual([2, "reprise: No comment is shown.\n", []]);
    const refusal = new SessionError("refused", "The checkout is of octo/other.");
    const other = await run("review 42 --run", { reviews: { comments, refusal }, script: { steps, offer } });
    expect([other.code, other.runner.ran, other.keyboard.openCount]).toEqual([5, [], 0]);
  });

  test("--dry-run says what would be sent", async () => {
    const ran = await run("review 42 --run --dry-run", { reviews, script: { offer } });
    expect(ran.stdout).toContain("Run codex in /home/shop\nInterrupted session from");
    expect(ran.stdout).toContain("  > BEGIN COMMENTS\n");
    expect([ran.runner.ran, ran.runner.declined]).toEqual([[], []]);
  });
});

describe("an interrupted run of the pull request", () => {
  const here = { reviews, cwd: "/tmp" }; // a folder that exists
  const given = { ...here, script: { offer, steps } };

  test("y continues its thread with the current comments", async () => {
    const ran = await run("review 42 --run", { ...given, keys: "y" });
    expect(ran.stderr).toMatch(/^Interrupted session from 2026-02-15 10:32 UTC\. Resume\? \[y\/n\] y\n/);
    expect(ran.runner.resumed).toHaveLength(1);
    const prompt = ran.runner.planned[0]?.wish.prompt;
    expect(prompt).toContain("Continue to resolve the review comments of octo/shop#42.");
    expect(prompt).toContain("Updated review comments");
    expect(ran.runner.planned[0]?.wish.settings).toEqual({ cwd: "/tmp" });
    expect([ran.runner.ran, ran.runner.declined]).toEqual([[], []]);
  });

  test("n starts a new session, and the old one is never offered again", async () => {
    const ran = await run("review 42 --run", { ...given, keys: "n" });
    expect([ran.code, ran.runner.declined, ran.runner.ran.length]).toEqual([0, [offer.run], 1]);
    expect(ran.runner.ran[0]?.prompt).toContain("Resolve the review comments");
  });

  test.each(["escape", "q", "interrupt"])("%s does neither, and spends nothing", async (keys) => {
    const ran = await run("review 42 --run", { ...given, keys });
    expect([ran.code, ran.runner.ran, ran.runner.resumed, ran.runner.declined]).toEqual([5, [], [], []]);
  });

  test("without a terminal it is not guessed: both options are named", async () => {
    const ran = await run("review 42 --run --json --file src/a.ts", given);
    expect([ran.code, ran.runner.ran, ran.runner.resumed]).toEqual([5, [], []]);
    const { error } = JSON.parse(ran.stderr);
    expect(error.message).toContain("Choose --resume or --fresh. Nothing was done.");
    expect(error.candidates).toEqual([
      "reprise review --file src/a.ts --run --resume --json 42",
      "reprise review --file src/a.ts --run --fresh --json 42",
    ]);
  });

  test("--resume and --fresh answer beforehand", async () => {
    expect((await run("review 42 --run --resume --json", given)).runner.resumed).toHaveLength(1);
    const fresh = await run("review 42 --run --fresh --json", given);
    expect([fresh.runner.declined, fresh.runner.ran.length]).toEqual([[offer.run], 1]);
    const none = await run("review 42 --run --resume", { reviews, script: { steps } });
    expect([none.code, none.runner.ran]).toEqual([3, []]);
  });

  test("what only a person can decide stops --resume, and names the same command with --yes", async () => {
    const open = { ...given.script, plans: { "codex:a": plan({ drift: [drift()] }) } };
    const ran = await run("review 42 --run --resume", { ...here, script: open });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toContain("  reprise review --run --resume --yes 42\n");
    expect((await run("review 42 --run --resume --yes", { ...here, script: open })).runner.resumed).toHaveLength(1);
  });

  test("one that never reached an agent is sent as it would be today, without a question", async () => {
    const unsent = { ...offer, session: null, prompt: "old", mode: "new" } as const;
    const ran = await run("review 42 --run --json", { reviews, script: { offer: unsent, steps } });
    expect(ran.runner.ran).toMatchObject([{ carries: [offer.run] }]);
    expect(ran.runner.ran[0]?.prompt).toContain("Resolve the review comments");
  });
});

describe("--report", () => {
  const change = {
    path: "src/a.ts",
    kind: "update",
    added: 3,
    removed: 1,
    isByEdit: true,
    lines: [{ start: 1, end: 3 }],
  } as const;
  const report = {
    run: "run-1" as never,
    journal: "/state/j.jsonl",
    comments: [{ comment: sampleComment(1), outcome: "changed", changes: [change], draft: "Changed lines 1–3." }],
    others: [{ ...change, path: "new.ts", kind: "add", removed: null, isByEdit: false, lines: [] }],
  } as const;
  const given = { reviews: { comments, report: report as never } };

  test("shows what was changed for each comment, with a drafted reply", async () => {
    const ran = await run("review 42 --report", given);
    expect(ran.stdout).toBe(
      [
        "What the run changed: 1 of 1 comment",
        "",
        "src/a.ts:1 · alice · 2026-11-16 10:00 · unresolved · 1",
        "  changed near the line",
        "  src/a.ts +3 −1 · lines 1–3",
        "  Drafted reply:",
        "    Changed lines 1–3.",
        "",
        "Also changed:",
        "  new.ts +3 · added · by a command",
        "",
        "Journal: /state/j.jsonl",
        "",
      ].join("\n"),
    );
    expect(ran.runner.ran).toEqual([]);
  });

  test("is one document with --json", async () => {
    const { stdout } = await run("review 42 --report --json", given);
    expect(reviewReportSchema.parse(JSON.parse(stdout)).comments[0]?.outcome).toBe("changed");
  });

  test("before any run, says so", async () => {
    expect((await run("review 42 --report", { reviews })).stdout).toBe("No run has worked on these comments yet.\n");
  });
});

describe("--reply", () => {
  const report = { run: "run-1" as never };

  test("shows the comment and the drafted reply, and posts it after a yes", async () => {
    const ran = await run("review 42 --reply 2", { reviews: { comments, report }, keys: "y" });
    expect(ran.stderr).toContain(
      "  Fix 2.\nReply to https://github.com/octo/shop/pull/42:\n  Nothing was changed for 2.\n",
    );
    expect(ran.stdout).toBe("Posted as comment 9001.\n");
    expect(ran.reviews.done.at(-1)).toEqual(["reply", { comment: 2, body: "Nothing was changed for 2." }]);
  });

  test.each(["n", "escape"])("%s posts nothing", async (keys) => {
    const ran = await run("review 42 --reply 2", { reviews: { comments, report }, keys });
    expect([ran.code, ran.reviews.done.length]).toEqual([5, 1]);
  });

  test("a script needs --yes; the text is given, or piped", async () => {
    const line = ["review", "42", "--reply", "2", "--body", "Thanks."];
    const refused = await run(line, { reviews });
    expect([refused.code, refused.reviews.done.length]).toEqual([5, 1]);
    expect(refused.stderr).toContain("  reprise review --yes --reply 2 --body Thanks. 42\n");
    const posted = await run([...line, "--yes", "--json"], { reviews });
    expect(reviewCommentSchema.parse(JSON.parse(posted.stdout)).inReplyToId).toBe(2);
    const piped = await run("review 42 --reply 2 --body - --yes", { reviews, stdin: "From\na pipe\n" });
    expect(piped.reviews.done.at(-1)).toEqual(["reply", { comment: 2, body: "From\na pipe" }]);
  });

  test("an unknown comment, an empty text and a missing draft are errors", async () => {
    const unknown = await run("review 42 --reply 7 --body x --yes", { reviews });
    expect([unknown.code, unknown.stderr]).toEqual([
      3,
      "reprise: There is no comment 7 here. Comments:\n  1\n  2\n  3\n",
    ]);
    expect((await run("review 42 --reply 1 --body - --yes", { reviews, stdin: " \n" })).code).toBe(2);
    expect((await run("review 42 --reply 1 --yes", { reviews })).code).toBe(2);
  });
});
