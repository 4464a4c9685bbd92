import type { Turn } from "@reprise/model";
import fc from "fast-check";
import { added, type Change, deleted, hunks, type Tree, turnOf } from "./tree.ts";

export const names = ["a.txt", "dir/b ü.txt", 'dir/c"d.txt', "日本/e.md", "tab\there.txt"];
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
export type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** What an agent would record of it, and the files afterwards; nothing when it cannot be done. */
function play(files: Tree, { kind, file, other, text, from, to }: Action): { change: Change; files: Tree } | null {
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

/** Edits of a session in a workspace, turn by turn. */
export const anySession = fc.record({
  start: fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 }),
  turns: fc.array(fc.array(action, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  at: fc.nat(5),
  isCommitted: fc.boolean(),
});

/** The files after each turn, `start` first, and the turns as an agent would record them. */
export function playAll(
  start: Tree,
  actions: readonly (readonly Action[])[],
): { readonly states: readonly Tree[]; readonly turns: readonly Turn[] } {
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
  return { states, turns };
}
