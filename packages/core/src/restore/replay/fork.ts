import { type PlanOf, type RestoreEvent, sessionIdOf, type ThreadId } from "@reprise/model";
import { DriverError, type ForkPoint } from "../../agents/driving/driver.ts";
import type { LiveRun } from "../../runs/live-run.ts";
import { noteLineage } from "../../runs/note-lineage.ts";
import { BusyError, changedFile, openRun, type RestoreStart } from "../../runs/open-run.ts";
import { comparedSettings, converse, refused, turn } from "../resume.ts";
import type { ReplayOptions } from "./options.ts";

/** Carries out a fork that the agent makes itself. Ends with `run-ended`, `refused` or `busy`. */
export async function* carryOutFork(
  plan: PlanOf<"fork">,
  from: ForkPoint,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  yield { type: "checking" };
  const stale = changedFile(plan.basis, options.place.host);
  if (stale !== null && plan.owner === null)
    return yield refused(
      plan,
      "fork",
      "changed",
      `${stale} has changed since the plan was made. Plan again.`,
    );
  let run: LiveRun;
  try {
    run = await openRun(orderOf(plan, from, options), options.place, options.signal);
  } catch (error) {
    if (error instanceof BusyError) return yield { type: "busy", owner: error.owner };
    if (error instanceof DriverError)
      return yield refused(plan, "fork", error.failure.kind, error.failure.message);
    throw error;
  }
  options.onRun(run);
  try {
    if (!(yield* comparedSettings(plan, run, options))) return;
    if (run.thread.thread !== null) yield named(plan, run.thread.thread, options);
    if (plan.prompt !== null) yield* firstTurn(plan, run, options);
    else if (run.thread.thread !== null && !options.sayings)
      run.restored({ itemCount: 0, segmentCount: 0, sentTokens: 0 });
    yield* converse(run, options);
  } finally {
    await run.close();
  }
  yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
}

/** A headless agent names the copy in its first turn. */
async function* firstTurn(
  plan: PlanOf<"fork">,
  run: LiveRun,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  let isNamed = run.thread.thread !== null;
  const parts = [options.consent.tellsAccount ? plan.account : null, plan.prompt];
  const text = parts.filter((part) => part !== null).join("\n\n");
  for await (const event of turn(run, { id: options.place.newId(), text }, options.signal)) {
    yield event;
    if (event.type !== "thread" || isNamed) continue;
    isNamed = true;
    yield named(plan, event.thread, options);
  }
}

function orderOf(plan: PlanOf<"fork">, from: ForkPoint, { order }: ReplayOptions) {
  const hash = `fork ${from.thread} ${from.afterTurn ?? ""}`;
  const turn = plan.turns.to;
  const begins: RestoreStart = { from: plan.session, mode: "fork", via: "fork", turn, hash, segmentCount: 0 };
  return { ...order, begins, resume: null, fork: from };
}

function named(plan: PlanOf<"fork">, thread: ThreadId, { order, place }: ReplayOptions): RestoreEvent {
  const session = sessionIdOf(plan.target, thread);
  if (order.lineage) noteLineage(session, order.lineage, place);
  return {
    ...{ type: "restored", session, thread, from: plan.session, via: "fork" },
    ...{ itemCount: 0, segmentCount: 0, sentTokens: 0 },
  };
}
