import type { FileChange, Item, ItemBody, Turn } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { accountOf, unfinishedOf } from "./unfinished.ts";

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
        { kind: "reply", text: "hi" },
      ),
    ).toEqual([]);
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
  });

  it("an edit is judged by what the files hold", () => {
    const update: FileChange = { path: "/srv/a", change: "update", diff: "@@\n one\n-two\n+TWO\n" };
    expect(outcomes({ "/srv/a": "one\nTWO\nthree\n" }, edit(update))).toEqual(["done"]);
    expect(outcomes({ "/srv/a": "one\ntwo\nthree\n" }, edit(update))).toEqual(["not-done"]);
    expect(outcomes({ "/srv/a": "rewritten\n" }, edit(update))).toEqual(["unknown"]);
    expect(outcomes({ "/srv/a": "one\ntwo\none\nTWO\n" }, edit(update))).toEqual(["unknown"]);
    expect(outcomes({}, edit({ path: "new.txt", change: "add", diff: "x\n" }))).toEqual(["not-done"]);
    expect(
      outcomes({ "/srv/new.txt": "x\n" }, edit({ path: "new.txt", change: "add", diff: "x\n" })),
    ).toEqual(["done"]);
    expect(outcomes({}, edit({ path: "/srv/old", change: "delete", diff: null }))).toEqual(["done"]);
    expect(
      outcomes(
        { "/srv/a": "one\nTWO\n", "/srv/old": "still here" },
        edit(update, { path: "/srv/old", change: "delete", diff: null }),
      ),
    ).toEqual(["partly-done"]);
  });
});

describe("accountOf", () => {
  it("is nothing when nothing is open, and never claims that something did not happen", () => {
    expect(accountOf([])).toBeNull();
    const account = accountOf(unfinishedOf([turn(command("make"))], "/srv", memoryHost({})));
    expect(account).toContain("command `make`: outcome unknown");
  });
});
