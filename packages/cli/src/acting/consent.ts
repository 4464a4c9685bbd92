import type { Consent, Drift, RestorePlan, Settings } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { count } from "../print/words.ts";
import { yesOrNo } from "./person.ts";
import { saidSettings } from "./settings.ts";

/** What only the person can decide before anything is sent. */
export interface OpenQuestions {
  readonly drift: readonly Drift[];
  readonly hasApprovals: boolean;
  readonly hasAccount: boolean;
}

export function openQuestions(job: Job, plan: RestorePlan): OpenQuestions {
  const said = saidSettings(job);
  return {
    drift: plan.drift.filter((drift) => !drift.widens && !isAnswered(drift, said)),
    hasApprovals: plan.approvals.length > 0,
    hasAccount: plan.account !== null,
  };
}

export function isNothingOpen({ drift, hasApprovals, hasAccount }: OpenQuestions): boolean {
  return drift.length === 0 && !hasApprovals && !hasAccount;
}

/** Yes to everything that is open, as `--yes` says it; to nothing wider unless that was said too. */
export function fullConsent(job: Job, person: Questions | null): Consent {
  const allowsWider = job.values["allow-wider"];
  return {
    acceptsDrift: async (drift) => allowsWider || drift.every(({ widens }) => !widens),
    reappliesApprovals: true,
    tellsAccount: true,
    allowsWider,
    canAnswer: person !== null,
  };
}

/** Nothing is open, and nobody is there for what the handshake may find. */
export function bareConsent(job: Job): Consent {
  return {
    acceptsDrift: async () => false,
    reappliesApprovals: false,
    tellsAccount: false,
    allowsWider: job.values["allow-wider"],
    canAnswer: false,
  };
}

/** One line for each thing that is open. Null: the person said no to going on. */
export async function askConsent(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const open = openQuestions(job, plan);
  const goesOn = (drift: readonly Drift[]) =>
    person.choose(`${count(drift.length, "thing")} changed, as shown. Go on? [y/n]`, yesOrNo);
  if (open.drift.length > 0 && (await goesOn(open.drift)) !== "yes") return null;
  const approvals = open.hasApprovals
    ? await person.choose(`Apply ${count(plan.approvals.length, "approval")} again? [y/n]`, yesOrNo)
    : "no";
  if (approvals !== "yes" && approvals !== "no") return null;
  const account = open.hasAccount
    ? await person.choose("Tell the agent what was left unfinished? [y/n]", yesOrNo)
    : "no";
  if (account !== "yes" && account !== "no") return null;
  return {
    acceptsDrift: async (drift) => (await goesOn(drift)) === "yes",
    reappliesApprovals: approvals === "yes",
    tellsAccount: account === "yes",
    allowsWider: job.values["allow-wider"],
    canAnswer: true,
  };
}

/** A setting that was said is no question any more, unless it costs something. */
function isAnswered({ kind, subject, note }: Drift, said: Partial<Settings>): boolean {
  return (kind === "setting" || kind === "folder") && Object.hasOwn(said, subject) && note === null;
}
