import type { RestorePlan } from "@reprise/model";
import { describeAskingFace, type FacedPerson } from "@reprise/testkit";
import { Driven } from "../../../test/support/drive.ts";
import { DrivenLive } from "../../../test/support/live.ts";
import { walkPlan } from "../../../test/support/plan-walk.ts";
import { summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { liveScreen } from "../live/index.ts";
import { begin, restoreScreen } from "./index.ts";
import type { State, Task } from "./state.ts";

const size = { columns: 300, rows: 200 };
const session = summary("a", { workspace: "/srv" });

/** What the screen asks for is done, and every wait is over. */
async function settle(driven: Driven<State, never, Task>, person: FacedPerson): Promise<void> {
  for (let task = driven.tasks.shift(); task !== undefined; task = driven.tasks.shift()) {
    if (task.type === "wait") driven.tell(task.message as never);
    else
      await restoreScreen.perform(
        task,
        testWorld({ runs: person.runner }),
        (message) => driven.tell(message as never),
        new AbortController().signal,
      );
  }
  person.sees(driven.text);
}

async function ask(plan: RestorePlan, person: FacedPerson): Promise<void> {
  const world = testWorld({ runs: person.runner });
  const route = { screen: "restore", session, modes: [plan.mode ?? "resume"], isStepwise: false, plan: null } as const;
  const driven = new Driven<State, never, Task>(restoreScreen as never, begin(route, world), size);
  await settle(driven, person);
  if (person.allowsWider) await settle(driven.press("w"), person);
  if (!walkPlan(driven, person)) return;
  const [go] = driven.went;
  if (go === undefined || !("instead" in go) || go.instead.screen !== "live")
    throw new Error(`It did not start: ${driven.text}`);
  const live = new DrivenLive(go.instead.begin, size, world);
  const restore = live.tasks.find(({ type }) => type === "restore");
  if (restore === undefined) throw new Error("The conversation starts nothing.");
  await liveScreen.perform(restore, world, () => undefined, new AbortController().signal);
}

describeAskingFace("the app", { ask, stays: true, wider: /w allows exactly that/, canAllowWider: true });
