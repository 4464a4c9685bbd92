import type { HistoryMark, Item, ItemBody, Turn } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { command, edit, prompt, reply, turnOf } from "../../../../test/briefs/turns.ts";
import { readDigest } from "./read-digest.ts";

const notice = (mark: HistoryMark): ItemBody => ({ kind: "notice", text: "", mark });
const lines = (turns: readonly Turn[], options = {}) =>
  readDigest(turns, options).then(({ requests }) =>
    requests.map(({ prompt, outcome }) => `${prompt.line(200)} ${outcome.kind}`),
  );

describe("a digest", () => {
  it("tells each prompt with what became of its turn", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), reply("did one")]),
      turnOf(2, "failed", [prompt("two"), { kind: "notice", text: "usage limit" }]),
      turnOf(3, "interrupted", [prompt("three"), prompt("three and a half")]),
      turnOf(4, "working", [prompt("four")]),
    ];
    const { requests, state, goal } = await readDigest(turns);
    expect(
      requests.map(({ prompt, outcome: { kind, evidence, claim } }) => [prompt.line(99), kind, evidence, claim]),
    ).toEqual([
      ["one", "answered", null, "did one"],
      ["two", "failed", "usage limit", null],
      ["three", "interrupted", null, null],
      ["three and a half", "interrupted", null, null],
      ["four", "working", null, null],
    ]);
    expect(state).toBe("working");
    expect(goal?.text.excerpt.head).toBe("one");
  });

  it("does not tell the last turns that were taken back as done", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), edit("/a", null), command("make", 0, "fine"), reply("r1")]),
      turnOf(2, "completed", [prompt("two"), edit("/a", null), edit("/b", null), command("rm b", 1, "no")]),
      turnOf(3, "completed", [prompt("three"), reply("r3"), notice({ type: "rewind", turns: 2 })]),
      turnOf(4, "completed", [prompt("four")]),
    ];
    const digest = await readDigest(turns);
    expect(digest.requests.map(({ prompt }) => prompt.line(99))).toEqual(["one", "four"]);
    expect(digest.files).toEqual([{ path: "/a", done: "modified", from: null, turn: 1, status: "done" }]);
    expect(digest.commands.map(({ item }) => item.subject?.line(99))).toEqual(["make"]);
    expect([digest.commandCount, digest.editCount]).toEqual([1, 1]);
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
    expect(await lines(turns, { upTo: 2 })).toEqual(["one answered", "two answered"]);
    expect(await lines(turns, { upTo: 1 })).toEqual(["one answered"]);
    expect(await lines(turns)).toEqual(["one answered", "three answered"]);
  });

  it("keeps the prompt at whose place a mark stands: with it the other branch begins", async () => {
    const branch = turnOf(3, "completed", [prompt("two, differently"), notice({ type: "rewind", after: "1.2" })]);
    const [first, mark] = branch.items as [Item, Item];
    const turns = [
      turnOf(1, "completed", [prompt("one"), reply("r1")]),
      turnOf(2, "completed", [prompt("two"), reply("r2")]),
      { ...branch, items: [first, { ...mark, origin: first.origin }] },
    ];
    expect(await lines(turns)).toEqual(["one answered", "two, differently answered"]);
    expect(await lines(turns, { upTo: 3 })).toEqual(["one answered", "two, differently answered"]);
    expect((await readDigest(turns)).takenBack.turnCount).toBe(1);
  });

  it("does not tell what stands behind a mark that begins with itself", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one")]),
      turnOf(2, "completed", [notice({ type: "rewind", from: "2.1" }), prompt("two"), edit("/b", null)]),
      turnOf(3, "completed", [prompt("three")]),
    ];
    const digest = await readDigest(turns);
    expect(digest.requests.map(({ prompt }) => prompt.line(99))).toEqual(["one"]);
    expect(digest.takenBack).toEqual({ turnCount: 2, isUnclear: false, paths: ["/b"] });
  });

  it("does not say of a turn that lost its end that it was completed", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), command("a", 0, ""), command("b", 0, ""), reply("r1")]),
      turnOf(2, "completed", [notice({ type: "rewind", after: "1.2" }), prompt("two")]),
    ];
    const digest = await readDigest(turns);
    expect(digest.requests.map(({ outcome: { kind, claim } }) => [kind, claim])).toEqual([
      ["interrupted", null],
      ["answered", null],
    ]);
    expect(digest.commands.map(({ item }) => item.subject?.line(99))).toEqual(["a"]);
    expect(digest.commandCount).toBe(1);
  });

  it("says so when it cannot be told what was taken back", async () => {
    const digest = await readDigest([turnOf(1, "completed", [prompt("one"), notice({ type: "rewind", from: "?" })])]);
    expect(digest.requests).toHaveLength(1);
    expect(digest.takenBack.isUnclear).toBe(true);
  });

  it("keeps the last summary that was not taken back", async () => {
    const turns = [
      turnOf(1, "completed", [prompt("one"), notice({ type: "compaction", summary: "first summary" })]),
      turnOf(2, "completed", [prompt("two"), notice({ type: "compaction", summary: "second summary" })]),
      turnOf(3, "completed", [prompt("three"), notice({ type: "compaction", summary: null })]),
    ];
    expect((await readDigest(turns)).summary).toMatchObject({
      turn: 2,
      text: { excerpt: { head: "second summary" } },
    });
    const rewound = [...turns, turnOf(4, "completed", [notice({ type: "rewind", turns: 2 }), prompt("four")])];
    expect((await readDigest(rewound)).summary).toMatchObject({
      turn: 1,
      text: { excerpt: { head: "first summary" } },
    });
  });

  it("tells a command as failing until the same passes", async () => {
    const failing = (turns: readonly Turn[]) =>
      readDigest(turns).then(({ failing }) => failing.map(({ item, times }) => [item.subject?.line(99), times]));
    const red = turnOf(1, "completed", [
      command("make", 2, "no\nrule"),
      command("make", 2, "no"),
      command("./deploy", 1, ""),
      command("rg nothing", 1, ""),
    ]);
    expect(await failing([red])).toEqual([
      ["./deploy", 1],
      ["make", 2],
    ]);
    const green = turnOf(2, "completed", [command("cd /srv/app && make", 0, "ok")]);
    expect(await failing([red, green])).toEqual([["./deploy", 1]]);
  });

  it("calls a turn done only with evidence", async () => {
    const outcomes = async (...items: ItemBody[]) => {
      const { requests } = await readDigest([turnOf(1, "completed", [prompt("paint it"), ...items, reply("Done!")])]);
      return requests.map(({ outcome: { kind, evidence } }) => `${kind}: ${evidence}`);
    };
    expect(await outcomes()).toEqual(["answered: null"]);
    expect(await outcomes(edit("/a", null))).toEqual(["done: its one step succeeded"]);
    expect(await outcomes(command("npm test", 1, ""))).toEqual(["unproven: 1 step failed"]);
    expect(await outcomes(command("npm test", 1, ""), command("npm test", 0, ""))).toEqual(["done: `npm test` passed"]);
    expect(await outcomes(command("./odd", 1, ""), command("npm test", 0, ""))).toEqual(["done: `npm test` passed"]);
    expect(await outcomes(command("npm test", 0, ""), edit("/a", null), command("./odd", 1, ""))).toEqual([
      "unproven: 1 step failed",
    ]);
    expect(await outcomes(command("npm test | tail", 0, "2 passed, 1 failed"))).toEqual(["unproven: 1 step failed"]);
    expect(await outcomes(command("npm test | tail", 0, "3 passed"))).toEqual(["done: `npm test | tail` passed"]);
    expect(await outcomes(command("npm test | tail", 0, "..."))).toEqual([
      "unproven: 1 step behind a pipe that hides the exit code",
    ]);
    expect(await outcomes(command("sleep 9", null, null))).toEqual(["unproven: 1 step without a recorded outcome"]);
  });

  it("says of a turn that failed what passed later", async () => {
    const { requests, failing } = await readDigest([
      turnOf(1, "completed", [prompt("do it"), command("./odd", 1, ""), reply("hm")]),
      turnOf(2, "completed", [prompt("again"), command("./odd", 0, ""), reply("fine")]),
    ]);
    expect(requests[0]?.outcome).toMatchObject({
      kind: "done",
      evidence: "what failed in it succeeded later",
    });
    expect(failing).toEqual([]);
  });

  it("follows the goal: greetings are none, follow-ups refine it, another request replaces it", async () => {
    const said = async (...prompts: string[]) => {
      const turns = prompts.map((text, index) =>
        turnOf(index + 1, "completed", [prompt(text), edit(`/${index}`, null), reply("Did it.")]),
      );
      const { goal } = await readDigest(turns);
      return goal && [goal.text.line(99), ...goal.refinements.map(({ text }) => text.line(99))];
    };
    const [first, other] = ["Fix the flaky retry test of the client", "Write a guide for plugin authors"];
    expect(await said("hi", first, "thanks!")).toEqual([first]);
    expect(await said(first, "also log each retry", "continue")).toEqual([first, "also log each retry"]);
    expect(await said(first, other, "ok")).toEqual([other]);
    expect(await said(first, "forget it")).toBe(null);
    expect(await said(first, "forget it", "what does make do?")).toEqual(["what does make do?"]);
  });

  it("does not replace the goal while what was asked for is not done", async () => {
    const other = "Write a guide for plugin authors";
    const goals = async (...items: ItemBody[]) => {
      const turns = [
        turnOf(1, "completed", [prompt("Fix the client"), ...items]),
        turnOf(2, "working", [prompt(other)]),
      ];
      return (await readDigest(turns)).goal?.text.line(99);
    };
    expect(await goals(edit("/a", null), reply("Did it."))).toBe(other);
    expect(await goals(edit("/a", null), reply("Shall I also fix the server?"))).toBe("Fix the client");
    expect(await goals(command("npm test", 1, ""), reply("It fails."))).toBe("Fix the client");
  });

  it("has the goal before the one that was taken back", async () => {
    const { goal, constraints } = await readDigest([
      turnOf(1, "completed", [prompt("Fix the client"), reply("r1")]),
      turnOf(2, "completed", [prompt("Forget that, instead fix the server. Never use root."), reply("r2")]),
      turnOf(3, "completed", [notice({ type: "rewind", turns: 1 }), prompt("go on")]),
    ]);
    expect([goal?.text.line(99), constraints]).toEqual(["Fix the client", []]);
  });

  it("has the question that nothing came after, and no other", async () => {
    const asked = turnOf(1, "completed", [prompt("one"), reply("Shall I push it?")]);
    expect((await readDigest([asked])).question).toMatchObject({ turn: 1 });
    expect((await readDigest([asked, turnOf(2, "working", [prompt("yes")])])).question).toBe(null);
    const worked = turnOf(1, "interrupted", [prompt("one"), reply("What is there?"), command("ls", null, null)]);
    expect((await readDigest([worked])).question).toBe(null);
  });

  it("keeps the end of what a failing command printed, and says how much is gone", async () => {
    const output = `${"x y ".repeat(100_000)}\nerror: the last line`;
    const { failing } = await readDigest([turnOf(1, "completed", [command("make", 2, output)])]);
    const printed = failing[0]?.item.text?.excerpt;
    expect(printed?.tail).toMatch(/error: the last line$/);
    expect(printed?.leftOutCount).toBeGreaterThan(390_000);
  });

  it("holds no more of a session of ten thousand turns than of one of a thousand", async () => {
    async function* many(count: number) {
      for (let number = 1; number <= count; number += 1) {
        const body = [prompt(`do ${number}`), edit(`/f${number}`, "d"), command(`c ${number}`, 1, "x y ".repeat(9000))];
        yield turnOf(number, "completed", [...body, reply("r")]);
      }
    }
    const size = async (count: number) => JSON.stringify(await readDigest(many(count))).length;
    expect(await size(10_000)).toBeLessThan((await size(1000)) * 1.2);
  });
});
