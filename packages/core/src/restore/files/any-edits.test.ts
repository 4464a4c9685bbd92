import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  added,
  type Change,
  deleted,
  hunks,
  type Tree,
  turnOf,
  Workspace,
} from "../../../test/rewind/tree.ts";
import { rewindFiles } from "./rewind.ts";
import { undoRewind } from "./undo.ts";

const names = ["a.txt", "dir/b ü.txt", 'dir/c"d.txt', "日本/e.md", "tab\there.txt"];
const line = fc.constantFrom(
  "",
  "a",
  "b",
  " c",
  "-d",
  "+e",
  "\\ f",
  "@@ -1 +1 @@",
  "ü€😀",
  "g\r",
  "\tx",
  "diff --git a/a b/b",
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ""));
const action = fc.record({
  kind: fc.constantFrom("update", "update", "update", "add", "delete", "move"),
  file: fc.nat(),
  other: fc.nat(),
  text,
  /** Where a part of the file is exchanged for it. */
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** What an agent would record of it, and the files afterwards; nothing when it cannot be done. */
function play(
  files: Tree,
  { kind, file, other, text, from, to }: Action,
): { change: Change; files: Tree } | null {
  const there = Object.keys(files).sort();
  const free = names.filter((name) => !(name in files));
  const path = there[file % Math.max(1, there.length)];
  const fresh = free[other % Math.max(1, free.length)];
  if (kind === "add")
    return fresh === undefined ? null : { change: added(fresh, text), files: { ...files, [fresh]: text } };
  if (path === undefined) return null;
  const { [path]: before = "", ...rest } = files;
  if (kind === "delete") return { change: deleted(path, before), files: rest };
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [start, end] = [from, to].map((share) => Math.round(share * lines.length)).sort((a, b) => a - b);
  const after = [...lines.slice(0, start), text, ...lines.slice(end)].join("");
  if (kind === "update")
    return {
      change: { path, change: "update", diff: hunks(before, after) },
      files: { ...rest, [path]: after },
    };
  if (fresh === undefined) return null;
  return {
    change: { path, change: "move", diff: hunks(before, after), movedTo: fresh },
    files: { ...rest, [fresh]: after },
  };
}

const session = fc.record({
  start: fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 }),
  turns: fc.array(fc.array(action, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  at: fc.nat(5),
  isCommitted: fc.boolean(),
});

test("whatever was edited, every turn comes back byte for byte, by the rewind and by git apply, and undoing brings the present", async () => {
  const all = fc.asyncProperty(session, async ({ start, turns: actions, at, isCommitted }) => {
    const work = new Workspace(start);
    try {
      const commit = isCommitted ? work.commit() : null;
      const states: Tree[] = [start];
      const turns = actions.map((some, index) => {
        let files = states.at(-1) ?? {};
        const edits: Change[][] = [];
        for (const one of some) {
          const played = play(files, one);
          if (!played) continue;
          edits.push([played.change]);
          files = played.files;
        }
        states.push(files);
        return turnOf(index + 1, ...edits);
      });
      const turn = Math.min(at, turns.length);
      replaceTree(work, states.at(-1) ?? {});
      const now = work.tree();
      const plan = await work.at(turn, turns, commit);
      expect(plan.files.filter(({ conflict }) => conflict !== null)).toEqual([]);
      const id = await rewindFiles(plan, work.place);
      const wanted = latin(states[turn] ?? {});
      expect(work.tree()).toEqual(wanted);
      await undoRewind(id, work.place);
      expect(work.tree()).toEqual(now);
      if (plan.patch !== "") expect(appliedByGit(work, plan.patch)).toEqual(wanted);
    } finally {
      work.remove();
    }
  });
  await fc.assert(all, { numRuns: Number(process.env.REPRISE_REWIND_RUNS ?? 60) });
});

function appliedByGit(work: Workspace, patch: string): Tree {
  const file = join(work.folder, "rewind.patch");
  writeFileSync(file, patch);
  const env = {
    PATH: process.env.PATH,
    HOME: work.folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: work.folder,
  };
  for (const more of [["--check"], []])
    execFileSync("git", ["apply", "--whitespace=nowarn", ...more, file], {
      cwd: work.root,
      env,
      stdio: "pipe",
    });
  return work.tree();
}

function replaceTree(work: Workspace, files: Tree): void {
  for (const name of names) rmSync(join(work.root, name), { force: true });
  mkdirSync(work.root, { recursive: true });
  for (const [name, text] of Object.entries(files)) work.write(name, text);
}

function latin(files: Tree): Tree {
  return Object.fromEntries(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => [name, Buffer.from(text).toString("latin1")]),
  );
}
