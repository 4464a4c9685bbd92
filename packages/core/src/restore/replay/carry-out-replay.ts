import { type PlanOf, type RestoreEvent, sessionIdOf, type ThreadId } from "@reprise/model";
import { DriverError } from "../../agents/driving/driver.ts";
import { converse } from "../../runs/converse.ts";
import type { LiveRun } from "../../runs/live-run.ts";
import { noteLineage } from "../../runs/note-lineage.ts";
import { changedFile, openRun, openRunJournal, type RunOrder, release } from "../../runs/open-run.ts";
import { refusalOf, settingsRefusal, staleRefusal, withLiveRun } from "../carry-out-resume.ts";
import { endText, restoreMark } from "../history/segment-text.ts";
import { byInject } from "./by-inject.ts";
import { byNative } from "./by-native.ts";
import { bySegments, sendEnd } from "./by-segments.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { type ReplayedHistory, replayedHistory } from "./replayed-history.ts";
import { itemCountOf } from "./send-segments.ts";

/**
 * Carries out a replay: a new thread gets the history, then the prompt, if any. Every step is on disk before it is done and
 * after; an unfinished replay continues where it stopped. Returns `run-ended`, `refused`, `busy` or `restore-cancelled`.
 */
export async function carryOutReplay(plan: PlanOf<"replay">, options: ReplayOptions): Promise<RestoreEvent> {
  options.task.tell({ type: "checking" });
  const stale = changedFile(plan.basis, options.task.environment.host);
  const told = stale === null ? await replayedHistory(plan, options.turns) : null;
  if (!told) return staleRefusal(plan, "replay", stale ?? "The session");
  try {
    return plan.via === "native" ? await replayNatively(plan, told, options) : await replayLive(plan, told, options);
  } catch (error) {
    return refusalOf(error, { ...plan, owner: null }, "replay");
  }
}

function replayLive(plan: PlanOf<"replay">, told: ReplayedHistory, options: ReplayOptions): Promise<RestoreEvent> {
  const { task } = options;
  const send = async (run: LiveRun): Promise<RestoreEvent | null> => {
    const refusal = await settingsRefusal(plan, run, options);
    if (refusal !== null) return refusal;
    if (run.thread.thread !== null) name(plan, run.thread.thread, options);
    const sent =
      plan.via === "inject"
        ? await byInject(told.segments, run, options)
        : await bySegments(told.segments, told.hash, run, options);
    if (typeof sent !== "number") return sent;
    const { thread } = run.thread;
    if (thread === null) throw new DriverError(unnamed);
    // Agents that name their own threads have done so by now.
    if (plan.via === "segments") name(plan, thread, options);
    const isEnd = plan.via === "segments" && plan.prompt === null;
    const sentTokens = sent + (isEnd ? await sendEnd(run, told.hash, options) : 0);
    run.restored({ itemCount: itemCountOf(plan), segmentCount: told.segments.length, sentTokens });
    task.tell(restored(plan, thread, sentTokens));
    await continueWith(plan, told, run, options);
    return null;
  };
  return withLiveRun(orderOf(plan, told, options), task, send, (order) => openLive(order, options));
}

/** Sends the prompt and later ones; nothing once the person has stopped. */
async function continueWith(
  plan: PlanOf<"replay">,
  told: ReplayedHistory,
  run: LiveRun,
  { task }: ReplayOptions,
): Promise<void> {
  if (task.isStopped()) return run.cancel();
  if (plan.prompt !== null) await run.ask(promptOf(plan.prompt, plan, told, task.environment.newId()), task.signal);
  await converse(run, task);
}

/** If the agent never recorded the thread, the restore starts again in the same journal. */
async function openLive(order: RunOrder, options: ReplayOptions): Promise<LiveRun> {
  const { task } = options;
  return openRun(order, task).catch(async (error: unknown) => {
    if (!order.resume || !(await isNothingLeft(error, order.resume.thread, options))) throw error;
    return openRun({ ...order, resume: null, continues: order.resume.earlier }, task);
  });
}

/** An agent that dies between creating its file and writing the first line leaves one it calls damaged. */
async function isNothingLeft(error: unknown, thread: ThreadId, { itemsOf }: ReplayOptions): Promise<boolean> {
  if (!(error instanceof DriverError)) return false;
  if (error.failure.kind === "thread-missing") return true;
  return error.failure.kind === "thread-damaged" && ((await itemsOf(thread)) ?? []).length === 0;
}

async function replayNatively(
  plan: PlanOf<"replay">,
  told: ReplayedHistory,
  options: ReplayOptions,
): Promise<RestoreEvent> {
  const { task } = options;
  const { environment } = task;
  await environment
    .driverOf(plan.target)
    .check?.({ program: environment.programOf(plan.target), env: environment.host.env });
  const order = { ...orderOf(plan, told, options), resume: null, continues: options.continues };
  const { journal, lock } = await openRunJournal(order, environment);
  let isDone = false;
  let thread: ThreadId | null = null;
  try {
    task.tell({ type: "run-started", run: order.run, agent: order.agent, settings: plan.settings });
    const sent = await byNative(plan, told.segments, journal, options);
    if (typeof sent !== "number") return sent;
    thread = journal.state?.thread ?? null;
    if (thread === null) throw new DriverError(unnamed);
    name(plan, thread, options);
    const took = { itemCount: itemCountOf(plan), segmentCount: told.segments.length, sentTokens: 0 };
    journal.append({ type: "restored", ...took });
    isDone = true;
    task.tell(restored(plan, thread, 0));
  } finally {
    journal.append({ type: "run-ended", status: isDone ? "completed" : "interrupted", failure: null });
    journal.close();
    release(lock);
  }
  if (task.isStopped()) return { type: "run-ended", status: "cancelled", failure: null };
  if (plan.prompt === null && !task.queue) return { type: "run-ended", status: "completed", failure: null };
  return withLiveRun({ ...order, resume: { thread, earlier: journal.state } }, task, async (run) => {
    const refusal = await settingsRefusal(plan, run, options);
    if (refusal !== null) return refusal;
    await continueWith(plan, told, run, options);
    return null;
  });
}

function orderOf(plan: PlanOf<"replay">, told: ReplayedHistory, { order, continues }: ReplayOptions): RunOrder {
  const begins = {
    from: plan.session,
    mode: "replay",
    via: plan.via,
    turn: plan.turns.to,
    hash: told.hash,
    segmentCount: told.segments.length,
  } as const;
  const thread = continues?.thread ?? null;
  const resume = continues && thread !== null ? { thread, earlier: continues } : null;
  return { ...order, begins, resume, continues };
}

/** Records the new session's origin as soon as it has an id. */
function name(plan: PlanOf<"replay">, thread: ThreadId, { task, order }: ReplayOptions): void {
  const session = sessionIdOf(plan.target, thread);
  if (order.lineage) noteLineage(session, order.lineage, task.environment);
  task.tell({ type: "thread", thread, isPersisted: plan.via !== "inject" });
}

function restored(plan: PlanOf<"replay">, thread: ThreadId, sentTokens: number): RestoreEvent {
  return {
    type: "restored",
    session: sessionIdOf(plan.target, thread),
    thread,
    from: plan.session,
    via: plan.via,
    itemCount: itemCountOf(plan),
    segmentCount: plan.segments.length,
    sentTokens,
  };
}

function promptOf(prompt: string, plan: PlanOf<"replay">, { hash }: ReplayedHistory, id: string) {
  const parts = plan.via === "segments" ? [endText(restoreMark(hash)), prompt] : [prompt];
  return { id, text: parts.join("\n\n"), written: prompt };
}

const unnamed = { kind: "other", message: "The agent did not name the new thread.", resetsAt: null } as const;
