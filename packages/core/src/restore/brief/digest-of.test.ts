import type { HistoryMark, Item, ItemBody, Turn } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { digestOf } from "./digest-of.ts";
import { command, edit, prompt, reply, turnOf } from "./testing/turns.ts";

const notice = (mark: HistoryMark): ItemBody => ({ kind: "notice", text: "", mark });
const lines = (turns: readonly Turn[], options = {}) =>
  digestOf(turns, options).then(({ asked }) => asked.map(({ line, state }) => `${line} ${state}`));

describe("a digest", () => {
  it("tells each prompt with what became of its turn", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), reply("did one")]),
      turnOf(2, "failed", [prompt("two"), { kind: "notice", text: "usage limit" }]),
      turnOf(3, "interrupted", [prompt("three"), prompt("three and a half")]),
      turnOf(4, "live", [prompt("four")]),
    ];
    const { asked, state, goal } = await digestOf(turns);
    expect(asked.map(({ line, state, ending }) => [line, state, ending])).toEqual([
      ["one", "completed", "did one"],
      ["two", "failed", "usage limit"],
      ["three", "interrupted", null],
      ["three and a half", "interrupted", null],
      ["four", "live", null],
    ]);
    expect(state).toBe("live");
    expect(goal?.text.head).toBe("one");
  });

  it("does not tell the last turns that were taken back as done", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), edit("/a", null), command("make", 0, "fine"), reply("r1")]),
      turnOf(2, "completed", [prompt("two"), edit("/a", null), edit("/b", null), command("rm b", 1, "no")]),
      turnOf(3, "completed", [prompt("three"), reply("r3"), notice({ type: "rewind", turns: 2 })]),
      turnOf(4, "completed", [prompt("four")]),
    ];
    const digest = await digestOf(turns);
    expect(digest.asked.map(({ line }) => line)).toEqual(["one", "four"]);
    expect(digest.files).toEqual([{ path: "/a", change: "update", movedTo: null, turn: 1, status: "done" }]);
    expect(digest.commands.map((ran) => ran.command)).toEqual(["make"]);
    expect(digest.failing).toEqual([]);
    expect(digest.turns.map(({ number }) => number)).toEqual([1, 4]);
    expect(digest.takenBack).toEqual({ turnCount: 2, isUnclear: false, paths: ["/b"] });
  });

  it("tells a turn that is asked for although it was taken back later", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one")]),
      turnOf(2, "completed", [prompt("two"), reply("r2"), notice({ type: "rewind", turns: 1 })]),
      turnOf(3, "completed", [prompt("three")]),
    ];
    expect(await lines(turns, { upTo: 2 })).toEqual(["one completed", "two completed"]);
    expect(await lines(turns, { upTo: 1 })).toEqual(["one completed"]);
    expect(await lines(turns)).toEqual(["one completed", "three completed"]);
  });

  it("keeps the prompt at whose place a mark stands: with it the other branch begins", async () => {
    const branch = turnOf(3, "completed", [
      prompt("two, differently"),
      notice({ type: "rewind", after: "1.2" }),
    ]);
    const [first, mark] = branch.items as [Item, Item];
    const turns = [
      turnOf(1, "completed", [prompt("one"), reply("r1")]),
      turnOf(2, "completed", [prompt("two"), reply("r2")]),
      { ...branch, items: [first, { ...mark, origin: first.origin }] },
    ];
    expect(await lines(turns)).toEqual(["one completed", "two, differently completed"]);
    expect(await lines(turns, { upTo: 3 })).toEqual(["one completed", "two, differently completed"]);
    expect((await digestOf(turns)).takenBack.turnCount).toBe(1);
  });

  it("does not tell what stands behind a mark that begins with itself", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one")]),
      turnOf(2, "completed", [notice({ type: "rewind", from: "2.1" }), prompt("two"), edit("/b", null)]),
      turnOf(3, "completed", [prompt("three")]),
    ];
    const digest = await digestOf(turns);
    expect(digest.asked.map(({ line }) => line)).toEqual(["one"]);
    expect(digest.takenBack).toEqual({ turnCount: 2, isUnclear: false, paths: ["/b"] });
  });

  it("does not say of a turn that lost its end that it was completed", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), command("a", 0, ""), command("b", 0, ""), reply("r1")]),
      turnOf(2, "completed", [notice({ type: "rewind", after: "1.2" }), prompt("two")]),
    ];
    const digest = await digestOf(turns);
    expect(digest.asked.map(({ state, ending }) => [state, ending])).toEqual([
      ["interrupted", null],
      ["completed", null],
    ]);
    expect(digest.commands.map((ran) => ran.command)).toEqual(["a"]);
  });

  it("says so when it cannot be told what was taken back", async () => {
    const digest = await digestOf([
      turnOf(1, "completed", [prompt("one"), notice({ type: "rewind", from: "?" })]),
    ]);
    expect(digest.asked).toHaveLength(1);
    expect(digest.takenBack.isUnclear).toBe(true);
  });

  it("keeps the last summary that was not taken back", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), notice({ type: "compaction", summary: "first summary" })]),
      turnOf(2, "completed", [prompt("two"), notice({ type: "compaction", summary: "second summary" })]),
      turnOf(3, "completed", [prompt("three"), notice({ type: "compaction", summary: null })]),
    ];
    expect((await digestOf(turns)).summary).toMatchObject({ turn: 2, text: { head: "second summary" } });
    const rewound = [
      ...turns,
      turnOf(4, "completed", [notice({ type: "rewind", turns: 2 }), prompt("four")]),
    ];
    expect((await digestOf(rewound)).summary).toMatchObject({ turn: 1, text: { head: "first summary" } });
  });

  it("tells a command as failing until the same passes", async () => {
    const failing = (turns: readonly Turn[]) =>
      digestOf(turns).then(({ failing }) => failing.map(({ subject, times }) => [subject, times]));
    const red = turnOf(1, "completed", [
      command("make", 2, "no\nrule"),
      command("make", 2, "no"),
      command("ls", 1, ""),
    ]);
    expect(await failing([red])).toEqual([
      ["ls", 1],
      ["make", 2],
    ]);
    expect(await failing([red, turnOf(2, "completed", [command("make", 0, "ok")])])).toEqual([["ls", 1]]);
  });

  it("keeps the end of what a failing command printed, and says how much is gone", async () => {
    const output = `${"x y ".repeat(100_000)}\nerror: the last line`;
    const { failing } = await digestOf([turnOf(1, "completed", [command("make", 2, output)])]);
    expect(failing[0]?.lastLines?.tail).toMatch(/error: the last line$/);
    expect(failing[0]?.lastLines?.leftOutCount).toBeGreaterThan(390_000);
  });

  it("holds no more of a session of ten thousand turns than of one of a thousand", async () => {
    async function* many(count: number) {
      for (let number = 1; number <= count; number += 1) {
        const body = [
          prompt(`do ${number}`),
          edit(`/f${number}`, "d"),
          command(`c ${number}`, 1, "x y ".repeat(9000)),
        ];
        yield turnOf(number, "completed", [...body, reply("r")]);
      }
    }
    const size = async (count: number) => JSON.stringify(await digestOf(many(count))).length;
    expect(await size(10_000)).toBeLessThan((await size(1000)) * 1.2);
  });
});
