import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { FilesPlan, Turn } from "@reprise/model";
import { afterEach, describe, expect, test } from "vitest";
import { added, deleted, editOf, endedAt, hunks, turnOf, updated, Workspace } from "../../../test/rewind/tree.ts";
import { nodeHost } from "../../host/node-host.ts";
import { filesAt } from "./files-at.ts";

const open: Workspace[] = [];
function workspace(files: Record<string, string> = {}): Workspace {
  const made = new Workspace(files);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

/** The one file of a plan. */
function only({ files }: FilesPlan) {
  expect(files).toHaveLength(1);
  return files[0];
}

describe("the files after a turn", () => {
  test("are had by undoing the later edits one by one", async () => {
    const work = workspace({ "a.txt": "one\nTWO\nTHREE\n" });
    const turns = [
      turnOf(1, [updated("a.txt", "one\ntwo\n", "one\ntwo\nthree\n")]),
      turnOf(2, [updated("a.txt", "one\ntwo\nthree\n", "one\nTWO\nthree\n")]),
      turnOf(3, [updated("a.txt", "one\nTWO\nthree\n", "one\nTWO\nTHREE\n")]),
    ];
    expect(only(await work.at(2, turns))).toMatchObject({
      content: "one\nTWO\nthree\n",
      conflict: null,
      change: "write",
    });
    expect(only(await work.at(1, turns))).toMatchObject({ content: "one\ntwo\nthree\n", conflict: null });
    expect(only(await work.at(0, turns))).toMatchObject({ content: "one\ntwo\n", conflict: null });
    expect((await work.at(3, turns)).files).toEqual([]);
  });

  test("come back when they were deleted, go when they were added, and return from where they were moved", async () => {
    const work = workspace({ "new.txt": "n\n", "to.txt": "one\nTWO\n" });
    const move = {
      path: "from.txt",
      change: "move",
      diff: hunks("one\ntwo\n", "one\nTWO\n"),
      movedTo: "to.txt",
    } as const;
    const plan = await work.at(1, [turnOf(1), turnOf(2, [added("new.txt", "n\n"), deleted("old.txt", "o"), move])]);
    expect(plan.files.map(({ path, change, content, conflict }) => [path, change, content, conflict])).toEqual([
      ["from.txt", "create", "one\ntwo\n", null],
      ["new.txt", "delete", null, null],
      ["old.txt", "create", "o", null],
      ["to.txt", "delete", null, null],
    ]);
  });

  test("a move that does not say where it went is a conflict", async () => {
    const work = workspace({ "to.txt": "x\n" });
    const plan = await work.at(1, [turnOf(2, [{ path: "from.txt", change: "move", diff: null }])]);
    expect(only(plan)?.conflict).toMatch(/moved/);
  });

  test("a file that was changed at the place of the edit, or shifted, is a conflict", async () => {
    const turns = [turnOf(2, [updated("a.txt", "one\ntwo\n", "one\nTWO\n")])];
    for (const now of ["one\nTWO!\n", "zero\none\nTWO\n", "one\nTWO", "one\r\nTWO\n", ""]) {
      expect(only(await workspace({ "a.txt": now }).at(1, turns))?.conflict).toMatch(/someone else/);
    }
    expect(only(await workspace().at(1, turns))?.conflict).toMatch(/someone else/);
  });

  test("a change far from the edit is seen when the session wrote the whole file", async () => {
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("");
    const turns = [
      turnOf(1, [added("a.txt", long)]),
      turnOf(2, [updated("a.txt", long, long.replace("line 1\n", "LINE\n"))]),
    ];
    const left = long.replace("line 1\n", "LINE\n");
    expect(only(await workspace({ "a.txt": left }).at(1, turns))).toMatchObject({
      content: long,
      conflict: null,
    });
    expect(only(await workspace({ "a.txt": `${left}mine\n` }).at(1, turns))?.conflict).toMatch(/someone else/);
  });

  test("a change far from the edit is seen by the file's time, unless the commit proves that there was none", async () => {
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("");
    const left = long.replace("line 1\n", "LINE\n");
    const ended = Date.now() - 60_000;
    const turns = [endedAt(turnOf(2, [updated("a.txt", long, left)]), ended)];
    const work = workspace({ "a.txt": long });
    const commit = work.commit();
    work.write("a.txt", left);
    expect(only(await work.at(1, turns))?.conflict).toMatch(/was written at/);
    expect(only(await work.at(1, turns, commit))).toMatchObject({ content: long, conflict: null });
    utimesSync(join(work.root, "a.txt"), ended / 1000 - 1, ended / 1000 - 1);
    expect(only(await work.at(1, turns))).toMatchObject({ content: long, conflict: null });
    work.write("a.txt", `${left}mine\n`);
    expect(only(await work.at(1, turns, commit))?.conflict).toMatch(/someone else/);
  });

  test("work that was not committed before the session began is kept", async () => {
    const work = workspace({ "a.txt": "1\n2\n3\n4\n5\n6\n" });
    const commit = work.commit();
    const dirty = "1\n2\n3\n4\n5\nmine\n";
    const left = dirty.replace("1", "ONE");
    work.write("a.txt", left);
    const turns = [endedAt(turnOf(2, [updated("a.txt", dirty, left)]), Date.now() + 60_000)];
    expect(only(await work.at(1, turns, commit))).toMatchObject({ content: dirty, conflict: null });
  });
});

describe("commands that could have written a file", () => {
  const ran = (number: number, command: string): Turn => {
    const item = { kind: "command", command, output: "", exitCode: 0, status: "done" } as const;
    const origin = { file: "/f", line: 1, byteOffset: 0 };
    return { ...turnOf(number), items: [{ id: `c${number}`, at: null, origin, ...item }] };
  };
  const [start, left] = ["1\n2\n3\n4\n5\n6\n", "one\ntwo\n3\n4\n5\n6\n"];
  const edits = [
    turnOf(1, [updated("a.txt", start, start.replace("1", "one"))]),
    turnOf(3, [updated("a.txt", start.replace("1", "one"), left)]),
  ] as const;
  const late = (turns: readonly Turn[]) => turns.map((turn) => endedAt(turn, Date.now() + 60_000));

  test("and name it: the commit gives the file, and the patch says so", async () => {
    const work = workspace({ "a.txt": start });
    const commit = work.commit();
    work.write("a.txt", left.replace("6", "six"));
    const turns = late([edits[0], ran(2, "sed -i s/6/six/ a.txt"), edits[1]]);
    const plan = await work.at(1, turns, commit);
    expect(only(plan)).toMatchObject({ content: start.replace("1", "one"), conflict: null, doubt: null });
    expect(plan.patch).toContain("`sed -i s/6/six/ a.txt` (turn 2) may have changed it. Taken from commit");
    expect(plan.commands).toEqual([{ turn: 2, command: "sed -i s/6/six/ a.txt" }]);
    expect(only(await work.at(1, turns))?.conflict).toMatch(/`sed -i s\/6\/six\/ a\.txt` \(turn 2\) may have/);
  });

  test("and name it before the turn too: not even the commit is enough", async () => {
    const work = workspace({ "a.txt": start });
    const commit = work.commit();
    work.write("a.txt", left.replace("6", "six"));
    const turns = late([ran(0, "mv b.txt a.txt"), edits[0], ran(2, "sed -i s/6/six/ a.txt"), edits[1]]);
    expect(only(await work.at(1, turns, commit))?.conflict).toMatch(/`mv b\.txt a\.txt` \(turn 0\)/);
  });

  test("and name no file: a doubt, unless the recorded edits give what is there now", async () => {
    const work = workspace({ "a.txt": start });
    const commit = work.commit();
    work.write("a.txt", left);
    const turns = late([edits[0], ran(2, "npm run format"), edits[1]]);
    const at1 = { content: start.replace("1", "one"), conflict: null };
    expect(only(await work.at(1, turns))).toMatchObject(at1);
    expect(only(await work.at(1, turns))?.doubt).toContain("`npm run format` (turn 2)");
    expect(only(await work.at(1, turns, commit))).toMatchObject({ ...at1, doubt: null });
  });

  test("and could have taken back what another did before: a doubt even so", async () => {
    const work = workspace({ "a.txt": start });
    const commit = work.commit();
    work.write("a.txt", left);
    const turns = late([edits[0], ran(1, "sed -i s/6/six/ a.txt"), ran(2, "git checkout -p"), edits[1]]);
    expect(only(await work.at(1, turns, commit))?.doubt).toContain("`git checkout -p` (turn 2)");
  });
});

describe("where a diff is missing", () => {
  const unrecorded: Turn[] = [
    turnOf(1, [updated("a.txt", "one\ntwo\n", "one\n2\n")]),
    endedAt(turnOf(2, [{ path: "a.txt", change: "update", diff: null }]), Date.now() + 60_000),
  ];

  test("the commit and the edits since give the file, and the patch says so", async () => {
    const work = workspace({ "a.txt": "one\ntwo\n" });
    const commit = work.commit();
    work.write("a.txt", "quite other\n");
    const plan = await work.at(1, unrecorded, commit);
    expect(only(plan)).toMatchObject({ content: "one\n2\n", conflict: null });
    expect(plan.patch).toContain(`Taken from commit ${commit.slice(0, 12)}`);
  });

  test("and without a commit, or without git, it is a conflict with the reason", async () => {
    const work = workspace({ "a.txt": "one\ntwo\n" });
    const commit = work.commit();
    work.write("a.txt", "quite other\n");
    expect(only(await work.at(1, unrecorded))?.conflict).toMatch(/not recorded exactly.*no commit was recorded/);
    expect(only(await work.at(1, unrecorded, "0".repeat(40)))?.conflict).toMatch(/is not in this folder's repository/);
    const session = (await work.at(1, [])).session;
    const host = nodeHost({ ...process.env, PATH: "/nowhere" });
    const plan = await filesAt({
      session,
      turns: unrecorded,
      turn: 1,
      root: work.root,
      gitCommit: commit,
      host,
    });
    expect(only(plan)?.conflict).toMatch(/git is not installed here/);
  });

  test("and when it cannot be told whether somebody changed the file since, nothing is taken", async () => {
    const work = workspace({ "a.txt": "one\ntwo\n" });
    const commit = work.commit();
    work.write("a.txt", "quite other\n");
    const [first, second] = unrecorded;
    const turns = [first, { ...second, endedAt: null }] as Turn[];
    expect(only(await work.at(1, turns, commit))?.conflict).toMatch(/cannot tell whether it changed/);
  });

  test("a file that an add overwrote comes back from the commit, with its permissions", async () => {
    const work = workspace({});
    work.write("run.sh", "echo old\n", 0o755);
    work.write("gone.sh", "echo gone\n", 0o755);
    const commit = work.commit();
    work.write("run.sh", "echo new\n");
    work.git("rm", "--quiet", "gone.sh");
    const turns = [turnOf(2, [added("run.sh", "echo new\n"), deleted("gone.sh", null)])];
    const plan = await work.at(1, turns, commit);
    expect(plan.files.map(({ content, conflict }) => [content, conflict])).toEqual([
      ["echo gone\n", null],
      ["echo old\n", null],
    ]);
    expect(plan.patch).toContain("new file mode 100755");
  });

  test("a file that was moved before the turn is followed from the commit to where it went", async () => {
    const work = workspace({ "from.txt": "one\n" });
    const commit = work.commit();
    work.git("mv", "from.txt", "to.txt");
    work.write("to.txt", "three\n");
    const move = {
      path: "from.txt",
      change: "move",
      diff: hunks("one\n", "two\n"),
      movedTo: "to.txt",
    } as const;
    const last = { path: "to.txt", change: "update", diff: null } as const;
    const turns = [turnOf(1, [move]), endedAt(turnOf(2, [last]), Date.now() + 60_000)];
    expect(only(await work.at(1, turns, commit))).toMatchObject({ content: "two\n", conflict: null });
  });

  test("a file below a folder of the repository is found in the commit", async () => {
    const work = workspace({ "deep/ä b.txt": "one\n" });
    const commit = work.commit();
    work.write("deep/ä b.txt", "two\n");
    const turns = [endedAt(turnOf(2, [{ path: "ä b.txt", change: "update", diff: null }]), Date.now() + 60_000)];
    const session = (await work.at(1, [])).session;
    const root = join(work.root, "deep");
    const plan = await filesAt({ session, turns, turn: 1, root, gitCommit: commit, host: work.place.host });
    expect(only(plan)).toMatchObject({ content: "one\n", conflict: null });
  });
});

describe("edits without a good end", () => {
  const turnWith = (item: ReturnType<typeof editOf>): Turn[] => [{ ...turnOf(2), items: [item] }];

  test("an open one is a conflict", async () => {
    const change = updated("a.txt", "one\n", "two\n");
    const plan = await workspace({ "a.txt": "one\n" }).at(1, turnWith(editOf("e", [change], "open")));
    expect(only(plan)?.conflict).toMatch(/no recorded end/);
  });

  test("a failed one is a conflict only where the file may hold a part of it; a declined one never", async () => {
    const change = { ...updated("a.txt", "one\n", "two\n"), diff: "@@\n-one\n+two\n" };
    const failed = turnWith(editOf("e", [change], "failed"));
    expect(only(await workspace({ "a.txt": "two\n" }).at(1, failed))?.conflict).toMatch(/failed/);
    expect((await workspace({ "a.txt": "one\n" }).at(1, failed)).files).toEqual([]);
    expect((await workspace().at(1, failed)).files).toEqual([]);
    const declined = turnWith(editOf("e", [change], "declined"));
    expect((await workspace({ "a.txt": "two\n" }).at(1, declined)).files).toEqual([]);
  });

  test("a failed one that was tried again with success does not stand in the way", async () => {
    const retry = updated("a.txt", "one\n", "two\n");
    const items = [editOf("e1", [{ ...retry, diff: "@@\n-uno\n+two\n" }], "failed"), editOf("e2", [retry], "done")];
    const plan = await workspace({ "a.txt": "two\n" }).at(1, [{ ...turnOf(2), items }]);
    expect(only(plan)).toMatchObject({ content: "one\n", conflict: null });
  });
});

describe("what is never touched", () => {
  test("files that are not text, or too large", async () => {
    const change = updated("a.bin", "old\n", "new\n");
    const work = workspace();
    for (const bytes of [Buffer.from("new\n\0"), Buffer.from([0x6e, 0xe4, 0x0a])]) {
      work.write("a.bin", bytes);
      expect(only(await work.at(1, [turnOf(2, [change])]))?.conflict).toMatch(/not UTF-8 text/);
    }
    work.write("a.bin", Buffer.alloc(8 * 1024 * 1024 + 1, "a"));
    expect(only(await work.at(1, [turnOf(2, [change])]))?.conflict).toMatch(/larger than 8 MB/);
    work.write("a.zst", "new\n");
    expect(only(await work.at(1, [turnOf(2, [{ ...change, path: "a.zst" }])]))?.conflict).toMatch(/not UTF-8 text/);
  });
});

describe("line ends and marks", () => {
  test("recorded with CRLF or without, the bytes come back", async () => {
    const [before, now] = ["a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"];
    for (const turn of [
      turnOf(2, [updated("a.txt", before, now)]),
      turnOf(2, [updated("a.txt", "a\nb\nc\n", "a\nB\nc\n")]),
    ]) {
      expect(only(await workspace({ "a.txt": now }).at(1, [turn]))).toMatchObject({
        content: before,
        conflict: null,
      });
    }
    const marked = workspace({ "a.txt": "\uFEFFB\nc\n" });
    expect(only(await marked.at(1, [turnOf(2, [updated("a.txt", "b\nc\n", "B\nc\n")])]))?.content).toBe("\uFEFFb\nc\n");
  });

  test("no newline at the end, and no lines at all", async () => {
    const pairs = [
      ["a\nb", "a\nB"],
      ["a\nb\n", "a\nb"],
      ["a\nb", "a\nb\n"],
      ["", "a"],
      ["a\n", ""],
    ] as const;
    for (const [before, now] of pairs) {
      const plan = await workspace({ "a.txt": now }).at(1, [turnOf(2, [updated("a.txt", before, now)])]);
      expect(only(plan)).toMatchObject({ content: before, conflict: null, change: "write" });
    }
    const raw = "@@ -1,0 +1,1 @@\n+a";
    const plan = await workspace({ "a.txt": "a\n" }).at(1, [
      turnOf(2, [{ path: "a.txt", change: "update", diff: raw }]),
    ]);
    expect(only(plan)?.content).toBe("");
  });

  test("a file that is the same again needs nothing", async () => {
    const turns = [turnOf(2, [updated("a.txt", "a\n", "b\n")]), turnOf(3, [updated("a.txt", "b\n", "a\n")])];
    const plan = await workspace({ "a.txt": "a\n" }).at(1, turns);
    expect(only(plan)).toMatchObject({ change: "none", diff: null, conflict: null });
    expect(plan.patch).toBe("");
  });
});
