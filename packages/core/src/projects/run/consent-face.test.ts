import { asThreadId, needsWider, roundConsent } from "@reprise/model";
import { describeSilentFace, memoryHost } from "@reprise/testkit";
import { placeOf } from "../find/place-of.ts";
import { type RoundParts, RoundWork } from "./carry-out-round.ts";
import { WorkOrders } from "./work-orders.ts";

describeSilentFace("a round of a project", {
  takes: ({ mode }) => mode === "resume" || mode === null,
  // Agreed to with the project; wider permissions are not.
  grants: (plan) => (plan.mode === null || needsWider(plan) ? null : roundConsent),
  why: (plan) => (needsWider(plan) ? /wider permissions.*--sandbox/ : /Bring it back first|\w/),
  async offer(_plan, runner) {
    const place = placeOf("/w/.reprise/projects/2026/11/17/1", { real: (path) => path });
    const parts: Partial<RoundParts> = {
      ...(place === null ? {} : { place }),
      host: memoryHost({}),
      runner,
      writer: { append: () => undefined, close: () => undefined },
      orders: new WorkOrders(),
      tell: () => undefined,
      agent: "codex",
      settings: {},
      permitted: null,
      untilTime: null,
      name: "x",
    };
    const round = { number: 1, current: 1, total: 3, thread: asThreadId("a"), isConfigured: true, gitCommit: null };
    const end = await new RoundWork(round, parts as RoundParts).carryOut();
    return end.type === "left" ? (end.reason ?? "") : "";
  },
});
