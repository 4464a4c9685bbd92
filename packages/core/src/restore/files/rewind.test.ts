import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { added, deleted, hunks, turnOf, updated, Workspace } from "../../../test/rewind/tree.ts";
import { type FileWriter, nodeFileWriter } from "../../host/files/file-writer.ts";
import { takeLock } from "../../host/files/lock.ts";
import { rewindFiles } from "./rewind.ts";
import { undoRewind } from "./undo.ts";

let work: Workspace;
beforeEach(() => {
  work = new Workspace({
    "a.txt": "one\nTWO\n",
    "new/n.txt": "n\n",
    "to.txt": "m\n",
    "kept.txt": "untouched\n",
  });
  work.write("run.sh", "echo 2\n", 0o755);
});
afterEach(() => work.remove());

test("a state folder that cannot be written: no file is changed, and the reason is told", async () => {
  const stateFolder = join(work.root, "not-a-folder");
  writeFileSync(stateFolder, "a file");
  const plan = await work.at(1, turns);
  const before = await hashTree(work.root);
  await expect(rewindFiles(plan, { ...work.place, stateFolder })).rejects.toMatchObject({
    code: "not-saved",
    message: expect.stringMatching(/^No file was changed: the state folder cannot be written \(ENOTDIR/),
  });
  expect(compareTrees(before, await hashTree(work.root))).toEqual([]);
});

const turns = [
  turnOf(1),
  turnOf(2, [
    updated("a.txt", "one\ntwo\n", "one\nTWO\n"),
    added("new/n.txt", "n\n"),
    deleted("deep/er/old.txt", "o\r\nlast"),
    { path: "from.txt", change: "move", diff: "", movedTo: "to.txt" },
    updated("run.sh", "echo 1\n", "echo 2\n"),
  ]),
];
const then = {
  "a.txt": "one\ntwo\n",
  "deep/er/old.txt": "o\r\nlast",
  "from.txt": "m\n",
  "kept.txt": "untouched\n",
  "run.sh": "echo 1\n",
};

/** Fails at the nth change to the workspace, as if the machine had gone off before or in the middle of it. */
function diskThatDies(after: number, how: "before" | "half-way"): FileWriter {
  let left = after;
  const dying = (path: string, temporary: string | null) => {
    left -= 1;
    if (left >= 0) return;
    if (how === "half-way" && temporary !== null) writeFileSync(temporary, "half");
    throw new Error(`gone at ${path}`);
  };
  return {
    ...nodeFileWriter,
    replace(path, content, options) {
      dying(path, options.temporary);
      nodeFileWriter.replace(path, content, options);
    },
    remove(path) {
      dying(path, null);
      nodeFileWriter.remove(path);
    },
  };
}

async function refusalOf(doing: Promise<unknown>): Promise<SessionError> {
  const error = await doing.then(
    () => new Error("It was done."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SessionError)) throw error;
  return error;
}

describe("a rewind", () => {
  test("makes the files what they were, and undoing makes them what they are, times and permissions too", async () => {
    const before = await hashTree(work.root);
    const now = work.tree();
    const id = await rewindFiles(await work.at(1, turns), work.place);
    expect(work.tree()).toEqual(then);
    expect(work.mode("run.sh")).toBe(0o755);
    const undone = await undoRewind(id, work.place);
    expect([...undone].sort()).toEqual(["a.txt", "deep/er/old.txt", "from.txt", "new/n.txt", "run.sh", "to.txt"]);
    expect(work.tree()).toEqual(now);
    expect(work.mode("run.sh")).toBe(0o755);
    const after = await hashTree(work.root);
    for (const [path, mark] of after)
      expect(Math.abs(Number(mark.modifiedNs - (before.get(path)?.modifiedNs ?? 0n))), path).toBeLessThan(2000);
    expect(statSync(join(work.root, "deep"), { throwIfNoEntry: false })).toBeUndefined();
    // It can be rewound again: nothing looks changed.
    await rewindFiles(await work.at(1, turns), work.place);
    expect(work.tree()).toEqual(then);
  });

  test("keeps what was there where only its owner can read it, and writes nowhere else", async () => {
    const outside = await hashTree(work.root);
    const id = await rewindFiles(await work.at(1, turns), work.place);
    const folder = join(work.place.stateFolder, "rewinds", id);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const kept = work.tree(folder);
    expect(Object.keys(kept).length).toBe(5);
    for (const name of Object.keys(kept)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(Object.keys(work.tree(work.folder)).filter((name) => !/^(?:work|state)\//.test(name))).toEqual([]);
    const changed = compareTrees(outside, await hashTree(work.root)).map(({ path }) => path);
    expect(changed).not.toContain("kept.txt");
  });

  test("undone twice says so and changes nothing; one that never was is not found", async () => {
    const id = await rewindFiles(await work.at(1, turns), work.place);
    await undoRewind(id, work.place);
    const before = await hashTree(work.root);
    const again = await refusalOf(undoRewind(id, work.place));
    expect([again.code, again.message]).toEqual(["refused", expect.stringMatching(/was undone at/)]);
    for (const name of ["nobody", "../rewinds", ""])
      expect((await refusalOf(undoRewind(name, work.place))).code).toBe("not-found");
    expect(compareTrees(before, await hashTree(work.root))).toEqual([]);
  });
});

describe("a rewind is refused as a whole, and nothing is changed", () => {
  test("when a file has a conflict: all of them are named", async () => {
    work.write("a.txt", "one\nmine\n");
    work.write("new/n.txt", "mine\n");
    const before = await hashTree(work.folder);
    const error = await refusalOf(work.at(1, turns).then((plan) => rewindFiles(plan, work.place)));
    expect(error.code).toBe("refused");
    expect(error.message).toMatch(/a\.txt: .*someone else[\s\S]*new\/n\.txt: .*someone else/);
    expect(compareTrees(before, await hashTree(work.folder)).filter(({ path }) => path.startsWith("work"))).toEqual([]);
    expect(Object.keys(work.tree(work.place.stateFolder)).filter((name) => name !== "rewinds/lock")).toEqual([]);
  });

  test("when a file changed after the plan was made, came, went, or is reached through a new link", async () => {
    const spoils: (() => void)[] = [
      () => work.write("run.sh", "echo 2\n# mine\n"),
      () => work.write("from.txt", "mine\n"),
      () => rmSync(join(work.root, "new/n.txt")),
      () => symlinkSync(work.folder, join(work.root, "deep")),
      () => symlinkSync("new", join(work.root, "deep")),
    ];
    for (const spoil of spoils) {
      work.remove();
      work = new Workspace({
        "a.txt": "one\nTWO\n",
        "new/n.txt": "n\n",
        "to.txt": "m\n",
        "run.sh": "echo 2\n",
      });
      const plan = await work.at(1, turns);
      spoil();
      const before = await hashTree(work.root);
      expect((await refusalOf(rewindFiles(plan, work.place))).code).toBe("refused");
      expect(compareTrees(before, await hashTree(work.root))).toEqual([]);
    }
  });

  test("while another one is being made", async () => {
    const me = { pid: process.pid, program: "test", terminal: null };
    const lock = takeLock(join(work.place.stateFolder, "rewinds", "lock"), me, work.place.host.processes);
    if (!lock.isHeld) throw new Error("The lock is taken.");
    const error = await refusalOf(work.at(1, turns).then((plan) => rewindFiles(plan, work.place)));
    lock.release();
    expect(error.code).toBe("busy");
  });
});

describe("undoing is refused as a whole", () => {
  test("where a file has changed since", async () => {
    const id = await rewindFiles(await work.at(1, turns), work.place);
    work.write("a.txt", "one\ntwo\nmine\n");
    work.write("new/n.txt", "mine\n");
    const before = await hashTree(work.root);
    const error = await refusalOf(undoRewind(id, work.place));
    expect(error.message).toMatch(/a\.txt: .*changed since[\s\S]*new\/n\.txt: .*changed since/);
    expect(compareTrees(before, await hashTree(work.root))).toEqual([]);
  });

  test("when what was kept is damaged, or the manifest is, or is newer", async () => {
    const id = await rewindFiles(await work.at(1, turns), work.place);
    const folder = join(work.place.stateFolder, "rewinds", id);
    const before = await hashTree(work.root);
    const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
    const content = JSON.parse(manifest).files.find((file: { before: unknown }) => file.before).before.content;
    writeFileSync(join(folder, content), "damaged");
    expect((await refusalOf(undoRewind(id, work.place))).message).toMatch(/damaged or gone/);
    for (const [text, code] of [
      ["{", "unreadable"],
      [manifest.replace('"v": 1', '"v": 2'), "newer-version"],
    ] as const) {
      writeFileSync(join(folder, "manifest.json"), text);
      expect((await refusalOf(undoRewind(id, work.place))).code).toBe(code);
    }
    expect(compareTrees(before, await hashTree(work.root))).toEqual([]);
  });
});

describe("a rewind that dies", () => {
  test.each([0, 1, 2, 3, 4, 5])("after %i files is undone, also when the undoing dies as well", async (count) => {
    for (const how of ["before", "half-way"] as const) {
      const now = work.tree();
      const plan = await work.at(1, turns);
      const error = await refusalOf(rewindFiles(plan, { ...work.place, writer: diskThatDies(count, how) }));
      expect(error.code).toBe("not-saved");
      const [id = ""] = error.candidates;
      if (count > 1) {
        const half = undoRewind(id, { ...work.place, writer: diskThatDies(count - 1, "before") });
        await expect(half).rejects.toThrow();
      }
      await undoRewind(id, work.place);
      expect(work.tree()).toEqual(now);
      expect(work.mode("run.sh")).toBe(0o755);
    }
  });

  test("before its first change has kept everything by then", async () => {
    const plan = await work.at(1, turns);
    const error = await refusalOf(rewindFiles(plan, { ...work.place, writer: diskThatDies(0, "before") }));
    const folder = join(work.place.stateFolder, "rewinds", error.candidates[0] ?? "");
    expect(Object.values(work.tree(folder))).toEqual(expect.arrayContaining(["one\nTWO\n", "n\n", "m\n", "echo 2\n"]));
  });
});

test("hunks of a fixture are as the agents write them", () => {
  expect(hunks("one\ntwo\nthree\n", "one\nTWO\nthree\n")).toBe("@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n");
});
