import { describe, expect, it } from "vitest";
import { RecentCalls } from "./recent-calls.ts";

const call = { kind: "tool", name: "Task" } as const;

describe("Calls", () => {
  it("knows a call until it was answered, and a little longer", () => {
    const calls = new RecentCalls();
    calls.made("t1", call);
    expect(calls.has("t1")).toBe(true);
    expect(calls.answered("t1")).toMatchObject(call);
    expect(calls.answered("t1")).toMatchObject(call);
    expect(calls.answered("t2")).toBeNull();
    for (let number = 0; number < 20; number += 1) {
      calls.made(`later${number}`, call);
      calls.answered(`later${number}`);
    }
    expect(calls.has("t1")).toBe(false);
  });

  it("holds a bounded number, the oldest going first, and goes on after it was saved", () => {
    const calls = new RecentCalls();
    for (let number = 0; number < 300; number += 1) calls.made(`t${number}`, call);
    const again = new RecentCalls();
    again.load(JSON.parse(JSON.stringify(calls.save())));
    expect(again.has("t0")).toBe(false);
    expect(again.answered("t299")).toMatchObject(call);
    expect(again.save().open).toHaveLength(255);
  });
});
