import { isOfAnother, ownTitle, type ReviewComment, reviewPrompt } from "@reprise/model";
import { expect, it } from "vitest";
import { roundPrompt } from "../projects/run/instructions.ts";
import { titleOf } from "../transcript/title.ts";

it("rounds and reviews are named so that people can tell them apart", () => {
  expect(ownTitle(titleOf(roundPrompt(2, "port the parser", "MAIN.md")))).toBe("Round 2 · port the parser");
  const pull = { kind: "pull-request", host: "github.com", owner: "octo", repository: "shop", number: 42 };
  const about = { ...pull, url: "https://github.com/octo/shop/pull/42" } as unknown as Parameters<
    typeof reviewPrompt
  >[0];
  const comments: readonly ReviewComment[] = [];
  for (const isResumed of [true, false]) {
    expect(ownTitle(titleOf(reviewPrompt(about, comments, { isResumed })))).toBe("Review octo/shop#42");
    expect(ownTitle(titleOf(reviewPrompt(null, comments, { isResumed })))).toBe("Review of a file of comments");
  }
});

it("a person's words stay as they are", () => {
  for (const title of ["Round 2 of the project", "Resolve the review comments", "fix the flaky test"])
    expect([ownTitle(title), isOfAnother(title)]).toEqual([null, false]);
});

it("a segment of a replay and a brief are known by their heads", () => {
  expect(isOfAnother("Restore this session: codex:01a1f5fb-86bc-7591-8012-b9dafde758aa File: /a.jsonl")).toBe(true);
  expect(isOfAnother("[Reprise restore a63a10b61070: segment 1 of 1] The following is …")).toBe(true);
});
