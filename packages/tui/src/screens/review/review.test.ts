import { samplePullRequest } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { comment, comments, DrivenReview, reportOf } from "../../../test/support/review.ts";
import { bareTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";

const open = DrivenReview.open;
const chosen = (driven: DrivenReview) => /^› .*$/m.exec(driven.text)?.[0] ?? "";

describe("the comments", () => {
  test("are listed with their replies below them, the first one in full", () => {
    expect(open().text).toMatchInlineSnapshot(`
      "octo/shop#42 Deliver by bike                                                open
      Filter: All (4/4)
      ›  □ [alice] src/cart.ts:12: Use integers for money.
         □   ↳ [bob] Cents, then.
         ■ [alice] src/price.ts:4: Name the constant.
           [bob] (no file): Add a test.
      ────────────────────────────────────────────────────────────────────────────────
      [alice] src/cart.ts:12
      unresolved · 2026-02-15 10:32 UTC · commit a1a1a1a1a1 · id 1
      Use integers for money.

      @@ -10,3 +10,3 @@
       const a = 1;
      -old
      +new








       x  run on 4   Space  choose   f  all/unresolved   c  diff   q  quit   ?  more"
    `);
  });

  test("are said to be on their way, and why they are not there", () => {
    const driven = new DrivenReview();
    expect(driven.text).toContain("[Loading…]");
    expect(driven.text).toContain("Fetching the comments…");
    const failed = {
      type: "not-fetched",
      request: 1,
      reason: "The token was refused.",
      resetsAt: null,
    } as const;
    driven.tell({ ...failed, now: "2026-11-15T12:00:00.000Z" as never });
    expect(driven.text).toContain("The token was refused. r tries again.");
    expect(driven.text).toContain("r tries again");
  });

  test("j, k, g and G move; the last one cannot be passed", () => {
    const driven = open().press("j", "j");
    expect(chosen(driven)).toContain("src/price.ts:4");
    expect(chosen(driven.press("k"))).toContain("↳ [bob]");
    expect(chosen(driven.press("G", "down"))).toContain("(no file)");
    expect(chosen(driven.press("g"))).toContain("src/cart.ts:12");
  });

  test("a long one scrolls by itself, and the next one is shown from its start", () => {
    const body = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    const driven = open({ columns: 80, rows: 24 }, [comment(1, { body }), comment(2)]);
    expect(driven.text).toMatch(/── ↓ \d+ more lines: \]/);
    driven.press("]", "J");
    expect(driven.text).not.toContain("line 1\n");
    expect(chosen(driven)).toContain("src/cart.ts:12: line 0");
    driven.press("j");
    expect(driven.text).toContain("[alice] src/cart.ts:12\n");
  });

  test("show no control character, no hidden order, and fit any width", () => {
    const body = "a\x1b]0;title\x07b\u202Ec\u0000\n日本語の長い文章".repeat(40);
    const hostile = comment(1, {
      body,
      author: "\u202Eecila",
      filePath: "a\nb/日本.ts",
      diffHunk: body,
    });
    for (const [columns, rows] of [
      [30, 8],
      [41, 9],
      [80, 24],
      [120, 40],
      [160, 48],
      [12, 4],
    ] as const) {
      const driven = open({ columns, rows }, [hostile, ...comments]);
      const lines = driven.text.split("\n");
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
      expect(driven.text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202a-\u202e]/);
    }
  });

  test("may answer each other without end", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      comment(index + 1, { inReplyToId: index === 0 ? null : index }),
    );
    expect(open(undefined, chain).text).toContain("Filter: All (20,000/20,000)");
  });

  test("on a wide screen the comment is beside the list", () => {
    expect(open({ columns: 120, rows: 12 }).text).toMatch(
      /src\/cart\.ts:12: Use integers.* │ \[alice\] src\/cart\.ts:12/,
    );
  });
});

describe("the filter", () => {
  test("f toggles unresolved, which leaves what is unknown, and keeps the chosen comment", () => {
    const driven = open().press("G", "f");
    expect(driven.text).toContain("Filter: Unresolved (3/4)");
    expect(chosen(driven)).toContain("Add a test.");
    expect(driven.press("f").text).toContain("Filter: All (4/4)");
  });

  test("F offers files, reviewers and commits with their counts; choosing again undoes it", () => {
    const driven = open().press("F");
    expect(driven.text).toContain("  File  src/cart.ts (2)");
    expect(driven.text).toContain("  By  bob (2)");
    expect(driven.text).toContain("  Commit  a1a1a1a1a1 (4)");
    driven.press('"bob"', "enter");
    expect(driven.text).toContain("Filter: bob (2/4)");
    driven.press("F", '"bob"');
    expect(driven.text).toContain("• By  bob");
    expect(driven.press("enter").text).toContain("Filter: All (4/4)");
  });

  test("a range that is typed is looked up; another one meanwhile is not overwritten", () => {
    const driven = open().press("F", '"main..c9"', "enter");
    expect(driven.done("commits")).toEqual([{ type: "commits", request: 2, range: "main..c9" }]);
    expect(driven.text).toContain("Looking up the commits…");
    driven.tell({ type: "commits", request: 2, range: "other..c9", commits: ["a1a1a1a1a1a1"] });
    expect(driven.text).toContain("Filter: main..c9 (0/4)");
    driven.tell({ type: "commits", request: 2, range: "main..c9", commits: ["a1a1a1a1a1a1"] });
    expect(driven.text).toContain("Filter: main..c9 (4/4)");
  });

  test("Esc takes back the choice, then what narrows the list; one too many leaves nothing", () => {
    const driven = open().press("F", '"bob"', "enter", "f", "space", "escape");
    expect([driven.state.choice.size, driven.text.includes("Filter: Unresolved · bob")]).toEqual([0, true]);
    driven.press("escape");
    expect(driven.text).toContain("Filter: Unresolved (3/4)");
    expect(driven.went).toEqual([]);
    driven.press("escape");
    expect(driven.went).toEqual([{ escape: true }]);
    expect(driven.press("q").went.at(-1)).toEqual({ back: true });
  });

  test("Space chooses one with its replies: x names how many, and runs on these", () => {
    const driven = open().press("space");
    expect(driven.text).toContain("Filter: All (4/4) · 2 of 4 comments chosen");
    expect(driven.text).toMatch(/^›● .*cart[\s\S]*^ ● .*Cents/m);
    expect(driven.status).toContain("x  run on 2");
    driven.press("j", "space", "x").tell({ type: "offer", offered: null, unsent: null });
    expect(driven.done("start")).toMatchObject([{ comments: [{ id: 1 }] }]);
  });

  test("says when nothing fits", () => {
    const resolved = [comment(1, { resolved: true })];
    expect(open(undefined, resolved).press("f").text).toContain("No comment is unresolved. f shows all.");
  });
});

describe("a refresh", () => {
  const due = (driven: DrivenReview) => driven.tell({ type: "refresh-due", edition: driven.state.refresh.edition });

  test("is due 30 seconds after the last one, and keeps the chosen comment by its id", () => {
    const driven = open().press("j", "j");
    expect(driven.done("wait-refresh")).toMatchObject([{ ms: 30_000 }]);
    expect(due(driven).done("fetch")).toHaveLength(2);
    driven.gets([comment(9, { filePath: "a.ts" }), ...comments]);
    expect(chosen(driven)).toContain("Name the constant.");
    driven.gets(comments.slice(0, 2));
    expect(chosen(driven)).toContain("Cents, then.");
  });

  test("never hides a failure", () => {
    const driven = open().runs().ends("failed", "The model is gone.");
    driven.tell({ type: "concluded", isOfRun: true, journal: "/j.jsonl", report: null, problem: null });
    expect(driven.text).toContain("Error: The run failed: The model is gone. x resumes it. Journal: /j.jsonl");
    due(driven).gets([...comments, comment(9)]);
    expect(driven.text).toContain("The model is gone.");
    expect(driven.press("escape").text).not.toContain("The model is gone.");
  });

  test("waits while a question is open", () => {
    const driven = open().runs().press("escape");
    expect(due(driven).done("fetch")).toHaveLength(1);
    expect(driven.press("escape").done("fetch")).toHaveLength(2);
  });

  test("waits longer after each failure, and until a rate limit is lifted, which it says", () => {
    const driven = open();
    const fails = (resetsAt: string | null) =>
      driven.press("r").tell({
        type: "not-fetched",
        request: driven.state.request,
        reason: "Rate limit reached.",
        resetsAt: resetsAt as never,
        now: "2026-11-15T12:00:00.000Z" as never,
      });
    fails(null);
    fails(null);
    expect(driven.done("wait-refresh").at(-1)).toMatchObject({ ms: 60_000 });
    fails("2026-11-15T12:30:00.000Z");
    expect(driven.done("wait-refresh").at(-1)).toMatchObject({ ms: 1_801_000 });
    expect(driven.text).toMatch(/Not refreshed: Rate limit reached\. The next refresh is after 2026-11-15/);
    expect(driven.text).toContain("Use integers for money.");
  });

  test("r refreshes at once, but not twice", () => {
    expect(open().press("r", "r").done("fetch")).toHaveLength(2);
  });
});

describe("the diff", () => {
  const text = ["a", "b"]
    .flatMap((name) => [
      `diff --git a/${name}.ts b/${name}.ts`,
      `--- a/${name}.ts`,
      `+++ b/${name}.ts`,
      ...Array.from({ length: 40 }, (_, line) => `+${name} ${line}`),
    ])
    .join("\n");

  test("scrolls, goes from file to file, and finds words", () => {
    const driven = open().press("c");
    expect(driven.text).toContain("Fetching the diff…");
    driven.tell({ type: "diff", text });
    expect(driven.text).toMatch(/^a\.ts .*file 1\/2 · 22 of 86/);
    expect(driven.press("]").text).toMatch(/^b\.ts .*file 2\/2/);
    expect(driven.press("]").text).toContain("This is the last file.");
    expect(driven.press("[").text).toMatch(/^a\.ts /);
    expect(driven.press("/", '"b 12"', "enter").text).toContain("+b 12");
    expect(driven.press("escape").text).toContain("Filter: All");
  });

  test("that cannot be fetched is an error of the list", () => {
    const driven = open().press("c").tell({ type: "no-diff", reason: "The comments are from a file." });
    expect(driven.text).toContain("Error: The comments are from a file.");
    expect(driven.text).toContain("Filter: All");
  });
});

describe("replies", () => {
  const reported = (driven: DrivenReview) =>
    driven.tell({
      type: "concluded",
      isOfRun: false,
      journal: "/j.jsonl",
      problem: null,
      report: {
        pullRequest: samplePullRequest,
        run: "run-1" as never,
        journal: "/j.jsonl",
        others: [],
        comments: comments.map((one) => reportOf(one, one.id === 1 ? "changed" : "unchanged")),
      },
    });

  test("the list marks what changed, and the comment says where, with a drafted reply", () => {
    const { text } = reported(open());
    expect(text).toContain("› ✓□ [alice]");
    expect(text).toContain("  –■ [alice] src/price.ts:4");
    expect(text).toContain("Last run: changed near the line");
    expect(text).toContain("update src/cart.ts · +3 −1 · lines 11–13");
    expect(text).toContain("Changed `src/cart.ts`, lines 11–13.");
  });

  test("without a run there is none", () => {
    const none = { pullRequest: samplePullRequest, run: null, journal: null, others: [] };
    const report = { ...none, comments: comments.map((one) => reportOf(one, "unchanged")) };
    const driven = open().tell({ type: "concluded", isOfRun: false, journal: null, report, problem: null });
    expect(driven.text).not.toMatch(/–□|Last run/);
    expect(open().press("p").text).toContain("There is no drafted reply");
    expect(open().press("e").text).toContain("There is no drafted reply");
  });

  test("one that is edited is kept, and posted only after its own question that shows all of it", () => {
    const driven = reported(open()).press("e", '" Thanks."', "enter");
    expect(driven.done("save-drafts")).toEqual([
      { type: "save-drafts", drafts: { 1: "Changed `src/cart.ts`, lines 11–13. Thanks." } },
    ]);
    driven.press("p");
    expect(driven.text).toContain("What is posted under your name:");
    expect(driven.text).toContain("  Changed `src/cart.ts`, lines 11–13. Thanks.");
    expect(driven.text).toContain("Post this reply to alice at src/cart.ts:12? [y/n]");
    driven.press("y");
    expect(driven.done("post")).toEqual([]);
    driven.quiet().press("Y");
    expect(driven.done("post")).toEqual([
      { type: "post", comment: 1, body: "Changed `src/cart.ts`, lines 11–13. Thanks." },
    ]);
    driven.tell({ type: "posted", comment: 1, reply: comment(50, { inReplyToId: 1, author: "me" }) });
    expect(driven.text).toContain("› ✓↩ [alice]");
    expect(driven.text).toContain("↳ [me]");
    expect(driven.press("p").text).toContain("is posted");
    expect(driven.done("post")).toHaveLength(1);
  });

  test("n and Esc post nothing; a long one has to be seen to its end", () => {
    const driven = reported(open()).press("p").quiet().press("n").press("p").quiet().press("escape");
    expect(driven.done("post")).toEqual([]);
    const long = Array.from({ length: 90 }, (_, line) => `line ${line}`).join("\n");
    driven
      .tell({ type: "drafts", drafts: { 1: long } })
      .press("p")
      .quiet()
      .press("y");
    expect(driven.done("post")).toEqual([]);
    expect(driven.text).toMatch(/↓ \d+ more rows: PgDn/);
    driven.press("pageDown", "pageDown", "pageDown", "pageDown", "pageDown", "pageDown", "y");
    expect(driven.done("post")).toHaveLength(1);
  });

  test("what the server refuses is said", () => {
    const driven = reported(open()).press("p").quiet().press("y");
    driven.tell({ type: "not-posted", comment: 1, reason: "The token may not write." });
    expect(driven.text).toContain("Error: Posting failed: The token may not write.");
    expect(driven.text).not.toContain("↩");
  });

  test("Esc in the editor leaves the draft as it was", () => {
    const driven = reported(open()).press("e", '"x"', "escape");
    expect(driven.done("save-drafts")).toEqual([]);
  });
});

describe("a search", () => {
  test("leaves the comments whose author, file or text has every word, and marks the words", () => {
    const driven = open().press("/", '"CENTS bob"');
    expect(driven.text).toContain("Search: CENTS bob");
    expect(driven.text).toContain("1/4");
    expect(chosen(driven)).toContain("[bob] src/cart.ts:12: Cents, then.");
    expect(driven.press("ctrl+u").text).toContain("4/4");
    expect(chosen(driven.press('"price"'))).toContain("src/price.ts:4");
    expect(driven.press('"zzz"').text).toContain("No comment has these words. Esc shows all.");
  });

  test("is typed: no letter is a key, Ctrl-N and Ctrl-P move, Esc shows all with the comment still chosen", () => {
    const driven = open().press("/", '"x"', "backspace", '"bob"', "ctrl+n");
    expect(chosen(driven)).toContain("(no file): Add a test.");
    expect([driven.tasks.some(({ task }) => task.type === "offer"), driven.state.over]).toEqual([false, null]);
    expect(chosen(driven.press("ctrl+p"))).toContain("Cents, then.");
    driven.press("escape");
    expect(driven.text).toContain("Filter: All (4/4)");
    expect(chosen(driven)).toContain("↳ [bob] Cents, then.");
    expect(driven.went).toEqual([]);
  });

  test("is kept by Enter: keys work on the matches, x too, / changes the words, Esc ends it before the filter", () => {
    const driven = open().press("f", "/", '"alice"', "enter");
    expect(driven.text).toContain("Search: alice · Unresolved (1/3)");
    driven.press("x").tell({ type: "offer", offered: null, unsent: null });
    expect(driven.done("start")).toMatchObject([{ comments: [{ id: 1 }] }]);
    driven.press("escape");
    expect(driven.press("/").text).toContain("Search: alice");
    expect(driven.press("enter", "escape").text).toContain("Filter: Unresolved (3/4)");
  });

  test("without words is none; a paste is one line; it fits any size, with the cursor where one types", () => {
    expect(open().press("/", "enter").state.search).toBeNull();
    for (const size of [
      { columns: 30, rows: 8 },
      { columns: 20, rows: 4 },
      { columns: 1, rows: 1 },
    ]) {
      const driven = open(size).press("/").tell({ type: "paste", text: "Add\na test\x1b[31m" });
      const { lines, cursor } = driven.picture(bareTheme);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns);
      expect(cursor?.row).toBeLessThan(size.rows);
      expect(cursor?.column).toBeLessThan(size.columns);
      expect(driven.state.search?.field.text).not.toMatch(/\p{Cc}/u);
    }
    expect(open({ columns: 20, rows: 4 }).press("/", '"ad"').text.split("\n")[0]).toContain("Search: ad");
  });
});
