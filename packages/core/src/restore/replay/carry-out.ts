import { type PlanOf, type RestoreEvent, sessionIdOf, type ThreadId } from "@reprise/model";
import { DriverError } from "../../agents/driving/driver.ts";
import type { LiveRun } from "../../runs/live-run.ts";
import { noteLineage } from "../../runs/note-lineage.ts";
import {
  BusyError,
  changedFile,
  openRun,
  openRunJournal,
  type RunOrder,
  release,
} from "../../runs/open-run.ts";
import { endText, restoreMark } from "../history/tell.ts";
import { comparedSettings, converse, refused, turn } from "../resume.ts";
import { byInject } from "./by-inject.ts";
import { byNative } from "./by-native.ts";
import { bySegments, sendEnd } from "./by-segments.ts";
import type { ReplayOptions } from "./options.ts";
import { itemCountOf } from "./step.ts";
import { type ToldHistory, toldBy } from "./told.ts";

/**
 * Carries out a replay: a new thread is told the history, then the prompt is sent, if there is one. Every step is on disk
 * before it is done and after; one that died is gone on with where it stopped. Ends with `run-ended`, `refused`, `busy`
 * or `restore-cancelled`.
 */
export async function* carryOutReplay(
  plan: PlanOf<"replay">,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  yield { type: "checking" };
  const stale = changedFile(plan.basis, options.place.host);
  const told = stale === null ? await toldBy(plan, options.turns) : null;
  if (!told) {
    const what = stale ?? "The session";
    return yield refused(
      plan,
      "replay",
      "changed",
      `${what} has changed since the plan was made. Plan again.`,
    );
  }
  try {
    yield* plan.via === "native" ? replayNatively(plan, told, options) : replayLive(plan, told, options);
  } catch (error) {
    if (error instanceof BusyError) return yield { type: "busy", owner: error.owner };
    if (!(error instanceof DriverError)) throw error;
    yield refused(plan, "replay", error.failure.kind, error.failure.message);
  }
}

async function* replayLive(
  plan: PlanOf<"replay">,
  told: ToldHistory,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  const run = await openLive(orderOf(plan, told, options), options);
  try {
    if (!(yield* comparedSettings(plan, run, options))) return;
    if (run.thread.thread !== null) yield* named(plan, run.thread.thread, options);
    const sent =
      plan.via === "inject"
        ? yield* byInject(told.segments, run, options)
        : yield* bySegments(told.segments, told.hash, run, options);
    if (sent === null) return;
    const { thread } = run.thread;
    if (thread === null) throw new DriverError(unnamed);
    // An agent that names its threads itself has done so by now.
    if (plan.via === "segments") yield* named(plan, thread, options);
    const isEnd = plan.via === "segments" && plan.prompt === null;
    const sentTokens = sent + (isEnd ? await sendEnd(run, told.hash, options) : 0);
    run.restored({ itemCount: itemCountOf(plan), segmentCount: told.segments.length, sentTokens });
    yield restored(plan, thread, sentTokens);
    if (plan.prompt !== null) yield* turn(run, promptOf(plan.prompt, plan, told, options), options.signal);
    yield* converse(run, options);
  } finally {
    await run.close();
  }
  yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
}

/** Of a thread that the agent never wrote down nothing is left: the restore begins again, in the same journal. */
async function openLive(order: RunOrder, options: ReplayOptions): Promise<LiveRun> {
  const { place, signal, onRun } = options;
  const run = await openRun(order, place, signal).catch(async (error: unknown) => {
    if (!order.resume || !(await isNothingLeft(error, order.resume.thread, options))) throw error;
    return openRun({ ...order, resume: null, continues: order.resume.earlier }, place, signal);
  });
  onRun(run);
  return run;
}

/** An agent that died between making its file and the first line in it leaves one that it calls damaged. */
async function isNothingLeft(error: unknown, thread: ThreadId, { itemsOf }: ReplayOptions): Promise<boolean> {
  if (!(error instanceof DriverError)) return false;
  if (error.failure.kind === "thread-missing") return true;
  return error.failure.kind === "thread-damaged" && ((await itemsOf(thread)) ?? []).length === 0;
}

async function* replayNatively(
  plan: PlanOf<"replay">,
  told: ToldHistory,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  const { place } = options;
  await place.driverOf(plan.target).check?.({ program: place.programOf(plan.target), env: place.host.env });
  const order = { ...orderOf(plan, told, options), resume: null, continues: options.continues };
  const { journal, lock } = await openRunJournal(order, options.place);
  let isDone = false;
  let thread: ThreadId | null = null;
  try {
    const sent = yield* byNative(plan, told.segments, journal, options);
    thread = journal.state?.thread ?? null;
    if (sent === null || thread === null) return;
    yield* named(plan, thread, options);
    const took = { itemCount: itemCountOf(plan), segmentCount: told.segments.length, sentTokens: 0 };
    journal.append({ type: "restored", ...took });
    isDone = true;
    yield restored(plan, thread, 0);
  } finally {
    journal.append({ type: "run-ended", status: isDone ? "completed" : "interrupted", failure: null });
    journal.close();
    release(lock);
  }
  if (plan.prompt === null && !options.sayings)
    return yield { type: "run-ended", status: "completed", failure: null };
  const run = await openRun(
    { ...order, resume: { thread, earlier: journal.state } },
    options.place,
    options.signal,
  );
  options.onRun(run);
  try {
    if (!(yield* comparedSettings(plan, run, options))) return;
    if (plan.prompt !== null) yield* turn(run, promptOf(plan.prompt, plan, told, options), options.signal);
    yield* converse(run, options);
  } finally {
    await run.close();
  }
  yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
}

function orderOf(plan: PlanOf<"replay">, told: ToldHistory, { order, continues }: ReplayOptions): RunOrder {
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

/** What the new session came from is known as soon as it has a name. */
async function* named(
  plan: PlanOf<"replay">,
  thread: ThreadId,
  { place, order }: ReplayOptions,
): AsyncGenerator<RestoreEvent> {
  const session = sessionIdOf(plan.target, thread);
  if (order.lineage) noteLineage(session, order.lineage, place);
  yield { type: "thread", thread, isPersisted: plan.via !== "inject" };
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

function promptOf(prompt: string, plan: PlanOf<"replay">, { hash }: ToldHistory, { place }: ReplayOptions) {
  const parts = plan.via === "segments" ? [endText(restoreMark(hash)), prompt] : [prompt];
  return { id: place.newId(), text: parts.join("\n\n") };
}

const unnamed = { kind: "other", message: "The agent did not name the new thread.", resetsAt: null } as const;
