import type { Controls } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { WorkOrders } from "./work-orders.ts";

function turnNoting(calls: string[]): Controls {
  const note = (name: string) => async () => void calls.push(name);
  return { interrupt: note("interrupt"), end: note("end") } as unknown as Controls;
}

describe("orders to work in progress", () => {
  it("reach the turn that runs, or the next one if none does", async () => {
    const calls: string[] = [];
    const orders = new WorkOrders();
    await orders.pause();
    await orders.direct(turnNoting(calls));
    expect(calls).toEqual(["interrupt"]);
    await orders.end();
    expect(calls).toEqual(["interrupt", "end"]);
  });

  it("only a pause can be continued", async () => {
    const orders = new WorkOrders();
    await orders.pause();
    await orders.continueRound();
    expect(orders.order).toBe("go");
    await orders.stop();
    await expect(orders.continueRound()).rejects.toMatchObject({ code: "refused" });
    await orders.pause();
    expect(orders.order).toBe("stop");
  });

  it("end a wait at once, and a clock that jumps ends it too", async () => {
    const orders = new WorkOrders();
    const waiting = orders.waitUntil(1_000_000, () => 0);
    await orders.pause();
    await waiting;
    await orders.continueRound();
    await orders.waitUntil(1_000_000, () => 1_000_000);
    expect(orders.order).toBe("go");
  });
});
