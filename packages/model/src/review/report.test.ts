import { describe, expect, test } from "vitest";
import type { ReviewComment } from "../reviews.ts";
import type { RunId } from "../run.ts";
import { type RunChange, reviewReport } from "./report.ts";

const comment = (parts: Partial<ReviewComment>): ReviewComment => ({
  id: 1,
  author: null,
  filePath: "a.ts",
  lineNumber: 10,
  originalLineNumber: 10,
  body: null,
  diffHunk: null,
  commitSha: null,
  inReplyToId: null,
  createdAt: null,
  resolved: null,
  ...parts,
});
const change = (parts: Partial<RunChange>): RunChange => ({
  path: "a.ts",
  from: null,
  kind: "update",
  added: 1,
  removed: 1,
  isByEdit: true,
  lines: [{ start: 30, end: 31 }],
  was: [{ start: 10, end: 11 }],
  ...parts,
});
const report = (one: ReviewComment, changes: readonly RunChange[], isWhole = true) => {
  const { comments, others } = reviewReport({
    pullRequest: null,
    run: "r" as RunId,
    journal: "/j",
    comments: [one],
    changes,
    isWhole,
  });
  return { outcome: comments[0]?.outcome, draft: comments[0]?.draft, others: others.map(({ path }) => path) };
};

describe("the report of a comment", () => {
  test("says changed when lines near its own were, by where they were before", () => {
    for (const lineNumber of [7, 10, 14])
      expect(report(comment({ lineNumber }), [change({})])).toEqual({
        outcome: "changed",
        draft: "Changed `a.ts`, lines 30–31.",
        others: [],
      });
  });

  test("does not call a file unchanged if commands may have changed it", () => {
    expect(report(comment({}), [], false)).toMatchObject({
      outcome: "unknown",
      draft: "No edit of `a.ts` was recorded for this comment.",
    });
    expect(report(comment({}), [], true)).toMatchObject({ outcome: "unchanged" });
  });

  test("says elsewhere when only other lines of its file were", () => {
    expect(report(comment({ lineNumber: 15 }), [change({})])).toMatchObject({
      outcome: "elsewhere",
      draft: "Changed `a.ts`, lines 30–31. Nothing was changed near line 15.",
    });
    expect(report(comment({ lineNumber: null }), [change({})])).toMatchObject({
      outcome: "elsewhere",
      draft: expect.stringContaining("The line of this comment is no longer there."),
    });
  });

  test("claims nothing about lines that are not known", () => {
    const unknown = change({ added: null, removed: null, lines: [], was: [], isByEdit: false });
    expect(report(comment({}), [unknown])).toEqual({
      outcome: "elsewhere",
      draft: "Changed `a.ts`.",
      others: [],
    });
  });

  test("says unchanged when its file was not touched, and lists the others", () => {
    expect(report(comment({}), [change({ path: "b.ts" })])).toEqual({
      outcome: "unchanged",
      draft: "No change was made to `a.ts` for this comment.",
      others: ["b.ts"],
    });
  });

  test("about a whole file is answered by any change of it", () => {
    const ofFile = comment({ lineNumber: null, originalLineNumber: null });
    expect(report(ofFile, [change({ lines: [{ start: 3, end: 3 }] })])).toMatchObject({
      outcome: "changed",
      draft: "Changed `a.ts`, line 3.",
    });
    expect(report(comment({}), [change({ kind: "delete", lines: [] })])).toMatchObject({
      outcome: "changed",
      draft: "Deleted `a.ts`.",
    });
  });

  test("follows a file to its new name", () => {
    expect(report(comment({}), [change({ path: "b.ts", from: "a.ts", kind: "move" })])).toEqual({
      outcome: "changed",
      draft: "Moved to `b.ts`, lines 30–31.",
      others: [],
    });
  });

  test("without a file names what was changed, and cannot be led astray by names", () => {
    const none = comment({ filePath: null });
    expect(report(none, [])).toMatchObject({ outcome: "unknown", draft: "No file was changed." });
    const many = Array.from({ length: 7 }, (_, at) => change({ path: `${at}.ts` }));
    expect(report(none, many).draft).toBe("Changed: `0.ts`, `1.ts`, `2.ts`, `3.ts`, `4.ts` and 2 more.");
    expect(report(none, [change({ path: "a`@x`\n\u202eb" })]).draft).toBe("Changed: ``a`@x`␊⟨U+202E⟩b``.");
  });
});
