import { expect, it } from "vitest";
import { TouchedFiles } from "./touched-files.ts";

type Change = Parameters<TouchedFiles["take"]>[0][number];

function touched(...edits: Change[]): TouchedFiles {
  const files = new TouchedFiles();
  for (const [index, change] of edits.entries()) files.take([change], "done", { place: index + 1, turn: index + 1 });
  return files;
}

const rows = (files: TouchedFiles) =>
  files.list().map(({ path, done, from }) => `${path} ${done}${from === null ? "" : ` ${from}`}`);

it("a file is told by what became of it in all", () => {
  expect(rows(touched({ path: "a", change: "add" }, { path: "a", change: "update" }))).toEqual(["a added"]);
  expect(rows(touched({ path: "a", change: "update" }, { path: "a", change: "delete" }))).toEqual(["a deleted"]);
  expect(rows(touched({ path: "a", change: "delete" }, { path: "a", change: "add" }))).toEqual(["a modified"]);
  expect(rows(touched({ path: "a", change: "add" }, { path: "a", change: "delete" }))).toEqual([
    "a added, then deleted",
  ]);
});

it("a renamed file is told once, by its new name", () => {
  const moved: Change = { path: "a", change: "move", movedTo: "b" };
  expect(rows(touched({ path: "a", change: "update" }, moved, { path: "b", change: "update" }))).toEqual([
    "b renamed a",
  ]);
  expect(rows(touched({ path: "a", change: "move" }))).toEqual(["a moved away"]);
  const back = touched(moved, { path: "c", change: "add" });
  back.takeBack(1);
  expect([rows(back), back.takenBack().sort()]).toEqual([[], ["a", "b", "c"]]);
});

it("many changes of a file do not hide that it was added", () => {
  const updates = Array.from({ length: 50 }, (): Change => ({ path: "a", change: "update" }));
  expect(rows(touched({ path: "a", change: "add" }, ...updates))).toEqual(["a added"]);
});
