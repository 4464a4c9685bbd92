import { expect, test } from "vitest";
import { AnnouncedWork } from "./announced-work.ts";

const edit = (id: string, path: string) => ({
  type: "fileChange",
  id,
  changes: [{ path, kind: { type: "add" }, diff: "x\n" }],
});
const command = (id: string, text: string) => ({ type: "commandExecution", id, command: text, cwd: "/w" });

function after(...told: readonly [method: string, threadId: string, item: object][]): AnnouncedWork {
  const announced = new AnnouncedWork();
  for (const [method, threadId, item] of told)
    announced.take({ kind: "notification", method, params: { threadId, item }, emittedAtMs: null });
  return announced;
}

const paths = (announced: AnnouncedWork, thread: string, item: string) =>
  announced.of(thread, item).changes.map(({ path }) => path);

test("an id means the work of its own thread", () => {
  const announced = after(
    ["item/started", "main", edit("c1", "a.txt")],
    ["item/started", "sub", edit("c1", "b.txt")],
    ["item/started", "sub", command("c2", "ls")],
  );
  expect([paths(announced, "main", "c1"), paths(announced, "sub", "c1")]).toEqual([["a.txt"], ["b.txt"]]);
  expect(announced.of("sub", "c2").command).toEqual({ command: "ls", cwd: "/w" });
  expect(announced.of("main", "c2").command).toBeNull();
  expect(paths(announced, "third", "c1")).toEqual([]);
});

test("an id that is used again means the later work, and nothing while both are open", () => {
  const first = ["item/started", "main", edit("c1", "a.txt")] as const;
  const second = ["item/started", "main", edit("c1", "b.txt")] as const;
  const end = ["item/completed", "main", { id: "c1" }] as const;
  expect(paths(after([...first], [...end], [...second]), "main", "c1")).toEqual(["b.txt"]);
  expect(paths(after([...first], [...second]), "main", "c1")).toEqual([]);
  expect(paths(after([...first], [...first]), "main", "c1")).toEqual(["a.txt"]);
  expect(paths(after([...first], ["turn/completed", "main", {}]), "main", "c1")).toEqual([]);
});

test("a patch that is told again before it is asked for counts as told last", () => {
  const announced = after(["item/started", "main", edit("c1", "a.txt")]);
  const params = { threadId: "main", itemId: "c1", changes: edit("c1", "b.txt").changes };
  const method = "item/fileChange/patchUpdated";
  announced.take({ kind: "notification", method, params, emittedAtMs: null });
  expect(paths(announced, "main", "c1")).toEqual(["b.txt"]);
  announced.take({ kind: "notification", method, params: { ...params, itemId: "c9" }, emittedAtMs: null });
  expect(paths(announced, "main", "c9")).toEqual([]);
});
