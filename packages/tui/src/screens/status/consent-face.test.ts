import { needsPerson, unattendedConsent } from "@reprise/model";
import { describeSilentFace } from "@reprise/testkit";
import { Driven } from "../../../test/support/drive.ts";
import { statusRow } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { begin, statusScreen } from "./index.ts";
import type { Message, State, Task } from "./state.ts";

const notShown = { hidden: 0, archived: 0, subagents: 0, more: 0 };

describeSilentFace("resume all in the app", {
  grants: unattendedConsent,
  why: (plan) => needsPerson(plan) ?? /^$/,
  async offer(_plan, runner) {
    const world = testWorld({ runs: runner });
    const driven = new Driven<State, Message, Task>(statusScreen, begin(world), { columns: 400, rows: 60 });
    driven.tasks.length = 0;
    driven.tell({ type: "rows", request: 0, rows: [statusRow("a")], notShown }).press("U");
    const settle = async () => {
      for (let task = driven.tasks.shift(); task !== undefined; task = driven.tasks.shift())
        await statusScreen.perform(task, world, (message) => driven.tell(message), new AbortController().signal);
    };
    await settle();
    const text = driven.text;
    driven.press("enter");
    await settle();
    return text;
  },
});
