import { describe, expect, test } from "vitest";
import { type ConnectionEvent, canStep, connectionAfter } from "./connection.ts";

const states = ["cold", "stale", "connecting", "reconciling", "live", "degraded"] as const;
const events = ["empty", "loaded", "connect", "connected", "reconciled", "failed"] as const;

/** Every step that there is. */
const steps: Readonly<Record<(typeof states)[number], Partial<Record<ConnectionEvent, string>>>> = {
  cold: { empty: "live", loaded: "stale" },
  stale: { connect: "connecting", empty: "live" },
  connecting: { connected: "reconciling", failed: "degraded", empty: "live" },
  reconciling: { reconciled: "live", failed: "degraded", empty: "live" },
  live: { connect: "connecting", failed: "degraded", empty: "live", loaded: "stale" },
  degraded: { connect: "connecting", failed: "degraded", empty: "live", loaded: "stale" },
};

describe.each(states)("%s", (state) => {
  test.each(events)("%s", (event) => {
    const next = steps[state][event];
    expect(canStep(state, event)).toBe(next !== undefined);
    if (next === undefined) expect(() => connectionAfter(state, event)).toThrow(`is ${state}`);
    else expect(connectionAfter(state, event)).toBe(next);
  });
});

test("only what was compared with the agent becomes live again", () => {
  const shortest = ["loaded", "connect", "connected", "reconciled"] as const;
  const seen = shortest.map((_, index) =>
    shortest.slice(0, index + 1).reduce(connectionAfter, "cold" as (typeof states)[number]),
  );
  expect(seen).toEqual(["stale", "connecting", "reconciling", "live"]);
});
