import {
  type Consent,
  type Controls,
  type Item,
  type KeptApproval,
  type PlanOf,
  type PromptTarget,
  type RestoreEvent,
  type RestorePlan,
  type RunId,
  type RunState,
  type SessionId,
  sessionIdOf,
  type ThreadId,
  type ThreadPlan,
  usualWish,
} from "@reprise/model";
import { DriverError } from "../agents/driving/driver.ts";
import type { RecordedSession } from "../library/file-library.ts";
import { widerDetail } from "../restore/plan.ts";
import { carryOutReplay } from "../restore/replay/carry-out.ts";
import { carryOutFork } from "../restore/replay/fork.ts";
import type { ReplayOptions } from "../restore/replay/options.ts";
import { carryOutResume, refused } from "../restore/resume.ts";
import type { LiveRun } from "../runs/live-run.ts";
import type { RunPlace } from "../runs/open-run.ts";
import { Sayings } from "../runs/sayings.ts";
import type { Desk } from "./desk.ts";
import { agreedApprovals, replayOrder, resumeOrder } from "./orders.ts";
import { planFor, unlessNotFound } from "./planner.ts";
import { dropPrompts, saving } from "./saving.ts";
import { type Taken, takePrompts } from "./taking.ts";
import { endOf, turnsOf } from "./turn-reader.ts";

export interface Restoring {
  readonly place: RunPlace;
  readonly plan: RestorePlan;
  readonly consent: Consent;
  readonly onControls: (controls: Controls) => void;
  readonly signal: AbortSignal;
}

interface Carrying extends Restoring {
  readonly plan: ThreadPlan;
}

/** Carries out any plan; one that is refused on the way is followed by the plan of the next mode. */
export async function* restore(restoring: Restoring, desk: Desk): AsyncGenerator<RestoreEvent> {
  const { plan } = restoring;
  if (plan.mode === null) {
    yield plan.owner ? { type: "busy", owner: plan.owner } : { type: "refused", plan };
    return;
  }
  if (plan.mode === "handoff") {
    yield { type: "brief", text: plan.brief, tokens: plan.tokens };
    return;
  }
  const wider = plan.drift.filter(({ widens }) => widens);
  if (wider.length > 0 && !restoring.consent.allowsWider) {
    yield refused(plan, plan.mode, "wider-permissions", widerDetail(plan.baseline, wider));
    return;
  }
  let taken: Taken;
  try {
    taken = await takePrompts(plan.carries ?? [], restoring.place, desk);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    yield refused(plan, plan.mode, "other", error.failure.message);
    return;
  }
  try {
    yield* carriedOn({ ...restoring, plan }, desk);
  } finally {
    taken.release();
  }
}

async function* carriedOn(restoring: Carrying, desk: Desk): AsyncGenerator<RestoreEvent> {
  const { plan } = restoring;
  for await (const event of await carriedOut(restoring, desk)) {
    // The agent itself may refuse without saying who has it.
    if (event.type === "busy" && !event.owner)
      yield { ...event, owner: (await desk.library.recorded(plan.session)).session.owner };
    else if (event.type === "restored") {
      carryOver(agreedApprovals(plan, restoring.consent), event.session, desk);
      yield event;
    } else if (event.type === "refused")
      yield { type: "refused", plan: await nextPlan(event.plan, plan, restoring.consent, desk) };
    else yield event;
  }
}

/** What was approved for the old session, and agreed to for the new one, holds for it from now on. */
function carryOver(approvals: readonly KeptApproval[], session: SessionId, desk: Desk): void {
  for (const { hash, subject } of approvals)
    desk.keepReply({ type: "approval-kept", session, hash, subject, run: "" as RunId });
}

async function carriedOut(restoring: Carrying, desk: Desk): Promise<AsyncIterable<RestoreEvent>> {
  const { place, plan, onControls, signal } = restoring;
  const consent = { ...restoring.consent, carries: await carriedBy(restoring, desk) };
  const recorded = await desk.library.recorded(plan.session);
  const history = await desk.history(recorded);
  const sayings = consent.stays ? new Sayings() : null;
  const onRun = (run: LiveRun) => onControls(controlsOf(run, sayings, desk));
  const common = { place, consent, tools: history.tools, onRun, sayings, signal };
  if (plan.mode === "resume")
    return carryOutResume(plan, { ...common, order: resumeOrder(plan, recorded, history, consent, desk) });
  const options: ReplayOptions = {
    ...common,
    order: replayOrder(plan, recorded, consent, desk),
    turns: turnsOf(recorded, plan.turns.to, desk),
    title: recorded.session.title,
    continues: plan.mode === "replay" ? await continued(plan, desk) : null,
    writer: desk.writerOf(plan.target),
    itemsOf: (thread) => itemsOf(plan, thread, desk),
  };
  return plan.mode === "fork"
    ? carryOutFork(plan, await forkPoint(plan, recorded, desk), options)
    : carryOutReplay(plan, options);
}

/** The unsent prompts that the plan sends, or that the person sees before they say the first thing. */
async function carriedBy({ plan, consent }: Carrying, desk: Desk): Promise<readonly string[]> {
  const { unsent, sent } = await desk.leftPrompts();
  dropPrompts(sent, desk);
  const { session, mode, prompt } = plan;
  const own = unsent.filter((one) => one.session === session && one.mode === mode);
  const shown = own.filter(({ text }) => prompt === null || prompt.includes(text));
  return [...(consent.carries ?? []), ...shown.map(({ id }) => id)];
}

async function continued({ continues }: PlanOf<"replay">, desk: Desk): Promise<ReplayOptions["continues"]> {
  if (continues === null) return null;
  return (await desk.runs()).find(({ run }) => run === continues) ?? null;
}

async function forkPoint(plan: PlanOf<"fork">, recorded: RecordedSession, desk: Desk) {
  const { thread, turnCount } = recorded.session;
  const at = plan.turns.to;
  if (at >= turnCount) return { thread, afterTurn: null };
  const [turn] = await turnsOf(recorded, at, desk).read(at, at);
  return { thread, afterTurn: endOf(turn) };
}

/** From the agent's own log; nothing of ours is in it. */
async function itemsOf(
  { target }: RestorePlan,
  thread: ThreadId,
  desk: Desk,
): Promise<readonly Item[] | null> {
  const recorded = await desk.library.recorded(sessionIdOf(target, thread)).catch(unlessNotFound);
  if (!recorded) return null;
  const { turns } = await desk.library.read(recorded.session);
  const items: Item[] = [];
  for await (const turn of turns)
    for (const item of turn.items) if (!item.id.startsWith("journal:")) items.push(item);
  return items;
}

/** What was refused may be possible in another way; what the person must decide or plan anew is not tried otherwise. */
async function nextPlan(
  refused: RestorePlan,
  was: ThreadPlan,
  { allowsWider }: Consent,
  desk: Desk,
): Promise<RestorePlan> {
  const reason = refused.refusals.at(-1)?.reason;
  if (reason === "wider-permissions" || reason === "changed") return refused;
  // An old release was found out only by its start; nothing was told to it.
  const isOld = reason === "agent-outdated" && was.mode === "replay" && was.via === "inject";
  if (was.mode === "replay" && !isOld) return refused;
  const wish = {
    ...usualWish,
    settings: was.settings,
    // What was accepted for the first way is accepted for the next.
    allowsWider,
    at: was.mode === "resume" ? null : was.turns.to,
    ...(isOld ? { to: was.target, via: "native" as const } : {}),
  };
  const next = await planFor(was.session, { ...wish, modes: ["replay", "handoff"] }, desk);
  const refusals = [...refused.refusals, ...next.refusals];
  if (next.mode === null) return { ...refused, refusals };
  return "prompt" in next ? { ...next, refusals, prompt: was.prompt } : { ...next, refusals };
}

export function controlsOf(run: LiveRun, sayings: Sayings | null, desk: Desk): Controls {
  const { place } = desk;
  const save = saving(desk);
  return {
    answer: (request, answer) => run.answer(request, answer),
    steer: async (text) => {
      const saved = run.journal.holds(text) ? [] : save(text, targetOf(run));
      try {
        await run.steer({ id: place.newId(), text }, saved);
      } catch (error) {
        dropPrompts(saved, desk); // whoever wrote it has the words
        throw error;
      }
    },
    interrupt: () => run.interrupt(),
    send: (text) => {
      const saved = sayings === null ? [] : save(text, targetOf(run));
      sayings?.add({ text, saved });
      return saved[0] ?? null;
    },
    close: () => sayings?.close(),
  };
}

function targetOf({ journal, thread }: LiveRun): PromptTarget {
  const { agent, workspace } = journal.state as RunState; // a journal begins with the start of its run
  const session = thread.thread === null ? null : sessionIdOf(agent, thread.thread);
  const cwd = thread.settings.cwd ?? workspace ?? "";
  return { mode: session === null ? "new" : "resume", session, agent, cwd };
}
