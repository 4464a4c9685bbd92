import { type Runner, SessionError } from "@reprise/model";
import type { restoreRoutes, runRoutes, sessionActRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { httpRun, startedRun } from "./http-run.ts";
import { Link } from "./link.ts";
import { parameterOf } from "./requests.ts";
import { warningsOver } from "./warnings.ts";

/** The runner of a server. It carries out only plans that the server made for this client, each once. */
export function httpRunner(call: Call, options?: LinkOptions): Runner {
  const link = new Link(call, options);
  const { get, send } = callsOf<typeof runRoutes & typeof restoreRoutes & typeof sessionActRoutes>(link);
  const plans = new WeakMap<object, string>();
  const onPlan = (plan: object, id: string) => void plans.set(plan, id);
  const parts = { link, onPlan };
  const idOf = (plan: object): string => {
    const id = plans.get(plan);
    if (id !== undefined) return id;
    throw new SessionError("refused", "This plan is not one that the server made. Plan again.");
  };
  const issued = <Plan extends object>({ id, plan }: { readonly id: string; readonly plan: Plan }): Plan => {
    onPlan(plan, id);
    return plan;
  };

  return {
    run: async (wish) => startedRun(await send("post", "/runs", {}, wish, "run"), parts),
    runs: async (scope) => (await get("/runs", scope ?? {}, "runs")).runs,
    attach: async (run) => httpRun(await get("/runs/:run", { run }, "origin"), parts),
    offer: async (scope, isAsked = false) =>
      (await get("/offer", { ...scope, asked: isAsked || undefined }, "offer")).offer,
    decline: (run) => send("post", "/runs/:run/decline", { run }, undefined, null),

    plan: async (session, wish) => issued(await send("post", "/plans", {}, { session, wish }, "plan")),
    restore: async (plan, consent) =>
      startedRun(await send("post", "/restores", {}, { plan: idOf(plan), consent }, "run"), parts),
    filesAt: async (session, turn) => issued(await send("post", "/file-plans", {}, { session, turn }, "plan")),
    rewindFiles: async (plan) => (await send("post", "/rewinds", {}, { plan: idOf(plan) }, "rewind")).rewind,
    undoRewind: async (id) => (await send("post", "/rewinds/:id/undo", { id }, undefined, "paths")).paths,

    status: async (scope) => (await get("/status", parameterOf(scope), "sessions")).sessions,
    dismissedCount: async (scope) => (await get("/dismissals", parameterOf(scope), "count")).count,
    dismissal: (id) => get("/sessions/:id/dismissal", { id }, "isDismissed"),
    dismiss: (id, isDismissed) => send("post", "/sessions/:id/dismissal", { id }, { isDismissed }, "isDismissed"),
    running: async (id) => (await get("/sessions/:id/run", { id }, "run")).run,
    cancel: async (id) => (await send("post", "/sessions/:id/cancel", { id }, undefined, "run")).run,
    approvals: async (id) => (await get("/sessions/:id/approvals", { id }, "approvals")).approvals,
    grant: async (id, { hash, subject }) =>
      void (await send("post", "/sessions/:id/approvals", { id }, { hash, subject }, "approvals")),
    revoke: async (id, hash) =>
      void (await send("post", "/sessions/:id/approvals/revoke", { id }, { hash }, "approvals")),

    warnings: warningsOver(link),
    close: () => link.close(),
  };
}
