import {
  approvalsIn,
  type Consent,
  type Drift,
  isExpectedToFail,
  type RestorePlan,
  recapIn,
  recapWords,
  reuseWords,
  type Settings,
} from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { count } from "../print/words.ts";
import { yesOrNo } from "./ask-person.ts";
import { saidSettings } from "./said-settings.ts";

/** Decisions only the person can make, before anything is sent. */
interface OpenQuestions {
  readonly drift: readonly Drift[];
  readonly hasApprovals: boolean;
  readonly hasRecap: boolean;
  readonly isExpectedToFail: boolean;
}

export function openQuestions(job: Job, plan: RestorePlan): OpenQuestions {
  const said = saidSettings(job);
  return {
    drift: plan.drift.filter((drift) => !drift.widens && isKnown(drift) && !isAnswered(drift, said)),
    hasApprovals: approvalsIn(plan).length > 0,
    hasRecap: recapIn(plan) !== null,
    isExpectedToFail: isExpectedToFail(plan),
  };
}

export function isNothingOpen(open: OpenQuestions): boolean {
  return open.drift.length === 0 && !open.hasApprovals && !open.hasRecap && !open.isExpectedToFail;
}

/** `--yes`: accepts everything open, but wider permissions only with their own option. */
export function fullConsent(job: Job, person: Questions | null): Consent {
  const allowsWider = job.values["allow-wider"];
  return {
    drift: "accept",
    reappliesApprovals: true,
    // A log can be edited: `--yes` alone does not trust its claims.
    trustsLog: allowsWider,
    sendsRecap: true,
    allowsWider,
    canAnswer: person !== null,
  };
}

/** Nothing is open, and nobody can answer what the handshake may find. */
export function bareConsent(job: Job): Consent {
  return {
    drift: "refuse",
    reappliesApprovals: false,
    sendsRecap: false,
    allowsWider: job.values["allow-wider"],
    canAnswer: false,
  };
}

/** Asks one line per open item. Null: the person declined. */
export async function askConsent(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const open = openQuestions(job, plan);
  if (open.isExpectedToFail && (await person.choose(resumesAnyway, yesOrNo)) !== "yes") return null;
  if (open.drift.length > 0 && (await goesOn(person, open.drift)) !== "yes") return null;
  const approvals = open.hasApprovals
    ? await person.choose(`${reuseWords(approvalsIn(plan))}? [y/n]`, yesOrNo)
    : "no";
  if (approvals !== "yes" && approvals !== "no") return null;
  const recap = open.hasRecap ? await person.choose(`${recapWords}? [y/n]`, yesOrNo) : "no";
  if (recap !== "yes" && recap !== "no") return null;
  return {
    drift: "ask",
    reappliesApprovals: approvals === "yes",
    trustsLog: approvals === "yes",
    sendsRecap: recap === "yes",
    allowsWider: job.values["allow-wider"],
    canAnswer: true,
  };
}

const resumesAnyway = "A resume is expected to fail, as shown. Resume all the same? [y/n]";

/** Asks once before sending history; Enter starts. Approvals carry over only by an explicit key. Null: declined. */
export async function askStart(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const hasApprovals = approvalsIn(plan).length > 0;
  const chosen = hasApprovals
    ? await person.choose("Enter starts and reuses saved approvals, n starts without them, Esc cancels", {
        ...{ enter: "with", n: "without" },
      } as const)
    : await person.choose("Enter starts, Esc cancels", { enter: "without" } as const);
  return chosen === "with" || chosen === "without" ? startConsent(job, person, chosen === "with") : null;
}

/** The person already agreed; asks only about approvals. */
export async function askApprovals(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const approvals = approvalsIn(plan);
  if (approvals.length === 0) return startConsent(job, person, false);
  const chosen = await person.choose(`${reuseWords(approvals)}? [y/n]`, yesOrNo);
  return chosen === "yes" || chosen === "no" ? startConsent(job, person, chosen === "yes") : null;
}

function startConsent(job: Job, person: Questions, reappliesApprovals: boolean): Consent {
  const trustsLog = reappliesApprovals;
  return { ...fullConsent(job, person), reappliesApprovals, trustsLog, drift: "ask" };
}

/** Expects the drift to be on screen already. */
export function goesOn(person: Questions, drift: readonly Drift[], signal?: AbortSignal) {
  const question = `${count(drift.length, "thing")} changed, as shown. Continue? [y/n]`;
  return person.choose(question, yesOrNo, signal);
}

/** Skips files that may not have changed at all. */
function isKnown({ kind, now }: Drift): boolean {
  return kind !== "file" || now !== null;
}

/** A setting given on the command line needs no question, unless it has a cost. */
function isAnswered({ kind, subject, note }: Drift, said: Partial<Settings>): boolean {
  return (kind === "setting" || kind === "folder") && Object.hasOwn(said, subject) && note === null;
}
