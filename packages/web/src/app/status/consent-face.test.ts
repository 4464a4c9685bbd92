import { needsPerson, type StatusRow, unattendedConsent } from "@reprise/model";
import { describeSilentFace } from "@reprise/testkit";
import { h } from "preact";
import { drawOn, settled, usePageWalk } from "../test/page-walk.ts";
import { BatchDialog } from "./batch-dialog.tsx";
import { BatchStore } from "./batch-store.ts";

usePageWalk();

describeSilentFace("resume all on the page", {
  grants: unattendedConsent,
  why: (plan) => needsPerson(plan) ?? /^$/,
  async offer(plan, runner) {
    const store = new BatchStore(runner);
    const Shown = () => {
      const batch = store.batch.value;
      return batch && h(BatchDialog, { batch, onStart: () => void store.start(), onClose: () => store.close() });
    };
    await store.plan([{ session: plan.session, run: null, title: "Fix it" } as unknown as StatusRow]);
    const { root, leave } = drawOn(runner, plan, h(Shown, {}));
    await settled();
    const text = root.textContent;
    root.all("input")[0]?.press("change");
    await settled();
    root
      .all("button")
      .find((one) => /^Resume/.test(one.textContent.trim()))
      ?.press("click");
    await settled();
    leave();
    return text;
  },
});
