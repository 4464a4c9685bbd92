import {
  type Baseline,
  type Consent,
  type Drift,
  noPermissions,
  type PlanOf,
  type RestoreEvent,
  type RestoreMode,
  type RestorePlan,
  type Settings,
} from "@reprise/model";
import { DriverError, type LiveThread } from "../agents/driving/driver.ts";
import type { PermissionRules } from "../agents/driving/permission-rules.ts";
import { converse, withRecap } from "../runs/converse.ts";
import type { LiveRun } from "../runs/live-run.ts";
import { BusyError, changedFile, openRun, type RunOrder } from "../runs/open-run.ts";
import type { RunTask } from "../runs/start-run.ts";
import { widerThan } from "./permissions.ts";
import { refusedPlan, widerDetail } from "./plan-resume.ts";
import { isWider, withWider } from "./settings.ts";

export interface ResumeOptions {
  readonly order: RunOrder;
  readonly task: RunTask;
  readonly consent: Pick<Consent, "drift" | "sendsRecap" | "allowsWider">;
  /** Tools the session used or had; a notice names those missing now. */
  readonly tools: readonly string[];
}

/** Compares the resumed thread's settings before anything is sent. Returns `run-ended`, `refused` or `busy`. */
export async function carryOutResume(plan: PlanOf<"resume">, options: ResumeOptions): Promise<RestoreEvent> {
  const { task, order, consent } = options;
  task.tell({ type: "checking" });
  const stale = changedFile(plan.basis, task.environment.host);
  if (stale !== null) return staleRefusal(plan, "resume", stale);
  try {
    return await withLiveRun(order, task, async (run) => {
      const refusal = await settingsRefusal(plan, run, options);
      if (refusal !== null) return refusal;
      if (task.isStopped()) return null;
      const recap = consent.sendsRecap ? plan.recap : null;
      if (plan.prompt !== null)
        await run.ask(withRecap({ id: task.environment.newId(), text: plan.prompt }, recap), task.signal);
      await converse(run, task, plan.prompt === null ? recap : null);
      return null;
    });
  } catch (error) {
    return refusalOf(error, plan, "resume");
  }
}

/** Opens the run and always closes it. Null from the work: the run completed. */
export async function withLiveRun(
  order: RunOrder,
  task: RunTask,
  work: (run: LiveRun) => Promise<RestoreEvent | null>,
  open = openRun,
): Promise<RestoreEvent> {
  const run = await open(order, task);
  task.control(run);
  let last: RestoreEvent | null;
  try {
    task.tell({ type: "run-started", run: run.id, agent: order.agent, settings: run.thread.settings });
    last = await work(run);
  } finally {
    await run.close();
  }
  return last ?? { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
}

/** For an agent that could not start, or a session open in another process. */
export function refusalOf(error: unknown, plan: RestorePlan, mode: RestoreMode): RestoreEvent {
  if (error instanceof BusyError) return { type: "busy", owner: error.owner ?? plan.owner };
  if (error instanceof DriverError) return refused(plan, mode, error.failure.kind, error.failure.message);
  throw error;
}

export function staleRefusal(plan: RestorePlan, mode: RestoreMode, path: string): RestoreEvent {
  return refused(plan, mode, "changed", `${path} has changed since the plan was made. Plan again.`);
}

/** Compares the agent's settings with those asked for. Null: no objection. */
export async function settingsRefusal(
  plan: RestorePlan,
  run: LiveRun,
  { consent, tools, task }: Pick<ResumeOptions, "consent" | "tools" | "task">,
): Promise<RestoreEvent | null> {
  const rules = task.environment.driverOf(plan.target).permissions ?? null;
  const drift = withWider(effectiveDrift(plan.settings, run.thread.settings, rules?.policies ?? []), [
    ...widerThanPlanned(plan, run, rules, task),
  ]);
  if (drift.length > 0) task.tell({ type: "drift-found", drift });
  const problem = await driftProblem(plan, drift, consent, task);
  if (problem !== null) {
    const seen = { ...plan, drift: withWider(plan.drift, drift) };
    return refused(seen, plan.mode ?? "resume", "wider-permissions", problem);
  }
  if (drift.length > 0) run.journal.append({ type: "settings_changed", from: plan.settings, to: run.thread.settings });
  task.tell({ type: "checked", settings: run.thread.settings });
  await noticeMissingTools(run, tools, task);
  return null;
}

export function refused(
  plan: RestorePlan,
  mode: RestoreMode,
  reason: RestorePlan["refusals"][number]["reason"],
  detail: string,
): RestoreEvent {
  return { type: "refused", plan: refusedPlan(plan, [...plan.refusals, { mode, reason, detail }]) };
}

/** Compares the agent's report with the baseline again: some of it is known only now. */
function widerThanPlanned(
  { baseline, drift }: RestorePlan,
  { thread: { settings, permissions }, journal }: LiveRun,
  rules: PermissionRules | null,
  { environment: { host } }: RunTask,
): readonly Drift[] {
  if (baseline === null || rules === null) return [];
  const planned = new Set(drift.filter(({ widens }) => widens).map(({ subject, now }) => `${subject} ${now}`));
  // A file of the workspace may have changed since the plan was made.
  const place = { folder: settings.cwd, home: journal.state?.home ?? null, env: host.env };
  const thread = {
    settings,
    permissions: { ...(permissions ?? noPermissions), ...rules.inFolder?.(place, host.files) },
  };
  return widerAtStart(baseline, thread, rules).filter(({ subject, now }) => !planned.has(`${subject} ${now}`));
}

/** Permissions that the agent reports and that are beyond the baseline. */
export function widerAtStart(
  baseline: Baseline,
  { permissions, settings }: Pick<LiveThread, "permissions" | "settings">,
  rules: PermissionRules,
): readonly Drift[] {
  return widerThan(baseline, { ...(permissions ?? noPermissions), ...rules.under(settings) }, rules);
}

/** Settings the agent did not apply as asked. */
function effectiveDrift(wanted: Settings, effective: Settings, policies: readonly string[]): Drift[] {
  return (Object.keys(wanted) as (keyof Settings)[]).flatMap((field) => {
    const [asked, got] = [wanted[field], effective[field]];
    if (asked === null || got === null || asked === got) return [];
    return [
      {
        kind: "setting",
        subject: field,
        recorded: asked,
        now: got,
        widens: isWider(field, asked, got, policies),
        note: null,
      },
    ];
  });
}

async function driftProblem(
  { baseline }: RestorePlan,
  drift: readonly Drift[],
  consent: ResumeOptions["consent"],
  task: RunTask,
): Promise<string | null> {
  const wider = drift.filter(({ widens }) => widens);
  if (wider.length > 0 && !consent.allowsWider) return widerDetail(baseline, wider);
  if (drift.length === 0 || consent.drift === "accept") return null;
  if (consent.drift === "ask" && (await task.ask({ kind: "drift", drift }))) return null;
  return "The agent reported other settings, and you did not accept them.";
}

async function noticeMissingTools(run: LiveRun, tools: readonly string[], { tell }: RunTask): Promise<void> {
  if (tools.length === 0) return;
  const servers = await run.thread.toolServers();
  if (!servers) return;
  const present = new Set(servers.flatMap(({ name, tools: own }) => own.map((tool) => `mcp__${name}__${tool}`)));
  const missing = tools.filter((tool) => !present.has(tool));
  if (missing.length === 0) return;
  run.journal.append({ type: "mcp_tools_missing", tools: missing });
  tell({ type: "notice", text: `Tools the session used are missing now: ${missing.join(", ")}` });
}
