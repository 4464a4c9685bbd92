import {
  approvalsIn,
  exactLine,
  isExpectedToFail,
  localTime,
  type PlanSection,
  questionsIn,
  type RestorePlan,
  recapIn,
  type Timestamp,
} from "@reprise/model";

interface SummaryContext {
  /** The agent, as people know it. */
  readonly agent: string;
  /** When something last happened. */
  readonly lastAt: Timestamp | null;
  /** Why the person is asked. */
  readonly reason: string | null;
  readonly now: Timestamp;
}

/** A plan in up to three lines: what happened, how it continues, and what else needs a look. */
export function planSummary(plan: RestorePlan, { agent, lastAt, reason, now }: SummaryContext): string[] {
  const wasInterrupted = plan.pending.length + plan.unfinished.length > 0 || recapIn(plan) !== null;
  const isUsual =
    wasInterrupted &&
    plan.mode === "resume" &&
    plan.owner === null &&
    plan.drift.length === 0 &&
    !isExpectedToFail(plan);
  return [
    ...(wasInterrupted ? [`Interrupted${atWords(lastAt, now)}${doingWords(plan, agent)}.`] : []),
    ...(plan.mode === null || plan.mode === "handoff" ? [] : [howWords(plan)]),
    ...(isUsual || reason === null ? [] : [reason]),
  ];
}

/** Whether the summary is too little to agree to: the plan is shown at once. */
export function needsDetails(plan: RestorePlan): boolean {
  const isWider = plan.drift.some(({ widens }) => widens);
  return plan.mode !== "resume" || isExpectedToFail(plan) || isWider || approvalsIn(plan).length > 0;
}

/** What *Resume* agrees to: in view also while the rest is folded. */
export function mustBeRead(plan: RestorePlan): readonly Pick<PlanSection, "title" | "rows">[] {
  return questionsIn(plan).flatMap(({ kind, rows }) => {
    if (kind === "changes") return [{ title: "Changes since", rows }];
    return kind === "recap" ? [{ title: "Recap of unfinished work", rows }] : [];
  });
}

/** ` at 07:14`; with its date if that is not today. */
function atWords(at: Timestamp | null, now: Timestamp): string {
  if (at === null) return "";
  const [date, clock] = localTime(at).split(" ");
  if (clock === undefined) return "";
  return localTime(now).startsWith(`${date} `) ? ` at ${clock}` : ` on ${date} at ${clock}`;
}

function doingWords({ pending, unfinished }: RestorePlan, agent: string): string {
  if (pending.length > 0) return ` while ${agent} waited for your answer`;
  const kinds = new Set(unfinished.map(({ kind }) => kind));
  if (kinds.has("command")) return ` while ${agent} ran a command`;
  if (kinds.has("edit")) return ` while ${agent} changed files`;
  return kinds.has("tool") ? ` while ${agent} used a tool` : "";
}

function howWords(plan: Extract<RestorePlan, { mode: "resume" | "fork" | "replay" }>): string {
  const thread = { resume: "Same thread", fork: "New thread, a copy", replay: "New thread with the history" };
  const { sandbox } = plan.settings;
  const sent = plan.prompt === null ? "nothing is sent until you write" : "your message is sent";
  return `${[thread[plan.mode], ...(sandbox === null ? [] : [exactLine(sandbox)]), sent].join(", ")}.`;
}
