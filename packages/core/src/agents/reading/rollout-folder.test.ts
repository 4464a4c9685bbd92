import { memoryHost } from "@reprise/testkit";
import { expect, test } from "vitest";
import { codexSource } from "../codex/source.ts";
import { FileFolder, foldersOf } from "./rollout-folder.ts";
import type { RolloutRef } from "./source.ts";

const refOf = ({
  path,
  sizeBytes,
  mtimeMs,
  version,
}: {
  path: string;
  sizeBytes: number;
  mtimeMs: number;
  version: string;
}) => ({ key: path, path, sizeBytes, mtimeMs, version }) as RolloutRef;
const folderWith = (...files: readonly (readonly [string, number, number, number])[]) =>
  new FileFolder(
    "/s",
    {
      isAsBefore: false,
      names: files.map(([name]) => name),
      stamps: Float64Array.from(files.flatMap(([, ...numbers]) => numbers)),
    },
    refOf,
  );

test("marks differ when a file grows, is replaced, renamed, added or gone", () => {
  const before = folderWith(["a", 1, 2, 3], ["b", 4, 5, 6]).marks;
  expect(folderWith(["a", 1, 2, 3], ["b", 4, 5, 6]).marks).toEqual(before);
  const others = [
    folderWith(["a", 1, 2, 3], ["b", 5, 5, 6]),
    folderWith(["a", 1, 2, 3], ["b", 4, 5.0005, 6]),
    folderWith(["a", 1, 2, 3], ["b", 4, 5, 7]),
    folderWith(["a", 1, 2, 3], ["c", 4, 5, 6]),
    folderWith(["a", 1, 2, 3], ["b", 4, 5, 6], ["c", 4, 5, 6]),
    folderWith(["a", 1, 2, 3]),
  ];
  for (const { marks } of others) expect(marks).not.toEqual(before);
});

test("a file is found by its key, by the first question and by the hundredth", () => {
  const folder = folderWith(["a", 1, 2, 3], ["b", 4, 5, 6]);
  for (let count = 0; count < 100; count += 1) {
    expect(folder.find("/s/b")).toEqual(folder.rollouts[1]);
    expect(folder.find("/s/c")).toBeNull();
    expect(folder.find("/other/b")).toBeNull();
  }
});

test("rollouts told one by one are the same by folder", () => {
  const files = { "/h/sessions/2026/rollout-a.jsonl": "{}", "/h/sessions/rollout-b.jsonl": "{}" };
  const { rollouts, folders = [] } = codexSource.locate("/h", memoryHost(files));
  const again = foldersOf(rollouts);
  expect(again.map(({ folder }) => folder)).toEqual(folders.map(({ folder }) => folder));
  for (const { key } of rollouts)
    for (const one of [...again, ...folders]) {
      const expected = rollouts.find((other) => other.key === key && key.startsWith(`${one.folder}/rollout`));
      expect(one.find(key)).toEqual(expected ?? null);
    }
});
