import type { ItemBody, Timestamp } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fact, ItemFact } from "../agents/reading/fact.ts";
import { injected } from "../agents/reading/fact.ts";
import { TurnTracker, turnStateOf } from "./turn-tracker.ts";

const origin = { file: "/f", line: 1, byteOffset: 0 };
const at = "2026-11-15T19:00:00.000Z" as Timestamp;
const prompt: ItemBody = { kind: "prompt", text: "p" };
const reply: ItemBody = { kind: "reply", text: "r" };
const command = (output: string | null): ItemBody => ({
  kind: "command",
  command: "ls",
  output,
  exitCode: null,
  status: output === null ? "open" : "done",
});

const item = (body: ItemBody, key: string | null = null, turn: string | null = null): ItemFact => ({
  type: "item",
  key,
  rank: 0,
  turn,
  item: body,
  at,
  origin,
});

describe("a tracker", () => {
  it("opens a turn at each prompt when starts are not recorded", () => {
    const tracker = new TurnTracker();
    const turns = [prompt, reply, prompt, prompt].map((body) => tracker.place(item(body))?.turn);
    expect(turns).toEqual([1, 1, 2, 3]);
  });

  it("keeps to the recorded turns when starts are recorded", () => {
    const tracker = new TurnTracker();
    tracker.start({ type: "turn-start", turn: "a", at, origin });
    expect(tracker.place(item(prompt))?.turn).toBe(1);
    expect(tracker.place(item(prompt))?.turn).toBe(1);
    tracker.end({ type: "turn-end", turn: "a", state: "completed", at, origin });
    tracker.start({ type: "turn-start", turn: "b", at, origin });
    expect(tracker.place(item(reply))?.turn).toBe(2);
  });

  it("does not count an answer after a gap to a call before it twice", () => {
    const tracker = new TurnTracker();
    tracker.place(item(prompt));
    tracker.place(item(command(null), "long"));
    tracker.skip();
    tracker.place(item(command("out"), "long"));
    tracker.place(item(command(null), "cut"));
    tracker.place(item(reply));
    expect(tracker.current && turnStateOf(tracker.current, false)).toBe("interrupted");
  });

  it("ends a review with the turn that asked for it, which was never started", () => {
    const tracker = new TurnTracker();
    tracker.place(item({ kind: "notice", text: "Review started" }, null, "asked"));
    tracker.start({ type: "turn-start", turn: "review", at, origin });
    tracker.place(item(prompt, null, "review"));
    expect(tracker.place(item(reply, null, "asked"))).toMatchObject({ turn: 1, isLate: false });
    expect(tracker.place(item(reply, null, "asked"))).toMatchObject({ turn: 1, isLate: false });
    expect(tracker.end({ type: "turn-end", turn: "asked", state: "completed", at, origin })).toBe(1);
    expect(tracker.current && turnStateOf(tracker.current, false)).toBe("completed");
  });

  it("takes a start that is told twice for one turn", () => {
    const tracker = new TurnTracker();
    tracker.start({ type: "turn-start", turn: "a", at, origin });
    tracker.start({ type: "turn-start", turn: "a", at, origin });
    expect(tracker.turnCount).toBe(1);
  });

  it("finds a call that is still open many turns later, and forgets an answered one", () => {
    const tracker = new TurnTracker();
    tracker.place(item(prompt));
    tracker.place(item(command(null), "open"));
    tracker.place(item(command("x"), "answered"));
    for (let turn = 0; turn < 50; turn += 1) tracker.place(item(prompt));
    expect(tracker.place(item(command("late"), "open"))).toMatchObject({
      turn: 1,
      isNew: false,
      isLate: true,
    });
    expect(tracker.place(item(command("x"), "answered"))).toMatchObject({ isNew: true });
  });

  it("puts injected history in turn 0 and does not count it", () => {
    const tracker = new TurnTracker();
    expect(tracker.place(item(prompt, null, injected))?.turn).toBe(0);
    expect(tracker.turnCount).toBe(0);
    expect(tracker.place(item(prompt))?.turn).toBe(1);
  });

  it("in a window leaves out what belongs to turns before it", () => {
    const tracker = new TurnTracker({ windowAfterTurn: 7 });
    tracker.start({ type: "turn-start", turn: "h", at, origin });
    expect(tracker.place(item(prompt, null, "h"))?.turn).toBe(8);
    expect(tracker.place(item(command("x"), "c", "earlier"))).toBeNull();
  });

  it("goes on in another process as if it had never stopped", () => {
    const facts = fc.array(
      fc.record({
        kind: fc.constantFrom("prompt", "reply", "command", "start", "end"),
        key: fc.constantFrom(null, "a", "b", "c"),
        isAnswered: fc.boolean(),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(facts, fc.nat(40), (list, cut) => {
        const whole = new TurnTracker();
        let parts = new TurnTracker();
        for (const [index, fact] of list.map(factOf).entries()) {
          if (index === cut) parts = new TurnTracker({ state: JSON.parse(JSON.stringify(parts.save())) });
          expect(feed(parts, fact)).toEqual(feed(whole, fact));
        }
        expect(parts.save()).toEqual(whole.save());
      }),
    );
  });
});

function factOf(made: { kind: string; key: string | null; isAnswered: boolean }, index: number): Fact {
  if (made.kind === "start") return { type: "turn-start", turn: `t${index}`, at, origin };
  if (made.kind === "end") return { type: "turn-end", turn: null, state: "completed", at, origin };
  if (made.kind === "command") return item(command(made.isAnswered ? "x" : null), made.key);
  return item(made.kind === "prompt" ? prompt : reply, made.key && `${made.kind}-${made.key}`);
}

function feed(tracker: TurnTracker, fact: Fact) {
  if (fact.type === "item") return tracker.place(fact);
  if (fact.type === "turn-start") return tracker.start(fact);
  return fact.type === "turn-end" ? tracker.end(fact) : null;
}

describe("the state of a turn", () => {
  const track = (bodies: readonly ItemFact[]) => {
    const tracker = new TurnTracker();
    for (const fact of bodies) tracker.place(fact);
    if (!tracker.current) throw new Error("no turn");
    return tracker.current;
  };

  it("without an end is working while its writer lives, else interrupted", () => {
    const open = track([item(prompt)]);
    expect(turnStateOf(open, true)).toBe("working");
    expect(turnStateOf(open, false)).toBe("interrupted");
  });

  it("without recorded starts is completed by a reply after the last answered call", () => {
    expect(turnStateOf(track([item(prompt), item(command("x"), "c"), item(reply)]), false)).toBe("completed");
    expect(turnStateOf(track([item(prompt), item(reply), item(command("x"), "c")]), false)).toBe("interrupted");
    expect(turnStateOf(track([item(prompt), item(command(null), "c"), item(reply)]), false)).toBe("interrupted");
    const answeredLater = [item(prompt), item(command(null), "c"), item(command("x"), "c"), item(reply)];
    expect(turnStateOf(track(answeredLater), false)).toBe("completed");
  });
});
