import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { recordedBody } from "./recorded-body.ts";

const most = 32 * 1024;

test("short items are recorded as they are", () => {
  const item: ItemBody = { kind: "reply", text: "x".repeat(most) };
  expect(recordedBody(item)).toEqual(item);
});

test("long texts are cut in the middle, wherever they are, and say how much is missing", () => {
  const text = `${"a".repeat(most)}${"b".repeat(most)}`;
  const cut = recordedBody({ kind: "reply", text }) as ItemBody & { kind: "reply" };
  expect(cut.text).toBe(`${"a".repeat(most / 2)}\n[${most} characters left out]\n${"b".repeat(most / 2)}`);
  const edit = { kind: "edit", changes: [{ path: "a", kind: "update", diff: text, movedTo: null }] };
  expect(JSON.stringify(recordedBody(edit as unknown as ItemBody)).length).toBeLessThan(most + 300);
});

test("a cut never leaves half a character", () => {
  const cut = recordedBody({ kind: "reply", text: `a${"😀".repeat(most)}` }) as { text: string };
  expect(cut.text.isWellFormed()).toBe(true);
});

test("images are left out", () => {
  const item = { kind: "attachment", name: "a.png", image: { data: "x".repeat(100_000) } };
  expect(JSON.stringify(recordedBody(item as unknown as ItemBody))).not.toContain("xxx");
});
