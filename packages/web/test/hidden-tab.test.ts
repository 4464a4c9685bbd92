import { Listener, step, until } from "@reprise/testkit";
import type { LinkState } from "@reprise/web/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRunnerStage } from "./runner-stage.ts";

/** As much of a browser's document as tells whether its tab is seen. */
class Tab extends EventTarget {
  visibilityState = "visible";

  turn(state: "visible" | "hidden"): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let stage: Awaited<ReturnType<typeof openRunnerStage>>;
let tab: Tab;
beforeEach(async () => {
  stage = await openRunnerStage();
  tab = new Tab();
  Object.assign(globalThis, { document: tab });
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, "document");
  await stage.close();
});

const streamCount = async () =>
  Number(/reprise_http_streams (\d+)/.exec(await (await stage.server.get("/metrics")).text())?.[1]);

test("a tab that nobody sees gives up its connections, and continues where it was", async () => {
  stage.agent.plays({ turns: [[step.request("r"), step.reply("a", "Meanwhile."), step.request("s")]] });
  const states: LinkState[] = [];
  const run = await stage
    .runner({ restMs: 20, onState: (state) => states.push(state) })
    .run(stage.wish("look"));
  const listener = new Listener(run);
  await listener.until("request");
  expect(await streamCount()).toBe(1);
  tab.turn("hidden");
  await until(async () => (await streamCount()) === 0);
  await run.controls.answer("r", { decision: "once" });
  const elsewhere = new Listener(await stage.local.attach(run.id));
  await elsewhere.until("request", 2);
  expect(listener.of("request")).toHaveLength(1);
  tab.turn("visible");
  await listener.until("request", 2);
  await run.controls.answer("s", { decision: "once" });
  expect(await listener.end()).toMatchObject({ status: "completed" });
  expect(listener.heard.map(({ number }) => number)).toEqual(listener.heard.map((_, index) => index + 1));
  expect(states).not.toContain("offline");
});

test("a glance elsewhere changes nothing", async () => {
  stage.agent.plays({ turns: [[step.request("r")]] });
  const run = await stage.runner({ restMs: 60_000 }).run(stage.wish("look"));
  const listener = new Listener(run);
  await listener.until("request");
  tab.turn("hidden");
  await run.controls.answer("r", { decision: "once" });
  expect(await listener.end()).toMatchObject({ status: "completed" });
});
