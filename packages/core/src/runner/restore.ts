import {
  agreedApprovals,
  type Consent,
  type Drift,
  type Failure,
  type Item,
  type KeptApproval,
  noPermissions,
  type PlanOf,
  type RestoreEvent,
  type RestorePlan,
  type RunId,
  type SessionId,
  sessionIdOf,
  type ThreadId,
  type ThreadPlan,
  usualWish,
  widerWords,
} from "@reprise/model";
import { DriverError } from "../agents/driving/driver.ts";
import type { Files } from "../host/files/files.ts";
import { isJournalItem } from "../journal/journal-items.ts";
import type { RecordedSession } from "../library/file-library.ts";
import { carryOutResume, refused } from "../restore/carry-out-resume.ts";
import { widerThan } from "../restore/permissions.ts";
import { widerDetail } from "../restore/plan-resume.ts";
import { carryOutFork } from "../restore/replay/carry-out-fork.ts";
import { carryOutReplay } from "../restore/replay/carry-out-replay.ts";
import type { ReplayOptions } from "../restore/replay/replay-options.ts";
import { promptProblem } from "../runs/input-problem.ts";
import { runIdFor } from "../runs/open-run.ts";
import type { WorkLocation } from "../runs/permitted-so-far.ts";
import type { RunTask } from "../runs/start-run.ts";
import { leadsInside } from "../workspace/is-inside.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { planFor, unlessNotFound } from "./planner.ts";
import { promptKeeper } from "./prompt-keeper.ts";
import { replayOrder, resumeOrder } from "./run-orders.ts";
import { type PromptClaim, takePrompts } from "./take-prompts.ts";
import { endOf, turnsUpTo } from "./turns-up-to.ts";

export interface Restoring {
  readonly run: RunId;
  readonly plan: RestorePlan;
  readonly consent: Consent;
  readonly task: RunTask;
}

interface Carrying extends Restoring {
  readonly plan: ThreadPlan;
}

/** The run for a plan: our earlier one that it continues, or a new one. */
export async function runOf(plan: RestorePlan, reader: EvidenceReader): Promise<RunId> {
  const { newId } = reader.environment;
  if (plan.mode === "resume") {
    const history = await reader.history(await reader.library.recorded(plan.session));
    return runIdFor(history.latest, newId);
  }
  return runIdFor(plan.mode === "replay" ? await continued(plan, reader) : null, newId);
}

/** Carries out any plan; if refused on the way, returns the plan of the next mode. */
export async function restore(restoring: Restoring, reader: EvidenceReader): Promise<RestoreEvent> {
  const { plan, consent, task } = restoring;
  if (plan.mode === null) return plan.owner ? { type: "busy", owner: plan.owner } : { type: "refused", plan };
  if (plan.mode === "handoff") return { type: "brief", text: plan.brief, tokens: plan.tokens };
  const wider = plan.drift.filter(({ widens }) => widens);
  if (wider.length > 0 && !consent.allowsWider)
    return refused(plan, plan.mode, "wider-permissions", widerDetail(plan.baseline, wider));
  const added = await addedSince(plan, reader);
  if (added.length > 0)
    return refused(
      plan,
      plan.mode,
      "changed",
      `The workspace has changed since the plan was made (${widerWords(added)}). Plan again.`,
    );
  const tooLong = promptRefusal(plan, reader);
  if (tooLong !== null) return { type: "run-ended", status: "failed", failure: tooLong };
  let taken: PromptClaim;
  try {
    taken = await takePrompts(plan.carries ?? [], task.environment, reader);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return refused(plan, plan.mode, "other", error.failure.message);
  }
  try {
    const last = await carriedOut({ ...restoring, plan }, reader);
    // The agent itself may refuse without naming the owner.
    if (last.type === "busy" && !last.owner)
      return { ...last, owner: (await reader.library.recorded(plan.session)).session.owner };
    if (last.type === "refused") return { type: "refused", plan: await nextPlan(last.plan, plan, consent, reader) };
    return last;
  } finally {
    taken.release();
  }
}

/** The agent starts what the workspace names before it could be asked. */
async function addedSince({ baseline, drift, session, target, settings }: Carrying["plan"], reader: EvidenceReader) {
  const rules = reader.driverOf(target)?.permissions;
  if (baseline === null || rules?.inFolder === undefined) return [];
  const recorded = await reader.library.recorded(session);
  const { env, files } = reader.host;
  const home = target === recorded.session.agent ? recorded.home : null;
  const added = rules.inFolder({ folder: settings.cwd, home, env }, files);
  const shown = new Set(drift.map(({ subject, now }) => `${subject} ${now}`));
  const now = [
    ...widerThan(baseline, { ...noPermissions, ...added }, rules),
    ...swappedFolder(settings.cwd, (await reader.history(recorded)).place, files),
  ];
  return now.filter((row) => !shown.has(`${row.subject} ${row.now}`));
}

/** The folder of the last run, if it has been replaced by a link to another one. */
function swappedFolder(cwd: string | null, place: WorkLocation | null, files: Files): readonly Drift[] {
  if (cwd === null || cwd !== place?.cwd || leadsInside(cwd, cwd, files, place.realCwd)) return [];
  return [{ kind: "folder", subject: "cwd", recorded: cwd, now: files.real(cwd), widens: true, note: null }];
}

function promptRefusal(plan: Carrying["plan"], reader: EvidenceReader): Failure | null {
  const { prompt, target, settings } = plan;
  if (prompt === null) return null;
  const receiver = { agent: target, cwd: settings.cwd ?? "/", settings };
  return promptProblem({ text: prompt, inputs: [] }, receiver, reader.driverOf(target), reader.host.env);
}

/** Approvals of the old session, agreed to for the new one, apply to it from now on. */
function carryOver(approvals: readonly KeptApproval[], session: SessionId, reader: EvidenceReader): void {
  for (const { hash, subject } of approvals)
    reader.keepReply({ type: "approval-kept", session, hash, subject, run: "" as RunId });
}

async function carriedOut(restoring: Carrying, reader: EvidenceReader): Promise<RestoreEvent> {
  const { run, plan } = restoring;
  const consent = { ...restoring.consent, carries: await carriedBy(restoring, reader) };
  const recorded = await reader.library.recorded(plan.session);
  const history = await reader.history(recorded);
  const task: RunTask = {
    ...restoring.task,
    tell(event) {
      if (event.type === "restored") carryOver(agreedApprovals(plan, consent).saved, event.session, reader);
      restoring.task.tell(event);
      if (event.type === "checked" && plan.mode === "resume" && history.lacksInstructions)
        restoring.task.tell({ type: "notice", text: notGiven });
    },
  };
  const common = { task, consent, tools: history.tools };
  if (plan.mode === "resume")
    return carryOutResume(plan, {
      ...common,
      order: { run, ...resumeOrder(plan, recorded, history, consent, reader) },
    });
  const options: ReplayOptions = {
    ...common,
    order: { run, ...replayOrder(plan, recorded, history, consent, reader) },
    turns: turnsUpTo(recorded, plan.turns?.to ?? null, reader),
    title: recorded.session.title,
    continues: plan.mode === "replay" ? await continued(plan, reader) : null,
    writer: reader.writerOf(plan.target),
    itemsOf: (thread) => itemsOf(plan, thread, reader),
  };
  return plan.mode === "fork"
    ? carryOutFork(plan, await forkPoint(plan, recorded, reader), options)
    : carryOutReplay(plan, options);
}

const notGiven =
  "The instructions of this session contain a secret, so Reprise has not stored them. It cannot give them to the agent again: say in a prompt what the agent needs and has not kept itself.";

/** Unsent prompts that the plan sends, or that the person sees before their first prompt. */
async function carriedBy({ plan, consent }: Carrying, reader: EvidenceReader): Promise<readonly string[]> {
  const { unsent, sent } = await reader.leftPrompts();
  promptKeeper(reader).drop(sent);
  const { session, mode, prompt } = plan;
  const own = unsent.filter((one) => one.session === session && one.mode === mode);
  const shown = own.filter(({ text }) => prompt === null || prompt.includes(text));
  return [...(consent.carries ?? []), ...shown.map(({ id }) => id)];
}

async function continued({ continues }: PlanOf<"replay">, reader: EvidenceReader): Promise<ReplayOptions["continues"]> {
  if (continues === null) return null;
  return (await reader.runs()).find(({ run }) => run === continues) ?? null;
}

async function forkPoint(plan: PlanOf<"fork">, recorded: RecordedSession, reader: EvidenceReader) {
  const { thread, turnCount } = recorded.session;
  const at = plan.turns.to;
  if (at >= turnCount) return { thread, afterTurn: null };
  const [turn] = await turnsUpTo(recorded, at, reader).read(at, at);
  return { thread, afterTurn: endOf(turn) };
}

/** From the agent's own log; skips items of our journal. */
async function itemsOf(
  { target }: RestorePlan,
  thread: ThreadId,
  reader: EvidenceReader,
): Promise<readonly Item[] | null> {
  const recorded = await reader.library.recorded(sessionIdOf(target, thread)).catch(unlessNotFound);
  if (!recorded) return null;
  const { turns } = await reader.library.read(recorded.session);
  const items: Item[] = [];
  for await (const turn of turns) for (const item of turn.items) if (!isJournalItem(item)) items.push(item);
  return items;
}

/** Tries another way after a refusal, but not where the person must decide or plan anew. */
async function nextPlan(
  refused: RestorePlan,
  was: ThreadPlan,
  { allowsWider }: Consent,
  reader: EvidenceReader,
): Promise<RestorePlan> {
  const reason = refused.refusals.at(-1)?.reason;
  if (reason === "wider-permissions" || reason === "changed") return refused;
  // The old release showed only at start; nothing was sent to it.
  const isOld = reason === "agent-outdated" && was.mode === "replay" && was.via === "inject";
  if (was.mode === "replay" && !isOld) return refused;
  const wish = {
    ...usualWish,
    settings: was.settings,
    // Consent to the first way covers the next.
    allowsWider,
    at: was.mode === "resume" ? null : was.turns.to,
    ...(isOld ? { to: was.target, via: "native" as const } : {}),
  };
  const next = await planFor(was.session, { ...wish, modes: ["replay", "handoff"] }, reader);
  const refusals = [...refused.refusals, ...next.refusals];
  if (next.mode === null) return { ...refused, refusals };
  return "prompt" in next ? { ...next, refusals, prompt: was.prompt } : { ...next, refusals };
}
