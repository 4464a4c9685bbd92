import { type KeptApproval, type Request, type RestorePlan, type Runner, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { aboutSession } from "../acting/named-session.ts";
import { checkHomes, wishOf } from "../acting/said-settings.ts";
import { shortIdFor } from "../acting/short-id.ts";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import { approvalsText } from "../print/sessions/approvals-text.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout, paint } = job;
  checkHomes(values);
  const [id = "", action = "list", hash] = operands;
  checkWords(action, hash);
  const runner = await job.runner();
  const plan = await aboutSession(job, id, (text) => runner.plan(text, wishOf(job, null)));
  const before = await runner.approvals(plan.session);
  const after = await acted(job, runner, { plan, before, action, hash: hash ?? "" });
  const { session, pending } = plan;
  if (values.json) await stdout.write(`${json("approvals", { session, approvals: after, pending })}\n`);
  else {
    const id = await shortIdFor(job, session, "stdout");
    await stdout.write(approvalsText({ id, approvals: after, pending }, paint, job.width));
  }
  return exitCodes.done;
};

function checkWords(action: string, hash: string | undefined): void {
  if (action === "list") {
    if (hash !== undefined) throw badUse("approvals ID list takes no HASH.");
  } else if (action !== "grant" && action !== "revoke") {
    throw badUse(`approvals ID is followed by list, grant or revoke, not "${action}".`);
  } else if (hash === undefined || hash === "")
    throw badUse(`${action} needs HASH: reprise approvals ID ${action} HASH.`);
}

interface Act {
  readonly plan: RestorePlan;
  readonly before: readonly KeptApproval[];
  readonly action: string;
  readonly hash: string;
}

/** The approvals afterwards; with `--dry-run`, as they would be. */
async function acted(job: Job, runner: Runner, { plan, before, action, hash }: Act): Promise<readonly KeptApproval[]> {
  if (action === "list") return before;
  const isDry = job.values["dry-run"];
  const { session } = plan;
  if (action === "revoke") {
    const gone = oneOf(before, hash);
    if (isDry) return before.filter((one) => one !== gone);
    await runner.revoke(session, gone.hash);
  } else {
    const { hash: whole, subject } = oneOf([...plan.pending.flatMap(identified), ...before], hash);
    if (isDry)
      return before.some((one) => one.hash === whole) ? before : [...before, { hash: whole, subject, source: "saved" }];
    await runner.grant(session, { hash: whole, subject });
  }
  return runner.approvals(session);
}

/** A request that does not name what would run cannot be approved in advance. */
function identified({ hash, subject }: Request): Identified[] {
  return hash === null ? [] : [{ hash, subject }];
}

type Identified = Pick<KeptApproval, "hash" | "subject">;

function oneOf<Known extends Identified>(known: readonly Known[], hash: string): Known {
  const fitting = new Map(known.filter((one) => one.hash.startsWith(hash)).map((one) => [one.hash, one]));
  const [first] = fitting.values();
  const candidates = [...(fitting.size > 0 ? fitting.values() : known)].map((one) => `${one.hash} ${one.subject}`);
  if (first === undefined)
    throw new SessionError("not-found", `There is no request or approval "${hash}" in this session.`, {
      candidates,
    });
  if (fitting.size > 1)
    throw new SessionError("ambiguous", `"${hash}" matches several. Give more of it.`, {
      candidates,
    });
  return first;
}
