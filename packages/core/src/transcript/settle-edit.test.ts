import type { FileChange, ItemBody } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { mergeInto } from "./merge-item.ts";
import { settledEdit } from "./settle-edit.ts";

const change = (path: string, step?: number): FileChange => ({
  path,
  change: "add",
  diff: null,
  ...(step === undefined ? {} : { step }),
});
const failed = (changes: readonly FileChange[], stoppedAt?: string): ItemBody => ({
  kind: "edit",
  changes,
  status: "failed",
  reason: "why",
  ...(stoppedAt === undefined ? {} : { stoppedAt }),
});
const writtenIn = (body: ItemBody) =>
  body.kind === "edit" ? body.changes.map(({ path, written }) => [path, written]) : [];

describe("a failed edit", () => {
  it("wrote the files before the one that failed, and none after it", () => {
    const settled = settledEdit(failed([change("/a", 1), change("/b", 2), change("/c", 3)], "/b"));
    expect(settled).toEqual({
      kind: "edit",
      status: "failed",
      reason: "why",
      changes: [
        { path: "/a", change: "add", diff: null, written: true },
        { path: "/b", change: "add", diff: null },
        { path: "/c", change: "add", diff: null, written: false },
      ],
    });
  });

  it("wrote nothing where the agent stopped before the first file", () => {
    expect(writtenIn(settledEdit(failed([change("/a"), change("/b")], "")))).toEqual([
      ["/a", false],
      ["/b", false],
    ]);
  });

  it("proves nothing where the order, or the file that failed, is unknown", () => {
    const unknown = [
      ["/a", undefined],
      ["/b", undefined],
    ];
    expect(writtenIn(settledEdit(failed([change("/a"), change("/b")], "/b")))).toEqual(unknown);
    expect(writtenIn(settledEdit(failed([change("/a", 1), change("/b", 2)], "/x")))).toEqual(unknown);
    expect(writtenIn(settledEdit(failed([change("/a", 1), change("/b", 2)])))).toEqual(unknown);
  });

  it("takes the order of files from its call, whichever was told first", () => {
    const call: ItemBody = { kind: "edit", changes: [change("b", 1), change("d/a", 2)], status: "open" };
    const record = failed([change("/w/d/a"), change("/w/b")], "/w/d/a");
    const draft = { body: call, rank: 0 };
    mergeInto(draft, record, 2);
    expect(writtenIn(settledEdit(draft.body))).toEqual([
      ["/w/b", true],
      ["/w/d/a", undefined],
    ]);
    const early = { body: record, rank: 2 };
    mergeInto(early, call, 0);
    expect(settledEdit(early.body)).toEqual(settledEdit(draft.body));
  });

  it("keeps the order of its record where a name fits no call, or two fit one", () => {
    const record = failed([change("/w/x/a"), change("/w/a")], "/w/a");
    const draft = { body: { kind: "edit", changes: [change("a", 1)], status: "open" } as ItemBody, rank: 0 };
    mergeInto(draft, record, 2);
    expect(writtenIn(settledEdit(draft.body))).toEqual([
      ["/w/x/a", undefined],
      ["/w/a", undefined],
    ]);
  });
});

it("an edit that was done has no reason", () => {
  expect(settledEdit({ kind: "edit", changes: [], status: "done", reason: "old" })).not.toHaveProperty("reason");
});
