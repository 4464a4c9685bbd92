import { signal } from "@preact/signals";
import { usualWish, type WorkbenchAction } from "@reprise/model";
import { describeAskingFace } from "@reprise/testkit";
import { h } from "preact";
import { drawOn, usePageWalk, walkPage } from "../../test/page-walk.ts";
import { WorkbenchContext } from "../use-workbench.ts";
import { Preflight } from "./preflight.tsx";

usePageWalk();

describeAskingFace("a workbench on the page", {
  takes: ({ mode }) => mode !== "fork",
  stays: true,
  wider: /--allow-wider/,
  canAllowWider: false,
  async ask(plan, person) {
    const { runner } = person;
    const planned = await runner.plan(plan.session, usualWish);
    const store = {
      whyNotChange: signal(null),
      part: () => signal(undefined),
      async act(action: WorkbenchAction) {
        if (action.type === "consent") await runner.restore(planned, action.consent);
      },
    };
    const id = planned.mode === null ? null : "1";
    const preflight = h(Preflight, { plan: planned, id, reason: null });
    const value = { store, links: {} } as never;
    const drawn = drawOn(runner, planned, h(WorkbenchContext.Provider, { value }, preflight));
    await walkPage(drawn, person, /^Resume$/);
    drawn.leave();
  },
});
