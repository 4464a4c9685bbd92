import { expect, test } from "vitest";
import { draggedShare, shareAfterKey, storedShare, usualShare } from "./pane-share.ts";

test("a pane can be dragged, but not away", () => {
  expect(draggedShare(500, 0, 1000)).toBe(0.5);
  expect(draggedShare(-50, 0, 1000)).toBe(0.25);
  expect(draggedShare(900, 100, 1000)).toBe(0.75);
  expect(draggedShare(5, 0, 0)).toBe(usualShare);
});

test("keys move it too", () => {
  expect(shareAfterKey(0.5, "ArrowRight")).toBe(0.52);
  expect(shareAfterKey(0.25, "ArrowLeft")).toBe(0.25);
  expect(shareAfterKey(0.5, "End")).toBe(0.75);
  expect(shareAfterKey(0.5, "a")).toBeNull();
});

test("a stored place that is no number counts for nothing", () => {
  expect([storedShare("0.3"), storedShare("x"), storedShare(null), storedShare("9")]).toEqual([
    0.3,
    usualShare,
    usualShare,
    0.75,
  ]);
});
