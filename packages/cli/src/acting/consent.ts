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

/** What only the person can decide before anything is sent. */
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

/** Yes to everything that is open, as `--yes` says it; to nothing wider unless that was said too. */
export function fullConsent(job: Job, person: Questions | null): Consent {
  const allowsWider = job.values["allow-wider"];
  return {
    drift: "accept",
    reappliesApprovals: true,
    // A log can be edited: what only it claims is no part of a general yes.
    trustsLog: allowsWider,
    sendsRecap: true,
    allowsWider,
    canAnswer: person !== null,
  };
}

/** Nothing is open, and nobody is there for what the handshake may find. */
export function bareConsent(job: Job): Consent {
  return {
    drift: "refuse",
    reappliesApprovals: false,
    sendsRecap: false,
    allowsWider: job.values["allow-wider"],
    canAnswer: false,
  };
}

/** One line for each thing that is open. Null: the person said no to going on. */
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

/**
 * To start telling a new thread: one line, where Enter starts. Approvals are carried over only by a key that says so.
 * Null: the person said no.
 */
export async function askStart(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const hasApprovals = approvalsIn(plan).length > 0;
  const chosen = hasApprovals
    ? await person.choose("Enter starts and reuses saved approvals, n starts without them, Esc cancels", {
        ...{ enter: "with", n: "without" },
      } as const)
    : await person.choose("Enter starts, Esc cancels", { enter: "without" } as const);
  return chosen === "with" || chosen === "without" ? startConsent(job, person, chosen === "with") : null;
}

/** The person has said yes to it already; only the approvals are left to ask about. */
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

/** The drift itself has been shown. */
export function goesOn(person: Questions, drift: readonly Drift[], signal?: AbortSignal) {
  const question = `${count(drift.length, "thing")} changed, as shown. Continue? [y/n]`;
  return person.choose(question, yesOrNo, signal);
}

/** Nothing is asked about a file that may not have changed at all. */
function isKnown({ kind, now }: Drift): boolean {
  return kind !== "file" || now !== null;
}

/** A setting that was said is no question any more, unless it costs something. */
function isAnswered({ kind, subject, note }: Drift, said: Partial<Settings>): boolean {
  return (kind === "setting" || kind === "folder") && Object.hasOwn(said, subject) && note === null;
}
