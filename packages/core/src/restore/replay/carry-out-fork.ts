import { type PlanOf, type RestoreEvent, sessionIdOf, type ThreadId } from "@reprise/model";
import type { ForkPoint } from "../../agents/driving/driver.ts";
import { converse, withRecap } from "../../runs/converse.ts";
import { noteLineage } from "../../runs/note-lineage.ts";
import { changedFile, type RestoreStart } from "../../runs/open-run.ts";
import type { RunTask } from "../../runs/start-run.ts";
import { refusalOf, settingsRefusal, staleRefusal, withLiveRun } from "../carry-out-resume.ts";
import type { ReplayOptions } from "./replay-options.ts";

/** Carries out a fork made by the agent itself. Returns `run-ended`, `refused` or `busy`. */
export async function carryOutFork(
  plan: PlanOf<"fork">,
  from: ForkPoint,
  options: ReplayOptions,
): Promise<RestoreEvent> {
  const { task } = options;
  task.tell({ type: "checking" });
  const stale = changedFile(plan.basis, task.environment.host);
  if (stale !== null && plan.owner === null) return staleRefusal(plan, "fork", stale);
  let isNamed = false;
  const name = (thread: ThreadId | null) => {
    if (isNamed || thread === null) return;
    isNamed = true;
    task.tell(named(plan, thread, options));
  };
  /** A headless agent names the copy in its first turn. */
  const naming: RunTask = {
    ...task,
    tell(event) {
      task.tell(event);
      if (event.type === "thread") name(event.thread);
    },
  };
  try {
    return await withLiveRun(orderOf(plan, from, options), naming, async (run) => {
      const refusal = await settingsRefusal(plan, run, options);
      if (refusal !== null) return refusal;
      name(run.thread.thread);
      if (task.isStopped()) return null;
      if (plan.prompt !== null) {
        const recap = options.consent.sendsRecap ? plan.recap : null;
        await run.ask(withRecap({ id: task.environment.newId(), text: plan.prompt }, recap), task.signal);
      } else if (run.thread.thread !== null && !task.queue)
        run.restored({ itemCount: 0, segmentCount: 0, sentTokens: 0 });
      await converse(run, task);
      return null;
    });
  } catch (error) {
    return refusalOf(error, plan, "fork");
  }
}

function orderOf(plan: PlanOf<"fork">, from: ForkPoint, { order }: ReplayOptions) {
  const hash = `fork ${from.thread} ${from.afterTurn ?? ""}`;
  const turn = plan.turns.to;
  const begins: RestoreStart = { from: plan.session, mode: "fork", via: "fork", turn, hash, segmentCount: 0 };
  return { ...order, begins, resume: null, fork: from };
}

function named(plan: PlanOf<"fork">, thread: ThreadId, { order, task }: ReplayOptions): RestoreEvent {
  const session = sessionIdOf(plan.target, thread);
  if (order.lineage) noteLineage(session, order.lineage, task.environment);
  return {
    type: "restored",
    session,
    thread,
    from: plan.session,
    via: "fork",
    itemCount: 0,
    segmentCount: 0,
    sentTokens: 0,
  };
}
