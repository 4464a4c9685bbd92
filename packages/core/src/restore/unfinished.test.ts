import { type FileChange, type Item, type ItemBody, SessionError, type Turn } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { recapOf, unfinishedOf } from "./unfinished.ts";

const turn = (...bodies: ItemBody[]): Turn => ({
  number: 1,
  state: "interrupted",
  startedAt: null,
  endedAt: null,
  items: bodies.map(
    (body, index): Item => ({
      id: `i${index}`,
      at: null,
      origin: { file: "/f", line: 1, byteOffset: 0 },
      ...body,
    }),
  ),
});
const command = (text: string, output: string | null = null): ItemBody => ({
  kind: "command",
  command: text,
  output,
  exitCode: null,
  status: "open",
});
const edit = (...changes: FileChange[]): ItemBody => ({ kind: "edit", changes, status: "open" });

function outcomes(files: Record<string, string>, ...bodies: ItemBody[]) {
  return unfinishedOf([turn(...bodies)], "/srv", memoryHost(files)).map(({ outcome }) => outcome);
}

describe("unfinishedOf", () => {
  it("leaves out what has an outcome", () => {
    expect(
      outcomes(
        {},
        { kind: "command", command: "ls", output: "x", exitCode: 0, status: "done" },
        { kind: "command", command: "ls", output: null, exitCode: null, status: "declined" },
        { kind: "edit", changes: [{ path: "/srv/a", change: "delete", diff: null }], status: "done" },
        { kind: "tool", name: "search", input: {}, output: "x", status: "failed" },
        { kind: "reply", text: "hi" },
      ),
    ).toEqual([]);
  });

  it("looks at the machine once, however much was left", () => {
    const looks = { processes: 0, files: 0 };
    const host = memoryHost({ "/srv/a": "new\n" });
    const counting = {
      ...host,
      processes: {
        ...host.processes,
        running: () => {
          looks.processes += 1;
          return [];
        },
      },
      files: {
        ...host.files,
        text: (path: string, most: number) => {
          if (path === "/srv/a") looks.files += 1;
          return host.files.text(path, most);
        },
      },
    };
    const change: FileChange = { path: "/srv/a", change: "update", diff: "@@\n-old\n+new\n" };
    const left = Array.from({ length: 100 }, () => [command("make"), edit(change)]).flat();
    expect(unfinishedOf([turn(...left)], "/srv", counting)).toHaveLength(200);
    expect(looks).toEqual({ processes: 1, files: 1 });
  });

  it("takes every turn it is given, in order, and names each by its item", () => {
    const tool: ItemBody = { kind: "tool", name: "search", input: {}, output: null, status: "open" };
    const turns = [turn(command("make")), turn({ kind: "reply", text: "hi" }, tool)];
    expect(unfinishedOf(turns, "/srv", memoryHost({}))).toMatchObject([
      { item: "i0", kind: "command", subject: "make", outcome: "unknown" },
      { item: "i1", kind: "tool", subject: "search", outcome: "unknown" },
    ]);
  });

  it("work that waited for approval was not done, whatever it is", () => {
    const waiting: ItemBody[] = [
      { kind: "command", command: "make", output: null, exitCode: null, status: "waiting" },
      { kind: "edit", changes: [{ path: "a", change: "add", diff: "1" }], status: "waiting" },
      { kind: "tool", name: "search", input: null, output: null, status: "waiting" },
    ];
    expect(unfinishedOf([turn(...waiting)], "/srv", memoryHost({ "/srv/a": "1" }))).toMatchObject([
      { kind: "command", subject: "make", outcome: "not-done" },
      { kind: "edit", subject: "a", outcome: "not-done" },
      { kind: "tool", subject: "search", outcome: "not-done" },
    ]);
  });

  it("says of a command whether it had begun to print", () => {
    const evidence = (output: string | null) =>
      unfinishedOf([turn(command("make", output))], "/srv", memoryHost({}))[0]?.evidence;
    expect(evidence("cc -c a.c")).toContain("it had printed something");
    expect(evidence(null)).toContain("not running now");
  });

  it("a command without an end is unknown, unless its process is found", () => {
    const host = memoryHost({});
    expect(unfinishedOf([turn(command("make"))], "/srv", host)[0]?.outcome).toBe("unknown");
    Object.assign(host.processes, {
      running: () => [{ pid: 7, command: ["bash", "-lc", "make"], cwd: "/srv", startedAtMs: 0 }],
    });
    expect(unfinishedOf([turn(command("make"))], "/srv", host)[0]).toMatchObject({
      outcome: "still-running",
      evidence: expect.stringContaining("process 7"),
    });
    expect(unfinishedOf([turn(command("make"))], "/elsewhere", host)[0]?.outcome).toBe("unknown");
    expect(unfinishedOf([turn(command("make"))], null, host)[0]?.outcome).toBe("still-running");
    expect(unfinishedOf([turn(command("mak"))], "/srv", host)[0]?.outcome).toBe("unknown");
    Object.assign(host.processes, {
      running: () => [{ pid: 7, command: ["bash", "-lc", "make  all"], cwd: "/srv", startedAtMs: 0 }],
    });
    expect(unfinishedOf([turn(command("make  all"))], "/srv", host)[0]?.outcome).toBe("still-running");
  });

  it("a command is found in a line whose words are not told apart, only where a shell runs it", () => {
    const outcomeWith = (line: string) => {
      const host = memoryHost({});
      const running = () => [{ pid: 7, command: line.split(" "), cwd: "/srv", startedAtMs: 0 }];
      Object.assign(host.processes, { running });
      return unfinishedOf([turn(command("make  all; true"))], "/srv", host)[0]?.outcome;
    };
    expect(outcomeWith("bash -lc make all; true")).toBe("still-running");
    expect(outcomeWith("sh -c make all; true")).toBe("still-running");
    expect(outcomeWith("bash -lc make all; true; more")).toBe("unknown");
    expect(outcomeWith("bash -lc cd x; make all; true")).toBe("unknown");
    expect(outcomeWith("echo make all; true")).toBe("unknown");
  });

  it("of processes of the session: a single command is found without its shell; others are named, not called none", () => {
    const evidenceOf = (...words: string[]) => {
      const own = [{ pid: 9, command: words, cwd: "/elsewhere", startedAtMs: 0 }];
      return unfinishedOf([turn(command(" sleep  300\n"))], "/srv", memoryHost({}), own)[0];
    };
    expect(evidenceOf("sleep", "300")).toMatchObject({ outcome: "still-running" });
    expect(evidenceOf("sleep", "30")).toMatchObject({
      outcome: "unknown",
      evidence: "no exit recorded, the session left running: sleep (process 9)",
    });
    expect(evidenceOf()).toMatchObject({ evidence: expect.stringContaining("unknown (process 9)") });
  });

  it("where processes cannot be listed, that is said, and not that none runs it", () => {
    const host = memoryHost({});
    Object.assign(host.processes, { running: () => null });
    const evidence = unfinishedOf([turn(command("make"))], "/srv", host)[0]?.evidence;
    expect(evidence).toContain("can't tell");
    expect(evidence).not.toContain("not running now");
  });

  it("an edit is judged by what the files hold", () => {
    const update: FileChange = { path: "/srv/a", change: "update", diff: "@@\n one\n-two\n+TWO\n" };
    expect(outcomes({ "/srv/a": "one\nTWO\nthree\n" }, edit(update))).toEqual(["done"]);
    expect(outcomes({ "/srv/a": "one\ntwo\nthree\n" }, edit(update))).toEqual(["not-done"]);
    expect(outcomes({ "/srv/a": "rewritten\n" }, edit(update))).toEqual(["unknown"]);
    expect(outcomes({ "/srv/a": "one\ntwo\none\nTWO\n" }, edit(update))).toEqual(["unknown"]);
    expect(outcomes({}, edit({ path: "new.txt", change: "add", diff: "x\n" }))).toEqual(["not-done"]);
    expect(outcomes({ "/srv/new.txt": "x\n" }, edit({ path: "new.txt", change: "add", diff: "x\n" }))).toEqual([
      "done",
    ]);
    expect(outcomes({}, edit({ path: "/srv/old", change: "delete", diff: null }))).toEqual(["done"]);
    expect(
      outcomes(
        { "/srv/a": "one\nTWO\n", "/srv/old": "still here" },
        edit(update, { path: "/srv/old", change: "delete", diff: null }),
      ),
    ).toEqual(["partly-done"]);
  });

  it("an edit of several files is what all of them are, and unknown if one of them is", () => {
    const gone: FileChange = { path: "/srv/gone", change: "delete", diff: null };
    const still: FileChange = { path: "/srv/still", change: "delete", diff: null };
    const lost: FileChange = { path: "/srv/lost", change: "update", diff: null };
    const files = { "/srv/still": "x", "/srv/still2": "x" };
    expect(outcomes(files, edit(gone, { ...gone, path: "/srv/gone2" }))).toEqual(["done"]);
    expect(outcomes(files, edit(still, { ...still, path: "/srv/still2" }))).toEqual(["not-done"]);
    expect(outcomes(files, edit(gone, still, lost))).toEqual(["unknown"]);
    expect(outcomes(files, edit())).toEqual(["unknown"]);
    const [left] = unfinishedOf([turn(edit(gone, still))], "/srv", memoryHost(files));
    expect(left).toMatchObject({ kind: "edit", subject: "/srv/gone, /srv/still" });
    expect(left?.evidence).toContain("some files hold the new text, some the old");
  });

  it("says by what it was judged", () => {
    const evidence = (files: Record<string, string>, change: FileChange) =>
      unfinishedOf([turn(edit(change))], "/srv", memoryHost(files))[0]?.evidence;
    const add: FileChange = { path: "/srv/a", change: "add", diff: "x" };
    expect(evidence({ "/srv/a": "x" }, add)).toBe("the files hold the new text");
    expect(evidence({}, add)).toBe("the files hold the old text");
    expect(evidence({ "/srv/a": "y" }, add)).toContain("neither");
  });

  it("a new file is done only with just its content, but for the end of the last line", () => {
    const add = (diff: string | null): ItemBody => edit({ path: "/srv/a", change: "add", diff });
    expect(outcomes({ "/srv/a": "x\n" }, add("x"))).toEqual(["done"]);
    expect(outcomes({ "/srv/a": "x" }, add("x\n"))).toEqual(["done"]);
    expect(outcomes({ "/srv/a": "x\ny\n" }, add("x\n"))).toEqual(["unknown"]);
    expect(outcomes({ "/srv/a": " x\n" }, add("x\n"))).toEqual(["unknown"]);
    expect(outcomes({ "/srv/a": "x\n" }, add(null))).toEqual(["unknown"]);
  });

  it("an update is done only when every hunk of it is there, as whole lines", () => {
    const diff = "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -9,2 +9,2 @@\n-y\n+Y\n z\n";
    const update = (text: string | null): ItemBody => edit({ path: "/srv/a", change: "update", diff: text });
    const state = (file: string, text: string | null = diff) => outcomes({ "/srv/a": file }, update(text))[0];
    expect(state("a\nB\n\nY\nz")).toBe("done");
    expect(state("a\nb\n\ny\nz\n")).toBe("not-done");
    expect(state("a\nB\n\ny\nz\n")).toBe("unknown");
    expect(state("aa\nB\n\nY\nzz\n")).toBe("unknown");
    expect(state("B\na\n\nz\nY\n")).toBe("unknown");
    expect(state("x\nb\n\ny\nz\n")).toBe("unknown");
    const named = "@@ -1 +1 @@ function one() {\n-b\n+B\n@@ -9 +9 @@ function two() {\n-y\n+Y\n";
    expect(state("B\n\nY\n", named)).toBe("done");
    expect(state("b\n\ny\n", named)).toBe("not-done");
    expect(state("a\nB\n", "-b\n+B\n")).toBe("done");
    expect(state("a\nb\n", "-b\n+B\n")).toBe("not-done");
    expect(state("a\n", "")).toBe("unknown");
    expect(state("a\n", "no hunk at all")).toBe("unknown");
    expect(state("a\n", null)).toBe("unknown");
    expect(outcomes({}, update(diff))).toEqual(["unknown"]);
    expect(outcomes({}, update("@@\n-null\n+x\n"))).toEqual(["unknown"]);
  });

  it("lines that were only added or only taken out are judged by themselves", () => {
    const update = (diff: string): ItemBody => edit({ path: "/srv/a", change: "update", diff });
    expect(outcomes({ "/srv/a": "one" }, update("@@\n+two\n"))).toEqual(["not-done"]);
    expect(outcomes({ "/srv/a": "one\ntwo\n" }, update("@@\n+two\n"))).toEqual(["unknown"]);
    expect(outcomes({ "/srv/a": "one\n" }, update("@@\n-two\n"))).toEqual(["done"]);
  });

  it("a file outside the session's folder and its repository is not read", () => {
    const add = (path: string): ItemBody => edit({ path, change: "add", diff: "x" });
    const machine = memoryHost({
      "/srv/app/.git/HEAD": "ref: refs/heads/main\n",
      "/srv/app/a": "x",
      "/srv/secret": "x",
      a: "x",
    });
    const read: string[] = [];
    const text = (path: string, maxBytes: number) => {
      read.push(path);
      return machine.files.text(path, maxBytes);
    };
    const host = { ...machine, files: { ...machine.files, text } };
    const outcomeOf = (path: string, cwd: string | null) => unfinishedOf([turn(add(path))], cwd, host)[0]?.outcome;
    expect(outcomeOf("../a", "/srv/app/web")).toBe("done");
    for (const path of ["/srv/secret", "../../secret", "/srv/app/../secret"])
      expect(outcomeOf(path, "/srv/app/web")).toBe("unknown");
    expect(outcomeOf("/srv/app/a", null)).toBe("unknown");
    expect(outcomeOf("a", "relative")).toBe("unknown");
    expect(read.filter((path) => !path.includes(".git"))).toEqual(["/srv/app/a"]);
  });

  it("a file that cannot be read is unknown, and hides nothing else", () => {
    const host = memoryHost({});
    const refuse = (error: Error) =>
      Object.assign(host.files, {
        text: () => {
          throw error;
        },
      });
    const turns = [turn(edit({ path: "/srv/a", change: "delete", diff: null }), command("make"))];
    refuse(new SessionError("unreadable", "/srv/a cannot be read (EISDIR)."));
    expect(unfinishedOf(turns, "/srv", host).map(({ outcome }) => outcome)).toEqual(["unknown", "unknown"]);
    refuse(new SessionError("not-found", "a mistake of ours"));
    expect(() => unfinishedOf(turns, "/srv", host)).toThrow("a mistake of ours");
    refuse(new TypeError("another"));
    expect(() => unfinishedOf(turns, "/srv", host)).toThrow("another");
  });
});

describe("recapOf", () => {
  it("is nothing when nothing is open, and never claims that something did not happen", () => {
    expect(recapOf([])).toBeNull();
    const recap = recapOf(unfinishedOf([turn(command("make"))], "/srv", memoryHost({})));
    expect(recap).toContain("command `make`: outcome unknown");
  });

  it("is one line for each, with what it is and by what that was found", () => {
    const turns = [
      turn(
        command("make"),
        edit({ path: "/srv/a", change: "add", diff: "x" }),
        edit({ path: "/srv/b", change: "add", diff: "x" }),
      ),
    ];
    const recap = recapOf(unfinishedOf(turns, "/srv", memoryHost({ "/srv/a": "x" })));
    expect(recap?.split("\n").slice(1)).toEqual([
      "- command `make`: outcome unknown: may have partly run (no exit recorded, not running now)",
      "- edit `/srv/a`: seems done (the files hold the new text)",
      "- edit `/srv/b`: not done (the files hold the old text)",
    ]);
  });
});
