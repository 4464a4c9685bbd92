import { newRunView, type ReviewChange, type Timestamp } from "@reprise/model";
import { sampleComment } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { changeWords, countedBy, placeOf, previewOf, repliesAfter, repliesTo, writtenUntil } from "./comment-words.ts";
import { diffFiles } from "./diff-files.ts";
import { offerQuestion, outcomeOf, progressWords } from "./run-words.ts";

describe("a comment", () => {
  test("names its place, also without a line or a file", () => {
    expect(placeOf(sampleComment(7))).toBe("src/cart.ts:7");
    expect(placeOf(sampleComment(7, { lineNumber: null, originalLineNumber: 3 }))).toBe("src/cart.ts:3");
    expect(placeOf(sampleComment(7, { filePath: null }))).toBe("(no file)");
  });

  test("is previewed by its first line with words, and nothing in it acts", () => {
    expect(previewOf({ body: "\n\n  first\nsecond" })).toBe("first");
    expect(previewOf({ body: " \n" })).toBe("(no text)");
    expect(previewOf({ body: "a\u001b[31mb" })).not.toContain("\u001b");
  });

  test("has the replies of its thread that came after the run", () => {
    const at = (minute: number) => `2026-02-15T10:${minute}:00.000Z` as Timestamp;
    const first = sampleComment(1, { createdAt: at(10) });
    const old = sampleComment(2, { inReplyToId: 1, createdAt: at(20) });
    const since = sampleComment(3, { inReplyToId: 1, createdAt: at(40) });
    const other = sampleComment(4, { inReplyToId: 9, createdAt: at(40) });
    const all = [first, old, since, other];
    expect(repliesTo(all, first)).toEqual([old, since]);
    expect(repliesTo(all, old)).toEqual([since]);
    expect(repliesAfter(repliesTo(all, first), at(30))).toEqual([since]);
    expect(repliesAfter(repliesTo(all, first), null)).toEqual([old, since]);
  });
});

test("a comment that was written after a run is none of its report", () => {
  const at = (minute: number) => `2026-02-15T10:${minute}:00.000Z` as Timestamp;
  const [before, after] = [sampleComment(1, { createdAt: at(10) }), sampleComment(2, { createdAt: at(30) })];
  const undated = sampleComment(3, { createdAt: null });
  expect(writtenUntil([before, after, undated], at(20))).toEqual([before, undated]);
});

test("files and reviewers are counted, most first", () => {
  const comments = [sampleComment(1), sampleComment(2, { author: "hubot" }), sampleComment(3, { author: null })];
  expect(countedBy(comments, "filePath")).toEqual([["src/cart.ts", 3]]);
  expect(countedBy(comments, "author")).toEqual([
    ["hubot", 1],
    ["mona", 1],
  ]);
});

test("a change says its lines, and whether an edit was recorded", () => {
  const change: ReviewChange = {
    path: "a",
    kind: "update",
    added: 3,
    removed: 1,
    isByEdit: true,
    lines: [
      { start: 12, end: 14 },
      { start: 20, end: 20 },
    ],
  };
  expect(changeWords(change)).toBe("changed, +3 −1, lines 12–14, 20");
  expect(changeWords({ ...change, lines: [{ start: 5, end: 5 }], isByEdit: false })).toBe(
    "changed, +3 −1, line 5, by a command",
  );
  expect(changeWords({ ...change, kind: "delete", added: null, removed: null, lines: [] })).toBe("deleted");
});

test("a diff is split into its files; text in one that looks like a header is no file", () => {
  const diff = [
    "diff --git a/src/a.ts b/src/a.ts",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -1 +1 @@",
    "-x",
    "+diff --git a/no b/no",
    "diff --git a/gone b/gone",
    "deleted file mode 100644",
    "--- a/gone",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-y",
    "diff --git a/p.png b/p.png",
    "Binary files a/p.png and b/p.png differ",
    "",
  ].join("\n");
  expect(diffFiles(diff).map(({ name, lineCount }) => [name, lineCount])).toEqual([
    ["src/a.ts", 6],
    ["gone", 6],
    ["p.png", 2],
  ]);
  expect(diffFiles("")).toEqual([]);
});

describe("a run", () => {
  test("is offered in the words of every face", () => {
    const startedAt = "2026-02-15T10:32:41.000Z" as Timestamp;
    expect(offerQuestion({ state: "interrupted", startedAt })).toBe(
      "Interrupted session from 2026-02-15 10:32 UTC. Resume?",
    );
  });

  test("says what it does, and how it ended", () => {
    const view = newRunView("codex");
    expect(progressWords(view)).toBe("starting");
    expect(outcomeOf({ ...view, status: "completed" })).toEqual({ words: "Run completed.", tone: "good" });
    expect(outcomeOf({ ...view, status: "cancelled" }).tone).toBe("caution");
    const failure = { kind: "other", message: "No money left.", resetsAt: null } as const;
    expect(outcomeOf({ ...view, status: "failed", failure }).words).toContain("No money left.");
  });
});
