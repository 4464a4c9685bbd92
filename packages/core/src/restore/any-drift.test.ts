import { asTimestamp, type Turn } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession, playAll } from "../../test/rewind/any-session.ts";
import type { Tree } from "../../test/rewind/tree.ts";
import { fileDrift } from "./file-drift.ts";

/** Files of a memory host date from 1970: before or after the end of a session. */
const [later, earlier] = ["2026-11-16T00:00:00.000Z", "1969-01-01T00:00:00.000Z"].map(asTimestamp);
const numRuns = Number(process.env.REPRISE_DRIFT_RUNS ?? 300);

function driftIn(files: Tree, turns: readonly Turn[], endedAt: Turn["endedAt"]) {
  const placed = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/srv/${name}`, text]));
  const ended = turns.map((turn) => ({ ...turn, endedAt }));
  return fileDrift(ended, "/srv", memoryHost({ "/srv/.keep": "", ...placed }));
}

test("whatever was edited, files that nobody touched since are not changed", () => {
  fc.assert(
    fc.property(anySession, ({ start, turns: actions }) => {
      const { states, turns } = playAll(start, actions);
      const files = states.at(-1) ?? {};
      expect(driftIn(files, turns, later ?? null)).toEqual([]);
      // Touched, copied, checked out again, or without a time: at worst unknown.
      for (const endedAt of [earlier ?? null, null])
        expect(driftIn(files, turns, endedAt).filter(({ now }) => now !== null)).toEqual([]);
    }),
    { numRuns },
  );
});

test("whatever was edited, a file that somebody wrote or removed since is named", () => {
  const change = fc.constantFrom("append", "insert", "replace", "remove");
  fc.assert(
    fc.property(anySession, change, fc.nat(), ({ start, turns: actions }, kind, which) => {
      const { states, turns } = playAll(start, actions);
      const files = states.at(-1) ?? {};
      const edited = new Set(turns.flatMap(({ items }) => items.flatMap(pathsOf)));
      const there = Object.keys(files).filter((name) => edited.has(name));
      const name = there[which % Math.max(1, there.length)];
      if (name === undefined) return;
      const { [name]: text = "", ...rest } = files;
      const changed = {
        append: `${text}\nmine`,
        insert: `mine\n${text}`,
        replace: "mine",
        remove: null,
      }[kind];
      const now = changed === null ? rest : { ...rest, [name]: changed };
      expect(driftIn(now, turns, earlier ?? null).map(({ subject }) => subject)).toContain(name);
    }),
    { numRuns },
  );
});

function pathsOf(item: Turn["items"][number]): readonly string[] {
  if (item.kind !== "edit") return [];
  return item.changes.flatMap(({ path, movedTo }) => (movedTo === undefined ? [path] : [path, movedTo]));
}
