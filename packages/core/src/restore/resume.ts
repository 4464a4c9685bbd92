import {
  type Drift,
  noPermissions,
  type PlanOf,
  type RestoreEvent,
  type RestoreMode,
  type RestorePlan,
  type RunEvent,
  type Settings,
} from "@reprise/model";
import { DriverError, type Prompt } from "../agents/driving/driver.ts";
import type { PermissionRules } from "../agents/driving/permission-rules.ts";
import type { LiveRun } from "../runs/live-run.ts";
import { BusyError, changedFile, openRun, type RunOrder, type RunPlace } from "../runs/open-run.ts";
import type { Sayings } from "../runs/sayings.ts";
import { widerThan } from "./permissions.ts";
import { refusedPlan, widerDetail } from "./plan.ts";
import { isWider, withWider } from "./settings.ts";

export interface ResumeConsent {
  /** Asked when the agent reports other settings than were asked for, none of them wider. */
  readonly acceptsDrift: (drift: readonly Drift[]) => Promise<boolean>;
  /** The account of unfinished work may be told to the model. */
  readonly tellsAccount: boolean;
  readonly allowsWider: boolean;
}

export interface ResumeOptions {
  readonly order: RunOrder;
  readonly place: RunPlace;
  readonly consent: ResumeConsent;
  /** The tools the session used or had; what is missing now is told. */
  readonly tools: readonly string[];
  readonly onRun: (run: LiveRun) => void;
  /** What more is said, for a run that stays; null for one that ends with its turn. */
  readonly sayings: Sayings | null;
  readonly signal: AbortSignal;
}

/**
 * Carries out a resume: the agent starts, the thread is resumed, what it reports is compared, and only then is anything sent.
 * Ends with `run-ended`, `refused` or `busy`.
 */
export async function* carryOutResume(
  plan: PlanOf<"resume">,
  options: ResumeOptions,
): AsyncGenerator<RestoreEvent> {
  yield { type: "checking" };
  const stale = changedFile(plan.basis, options.place.host);
  if (stale !== null)
    return yield refused(
      plan,
      "resume",
      "changed",
      `${stale} has changed since the plan was made. Plan again.`,
    );
  let run: LiveRun;
  try {
    run = await openRun(options.order, options.place, options.signal);
  } catch (error) {
    if (error instanceof BusyError) return yield { type: "busy", owner: error.owner ?? plan.owner };
    if (error instanceof DriverError)
      return yield refused(plan, "resume", error.failure.kind, error.failure.message);
    throw error;
  }
  options.onRun(run);
  try {
    if (!(yield* comparedSettings(plan, run, options))) return;
    const account = options.consent.tellsAccount ? plan.account : null;
    if (plan.prompt !== null) yield* turn(run, promptOf(plan.prompt, account, options), options.signal);
    yield* converse(run, { ...options, account: plan.prompt === null ? account : null });
  } finally {
    await run.close();
  }
  yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
}

/** What the agent reports is compared with what was asked of it. False: it was refused, and the run is closed. */
export async function* comparedSettings(
  plan: RestorePlan,
  run: LiveRun,
  { consent, tools, place }: Pick<ResumeOptions, "consent" | "tools" | "place">,
): AsyncGenerator<RestoreEvent, boolean> {
  const rules = place.driverOf(plan.target).permissions ?? null;
  const drift = withWider(effectiveDrift(plan.settings, run.thread.settings, rules?.policies ?? []), [
    ...widerThanPlanned(plan, run, rules),
  ]);
  if (drift.length > 0) yield { type: "drift-found", drift };
  const problem = await driftProblem(plan, drift, consent);
  if (problem !== null) {
    await run.close();
    const seen = { ...plan, drift: withWider(plan.drift, drift) };
    yield refused(seen, plan.mode ?? "resume", "wider-permissions", problem);
    return false;
  }
  if (drift.length > 0)
    run.journal.append({ type: "settings_changed", from: plan.settings, to: run.thread.settings });
  yield { type: "checked", settings: run.thread.settings };
  yield* missingTools(run, tools);
  return true;
}

export function refused(
  plan: RestorePlan,
  mode: RestoreMode,
  reason: RestorePlan["refusals"][number]["reason"],
  detail: string,
): RestoreEvent {
  return { type: "refused", plan: refusedPlan(plan, [...plan.refusals, { mode, reason, detail }]) };
}

/** What the agent reports is compared with the baseline again: some of it is known only now. */
function widerThanPlanned(
  { baseline, drift }: RestorePlan,
  { thread }: LiveRun,
  rules: PermissionRules | null,
): readonly Drift[] {
  if (baseline === null || rules === null) return [];
  const effective = { ...(thread.permissions ?? noPermissions), ...rules.under(thread.settings) };
  const planned = new Set(
    drift.filter(({ widens }) => widens).map(({ subject, now }) => `${subject} ${now}`),
  );
  return widerThan(baseline, effective, rules).filter(
    ({ subject, now }) => !planned.has(`${subject} ${now}`),
  );
}

/** Where the agent does not do what was asked of it. */
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
  consent: ResumeConsent,
): Promise<string | null> {
  const wider = drift.filter(({ widens }) => widens);
  if (wider.length > 0 && !consent.allowsWider) return widerDetail(baseline, wider);
  if (drift.length === 0 || (await consent.acceptsDrift(drift))) return null;
  return "The agent came back with other settings, and they were not accepted.";
}

async function* missingTools(run: LiveRun, tools: readonly string[]): AsyncGenerator<RestoreEvent> {
  if (tools.length === 0) return;
  const servers = await run.thread.toolServers();
  if (!servers) return;
  const present = new Set(
    servers.flatMap(({ name, tools: own }) => own.map((tool) => `mcp__${name}__${tool}`)),
  );
  const missing = tools.filter((tool) => !present.has(tool));
  if (missing.length === 0) return;
  run.journal.append({ type: "mcp_tools_missing", tools: missing });
  yield { type: "notice", text: `Tools the session used are missing now: ${missing.join(", ")}` };
}

function promptOf(prompt: string, account: string | null, { place }: Pick<ResumeOptions, "place">): Prompt {
  return { id: place.newId(), text: account === null ? prompt : `${account}\n\n${prompt}` };
}

/** One turn after another, as long as somebody says something and the agent is there; the account stands before the first. */
export async function* converse(
  run: LiveRun,
  options: Pick<ResumeOptions, "place" | "sayings" | "signal"> & { readonly account?: string | null },
): AsyncGenerator<RunEvent> {
  if (options.sayings === null) return;
  let account = options.account ?? null;
  const gone = new AbortController();
  let end: string | null = null;
  void run.thread.gone?.then((how) => {
    end = how;
    gone.abort();
  });
  const signal = AbortSignal.any([options.signal, gone.signal]);
  for (;;) {
    const wasThere = run.thread.pid !== null; // else the end of its turn has told it
    const saying = await options.sayings.next(signal);
    if (end !== null && wasThere) yield { type: "notice", text: end };
    if (saying === null) return;
    yield* turn(run, promptOf(saying.text, account, options), options.signal, saying.saved);
    account = null;
  }
}

/** One turn, with everything that happens in it. `saved` are the files that hold the prompt until the journal does. */
export async function* turn(
  run: LiveRun,
  prompt: Prompt,
  signal: AbortSignal,
  saved: readonly string[] = [],
): AsyncGenerator<RunEvent> {
  if (signal.aborted) return; // nothing is sent for whoever has left
  const stop = () => void run.interrupt();
  signal.addEventListener("abort", stop, { once: true });
  const before = run.lastEvent;
  const sent = run.say(prompt, saved);
  try {
    for await (const { event } of run.events(before)) {
      yield event;
      if (event.type === "turn-ended") break;
    }
    await sent;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
