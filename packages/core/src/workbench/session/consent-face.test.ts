import { canStartSilently, consentFrom, needsWider, type RestorePlan, type Runner, usualWish } from "@reprise/model";
import { describeSilentFace, openWorkbenchStage, Page, PlannedRunner, recordedPlans } from "@reprise/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkbenchParts } from "./parts.ts";
import { planFor } from "./plan-for.ts";

let planned: PlannedRunner | null = null;
let stage: Awaited<ReturnType<typeof openWorkbenchStage>>;
let page: Page;

/** Plans and restores are those of the case; the rest is real. */
const around = (runner: Runner): Runner =>
  new Proxy(runner, {
    get(target, name) {
      const isPlanned = planned !== null && (name === "plan" || name === "restore");
      const owner = isPlanned ? (planned as unknown as Runner) : target;
      const value: unknown = Reflect.get(owner, name);
      return typeof value === "function" ? value.bind(owner) : value;
    },
  });

beforeAll(async () => {
  stage = await openWorkbenchStage({ around });
  page = await Page.open(stage.workbenches, stage.cwd);
  await page.live();
  await page.send("one");
  await page.idle();
  await page.act({ type: "end" });
});
afterAll(async () => {
  planned = null;
  await page.leave();
  await stage.close();
});

// Approvals are not remembered, as is usual.
const terms = { settled: { remembers: false }, canAnswer: true, stays: true };

describeSilentFace("a workbench", {
  takes: ({ mode }: RestorePlan) => mode !== "fork",
  grants: (plan) => (canStartSilently(plan, terms) ? consentFrom(plan, {}, terms) : null),
  why: () => /\w/,
  async offer(plan, runner) {
    planned = runner;
    await page.act({ type: "connect" });
    const { connection } = await page.until("an end", ({ connection: { state } }) => state === "degraded");
    if (connection.plan !== null) expect(connection.plan).toMatchObject({ mode: needsWider(plan) ? null : plan.mode });
    return connection.detail ?? "";
  },
});

test("the plan of a workbench has saved approvals only for a person who wants them remembered", async () => {
  const resumed = recordedPlans().find(({ plan }) => plan.mode === "resume" && plan.approvals.length > 0)?.plan;
  if (resumed === undefined) throw new Error("No recorded plan has approvals.");
  const shown = { state: { thread: null } } as WorkbenchParts["shown"];
  const planOf = (remembers: boolean) =>
    planFor(resumed.session, usualWish, { runner: new PlannedRunner(resumed), shown, remembers: () => remembers });
  expect(await planOf(true)).toEqual(resumed);
  expect(await planOf(false)).toEqual({ ...resumed, approvals: [] });
});
