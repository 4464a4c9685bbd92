import { mkdirSync } from "node:fs";
import { isWhole, type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { escalated, expectGivenBack } from "./app-stage.ts";
import { cartPatch, ReviewStage, target } from "./review/review-stage.ts";

let stage: ReviewStage;
beforeEach(async () => {
  stage = await ReviewStage.open("app-review");
  stage.live.set({ TZ: "UTC" });
  stage.fillPullRequest();
});
afterEach(() => stage.close());

interface Opened {
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

function app({ columns = 120, rows = 40, args = [], cwd = stage.checkout }: Opened = {}): PtyProgram {
  return stage.live.openApp(cwd, { args: ["review", target, ...args], columns, rows });
}

/** Once its keys count. */
async function answers(pty: PtyProgram, question: string | RegExp, key: string): Promise<void> {
  const asked = /\[y\/n\]|yes, once/;
  await pty.shows(question);
  await pty.ready(asked);
  pty.type(key);
  await until(() => !asked.test(pty.text()), { what: `an answer to ${question}` });
}

/** Esc, until what it dismisses is gone: with a letter after it, it would be Alt. */
async function escapes(pty: PtyProgram, gone: string): Promise<void> {
  pty.press("escape");
  await until(() => !pty.text().includes(gone), { timeoutMs: 20_000, what: `the end of ${gone}` });
}

const workspace = ["--sandbox", "danger-full-access"];
const asks = ["--sandbox", "read-only", "--approval", "on-request"];
const askedCount = () => stage.live.asked().length;

describe("the review screen, with the real Codex", () => {
  test("lists the comments at every size, filters them, and shows the whole diff", async () => {
    stage.say(3, "日本語の長い文章 \u202Eesrever\u202C \x1b[31mred\x1b[0m ".repeat(20));
    const pty = app({ columns: 30, rows: 8 });
    await pty.shows("Filter: Unresolved (3/3)");
    await pty.shows(/^› .*\[alice\] src\/cart\.ts/m);
    pty.type("j");
    await pty.shows("<U+202E>");
    pty.resize(160, 48);
    await pty.shows(/octo\/shop#42/);
    await pty.shows(/\[alice\] src\/cart\.ts:3 *$/m);
    pty.resize(80, 24);
    pty.type("F");
    await pty.shows("By  bob (1)");
    pty.type("bob");
    pty.press("enter");
    await pty.shows("Filter: Unresolved · bob (1/3)");
    await pty.shows("Where does this come from?");
    pty.press("escape");
    await pty.shows("Filter: Unresolved (3/3)");
    const diff = "diff --git a/src/cart.ts b/src/cart.ts\n--- a/src/cart.ts\n+++ b/src/cart.ts\n+in cents\n";
    stage.github.plays(({ headers }) => (headers.accept?.includes("diff") ? { status: 200, body: diff } : undefined));
    pty.type("c");
    await pty.shows("+in cents");
    await pty.shows("file 1/1");
    await escapes(pty, "+in cents");
    pty.type("?");
    await pty.shows("Help · Review");
    pty.press("escape");
    await pty.shows("Filter: Unresolved (3/3)");
    pty.press("escape");
    await pty.shows("q quits.");
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("x runs Codex on the comments shown; what changed is marked, and a reply is posted after its question", async () => {
    stage.live.model.push([{ custom: { name: "apply_patch", input: cartPatch } }], [{ text: "I changed it." }]);
    const pty = app({ args: workspace });
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("x");
    await pty.shows("Done: changes for 1 of 2 comments. Enter shows it.");
    await pty.shows(/› ✓.* \[alice\] src\/cart\.ts:2/);
    await pty.shows("Last run: changed near the line");
    expect(stage.prompts().at(-1)).toContain("Use integers for money.");
    pty.press("enter");
    await pty.shows("I changed it.");
    pty.press("escape");
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("e");
    await pty.shows("keep the draft");
    pty.type(" Thanks!");
    pty.press("enter");
    await pty.shows("Thanks!");
    pty.type("p");
    await pty.shows("What is posted under your name:");
    expect(stage.posted()).toEqual([]);
    await answers(pty, "Post this reply to alice at src/cart.ts:2? [y/n]", "y");
    await pty.shows("The reply is posted.");
    expect(stage.posted()).toMatchObject([{ inReplyTo: 1, body: expect.stringMatching(/src\/cart\.ts.*Thanks!$/) }]);
    await pty.shows(/› ✓↩/);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("an approval is asked over the list, and Esc asks before it cancels; the next x resumes the same thread", async () => {
    const { model } = stage.live;
    model.push([escalated("touch asked.txt")], [{ partial: "Thinking", chunks: 1 }, { hang: true }]);
    const pty = app({ args: asks });
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("x");
    await answers(pty, "touch asked.txt", "y");
    await pty.shows(/Codex: writing · \d+ s/);
    pty.type("x");
    await pty.shows("already in progress");
    pty.press("escape");
    await answers(pty, "Cancel the run? It can be resumed later. [y/n]", "n");
    await pty.shows("Codex: writing");
    pty.press("escape");
    await answers(pty, "Cancel the run?", "y");
    await pty.shows("The run was cancelled. x resumes it.");
    const [thread] = stage.live.runs().map((run) => run.thread);
    model.push([{ text: "Everything is done." }]);
    pty.type("x");
    await answers(pty, /session from \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Resume\? \[y\/n\]/, "Y");
    await startPlanned(pty);
    await pty.shows(/Done: changes for \d of \d comments\./);
    expect(new Set(stage.live.runs().map((run) => run.thread))).toEqual(new Set([thread]));
    expect(stage.prompts().at(-1)).toContain("The previous run was interrupted.");
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  const offered =
    "a program that was killed in the middle of a run offers it: Esc spends nothing, n starts a new one for good";
  // As the scenarios of review/*.feature; in the campaign.
  test.runIf(isWhole)(offered, async () => {
    const { model } = stage.live;
    model.push([{ partial: "Thinking", chunks: 1 }, { hang: true }]);
    const killed = app({ args: workspace });
    await killed.shows("Filter: Unresolved (2/2)");
    killed.type("x");
    await killed.shows("Codex: writing");
    const run = await stage.live.runIn(stage.checkout);
    await stage.live.kill(run);
    await killed.exited;
    const before = askedCount();
    model.push([{ text: "Done afresh." }], [{ text: "Done once more." }]);
    const pty = app({ args: workspace });
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("x");
    await pty.shows(/Interrupted session from \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Resume\? \[y\/n\]/);
    await escapes(pty, "Resume?");
    expect(askedCount()).toBe(before);
    pty.type("x");
    await answers(pty, /Interrupted session from/, "N");
    await pty.shows(/Done: changes for \d of \d comments\./);
    expect(new Set(stage.live.runs().map(({ thread }) => thread)).size).toBe(2);
    await escapes(pty, "Enter shows it.");
    pty.type("x");
    await until(() => askedCount() > before + 1, { timeoutMs: 60_000, what: "another run" });
    expect(pty.text()).not.toContain("Resume?");
    await pty.shows(/Done: changes for \d of \d comments\./);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("leaving during a run asks, and the run is offered the next time", async () => {
    stage.live.model.push([{ partial: "Thinking", chunks: 1 }, { hang: true }]);
    const pty = app({ columns: 80, rows: 24, args: workspace });
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("x");
    await pty.shows("Codex: writing");
    pty.type("q");
    await answers(pty, /End it and leave\?/, "y");
    await expectGivenBack(pty, 0);
    const again = app({ columns: 80, rows: 24, args: workspace });
    await again.shows("Filter: Unresolved (2/2)");
    again.type("x");
    await again.shows(/session from .* UTC\. Resume\? \[y\/n\]/);
    await escapes(again, "Resume?");
    again.type("q");
    await expectGivenBack(again, 0);
  });

  const refused = "a filter that leaves nothing and a checkout of another repository are errors, not runs";
  // As the scenarios of review/review-runs.feature, and on the page; in the campaign.
  test.runIf(isWhole)(refused, async () => {
    const other = stage.live.folder("other");
    mkdirSync(other, { recursive: true });
    stage.clone(other, "octo/other");
    const pty = app({ cwd: other });
    await pty.shows("Filter: Unresolved (2/2)");
    pty.type("x");
    await pty.shows("Error: ");
    await pty.shows(/octo\/other[\s\S]*--force/);
    await escapes(pty, "octo/other");
    pty.type("F");
    await pty.shows("Find, or a range");
    pty.type("nobody..nothing");
    pty.press("enter");
    await pty.shows("Filter: Unresolved · nobody..nothing (0/2)");
    pty.type("x");
    await pty.shows("Error: No comment is shown");
    expect(askedCount()).toBe(0);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("what the server refuses is said, without the token, and a refresh brings the comments", async () => {
    stage.github.tokens.clear();
    const pty = app({ columns: 80, rows: 24 });
    await pty.shows("r tries again.");
    expect(pty.text()).not.toContain("a-token");
    stage.github.tokens.add("a-token");
    pty.type("r");
    await pty.shows("Filter: Unresolved (2/2)");
    await until(() => !pty.text().includes("r tries again."), { timeoutMs: 20_000, what: "no failure" });
    pty.type("q");
    await expectGivenBack(pty, 0);
  });
});

/** Where the plan needs consent, Enter gives it. */
async function startPlanned(pty: PtyProgram): Promise<void> {
  await pty.shows(/Codex: |Codex completed|\[[x ]\] /);
  const isPlanned = () => /^\[[x ]\] /m.test(pty.text());
  if (!isPlanned()) return;
  await pty.ready(/ Enter {2}/);
  pty.press("enter");
  await until(() => !isPlanned(), { what: "the start of the plan" });
}
