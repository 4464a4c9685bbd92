import { type Runner, type RunScope, type Scope, SessionError } from "@reprise/model";
import type { ContractName, ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { type Attached, httpRun, startedRun } from "./http-run.ts";
import { Link } from "./link.ts";
import { withParameters } from "./requests.ts";
import { warningsOver } from "./warnings.ts";

/** The runner of a server. It carries out only plans that the server made for this client, each once. */
export function httpRunner(call: Call, options?: LinkOptions): Runner {
  const link = new Link(call, options);
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
  const get = <Name extends ContractName>(path: string, field: FieldOf<Name>) =>
    link.get<ContractValue<Name>>(path, field);
  const post = <Name extends ContractName>(path: string, body: object, field: FieldOf<Name>) =>
    link.post<ContractValue<Name>>(path, body, field);
  const start = async (path: string, body: object) =>
    startedRun(await post<"attached-run">(path, body, "run"), parts);

  return {
    run: (wish) => start("/runs", wish),
    runs: async (scope) => (await get<"runs">(withParameters("/runs", scope ?? {}), "runs")).runs,
    attach: async (run) =>
      httpRun(await link.get<Attached>(`/runs/${encodeURIComponent(run)}`, "origin"), parts),
    offer: async (scope: RunScope) =>
      (await get<"offered">(withParameters("/offer", { ...scope }), "offer")).offer,
    decline: async (run) =>
      void (await link.open(`/runs/${encodeURIComponent(run)}/decline`, { method: "POST" })),

    plan: async (session, wish) => issued(await post<"issued-plan">("/plans", { session, wish }, "plan")),
    restore: async (plan, consent) => start("/restores", { plan: idOf(plan), consent }),
    filesAt: async (session, turn) =>
      issued(await post<"issued-files">("/file-plans", { session, turn }, "plan")),
    rewindFiles: async (plan) => (await post<"rewound">("/rewinds", { plan: idOf(plan) }, "rewind")).rewind,
    undoRewind: async (id) =>
      (await post<"undone">(`/rewinds/${encodeURIComponent(id)}/undo`, {}, "paths")).paths,

    status: async (scope) => (await get<"status">(scoped("/status", scope), "sessions")).sessions,
    dismissedCount: async (scope) =>
      (await get<"dismissed-count">(scoped("/dismissals", scope), "count")).count,
    dismissal: (session) => get<"dismissal">(about(session, "dismissal"), "isDismissed"),
    dismiss: (session, isDismissed) =>
      post<"dismissal">(about(session, "dismissal"), { isDismissed }, "isDismissed"),
    running: async (session) => (await get<"running">(about(session, "run"), "run")).run,
    cancel: async (session) => (await post<"running">(about(session, "cancel"), {}, "run")).run,
    approvals: async (session) =>
      (await get<"kept-approvals">(about(session, "approvals"), "approvals")).approvals,
    grant: async (session, { hash, subject }) =>
      void (await post<"kept-approvals">(about(session, "approvals"), { hash, subject }, "approvals")),
    revoke: async (session, hash) =>
      void (await post<"kept-approvals">(about(session, "approvals/revoke"), { hash }, "approvals")),

    warnings: warningsOver(link),
    close: () => link.close(),
  };
}

type FieldOf<Name extends ContractName> = string & keyof ContractValue<Name>;

function scoped(path: string, scope: Scope): string {
  return withParameters(path, { workspace: scope === "all" ? undefined : scope.workspace });
}

function about(session: string, what: string): string {
  return `/sessions/${encodeURIComponent(session)}/${what}`;
}
