import type { Library, RestorePlan } from "@reprise/model";
import { describeAskingFace, type FacedPerson, MemoryReviews } from "@reprise/testkit";
import { walkPlan } from "../../../test/support/plan-walk.ts";
import { DrivenReview, offered } from "../../../test/support/review.ts";
import { testWorld } from "../../../test/support/world.ts";
import { reviewScreen } from "./index.ts";

const performed = new Set(["resume", "open-plan", "plan", "open-live", "live"]);

/** What the screen asks for is done. */
async function settle(driven: DrivenReview, person: FacedPerson): Promise<void> {
  const world = testWorld({
    runs: person.runner,
    library: { find: async () => offered.session, read: () => new Promise(() => undefined) } as unknown as Library,
    reviews: async () => new MemoryReviews(),
  });
  for (let next = driven.tasks.shift(); next !== undefined; next = driven.tasks.shift()) {
    const { task } = next;
    const isOfRun = task.type !== "live" || task.task.type === "restore";
    if (!performed.has(task.type) || !isOfRun) continue;
    const tell = (message: Parameters<typeof driven.tell>[0]) => void driven.tell(message);
    await reviewScreen.perform(next, world, tell, new AbortController().signal);
  }
  person.sees(driven.text);
}

async function ask(_plan: RestorePlan, person: FacedPerson): Promise<void> {
  const driven = DrivenReview.open({ columns: 300, rows: 200 });
  driven.press("x").tell({ type: "offer", offered, unsent: null }).quiet().press("y");
  await settle(driven, person);
  if (driven.state.plan !== null && walkPlan(driven, person)) await settle(driven, person);
}

describeAskingFace("a review in the app", {
  ask,
  takes: ({ mode }) => mode === "resume" || mode === null,
  settled: { settings: { cwd: "named by the checkout" } },
  stays: false,
  wider: /--allow-wider/,
  canAllowWider: false,
});
