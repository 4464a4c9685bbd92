import { describeAskingFace } from "@reprise/testkit";
import { h } from "preact";
import { restoreRoute } from "../shell/route.ts";
import { drawOn, usePageWalk, walkPage } from "../test/page-walk.ts";
import { Screen } from "./screen.tsx";

usePageWalk();

describeAskingFace("the page", {
  stays: true,
  wider: /Allow that first/,
  canAllowWider: true,
  async ask(plan, person) {
    const route = restoreRoute(plan.session, { mode: plan.mode });
    const drawn = drawOn(person.runner, plan, h(Screen, { route }));
    await walkPage(drawn, person, /^(Restore|Fork|Replay)$/);
    drawn.leave();
  },
});
