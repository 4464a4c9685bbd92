import {
  type Drift,
  type Failure,
  isPassing,
  noPermissions,
  type RestoreEvent,
  type RunId,
  type RunWish,
  sessionIdOf,
  type UnsentPrompt,
  widerWords,
} from "@reprise/model";
import { DriverError } from "../agents/driving/driver.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { widerAtStart, withLiveRun } from "../restore/carry-out-resume.ts";
import { widerThan } from "../restore/permissions.ts";
import { converse } from "../runs/converse.ts";
import { promptProblem } from "../runs/input-problem.ts";
import type { LiveRun } from "../runs/live-run.ts";
import { noteLineage } from "../runs/note-lineage.ts";
import type { RunTask } from "../runs/start-run.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { promptKeeper } from "./prompt-keeper.ts";
import { newOrder } from "./run-orders.ts";
import { ownPrompts, takePrompts } from "./take-prompts.ts";

interface NewRun {
  readonly run: RunId;
  readonly wish: RunWish;
  readonly task: RunTask;
}

/** Runs a new session. Returns `run-ended`. */
export async function runNew(started: NewRun, reader: EvidenceReader): Promise<RestoreEvent> {
  const { wish, task } = started;
  const { agent, cwd, scope, prompt } = wish;
  const { inputs = [] } = wish;
  const refused = promptProblem({ text: prompt, inputs }, wish, reader.driverOf(agent), reader.host.env);
  if (refused !== null) return failed(refused);
  const keeper = promptKeeper(reader);
  const own = isSaved(wish, reader) ? [] : keeper.save(prompt, { mode: "new", session: null, agent, cwd, scope });
  const taken = await takePrompts(wish.carries ?? [], task.environment, reader).catch(failureOf);
  if (!("release" in taken)) {
    // The person has the text again, or another process sends it.
    const same = ownPrompts(reader).filter(({ text }) => text === prompt);
    keeper.drop(same.map(({ id }) => id));
    return failed(taken);
  }
  try {
    return await runTaken(started, own, reader);
  } catch (error) {
    const failure = failureOf(error);
    if (!isPassing(failure)) keeper.drop(own);
    return failed(failure);
  } finally {
    taken.release();
  }
}

async function runTaken(
  { run, wish, task }: NewRun,
  own: readonly string[],
  reader: EvidenceReader,
): Promise<RestoreEvent> {
  const carries = [...own, ...(await carriedBy(wish, reader))];
  const naming: RunTask = {
    ...task,
    tell(event) {
      if (event.type === "thread")
        noteLineage(sessionIdOf(wish.agent, event.thread), wish.lineage ?? null, task.environment);
      task.tell(event);
    },
  };
  const order = { run, ...newOrder({ ...wish, carries }, reader) };
  refuseServers(wish, reader);
  return withLiveRun(order, naming, async (live) => {
    refuseWider(wish, live, reader);
    const { thread } = live.thread;
    if (thread !== null) task.tell({ type: "thread", thread, isPersisted: false });
    if (wish.instructions && !live.journal.holds(wish.instructions)) task.tell({ type: "notice", text: notKept });
    await live.ask({ id: task.environment.newId(), text: wish.prompt, inputs: wish.inputs }, task.signal);
    await converse(live, task);
    return null;
  });
}

/** The agent starts the programs of MCP servers with the thread, before it could be compared. */
function refuseServers({ agent, permitted, cwd }: RunWish, reader: EvidenceReader): void {
  const rules = reader.driverOf(agent)?.permissions ?? null;
  const { env, files } = reader.host;
  const added = rules?.inFolder?.({ folder: cwd, home: null, env }, files);
  const wider = permitted && rules ? widerThan(permitted, { ...noPermissions, ...added }, rules) : [];
  if (wider.length > 0) throw widerError(`${reader.titleOf(agent)} would start`, wider);
}

/** Nothing is sent to an agent that started with more than is permitted. */
function refuseWider({ agent, permitted }: RunWish, { thread }: LiveRun, reader: EvidenceReader): void {
  const rules = reader.driverOf(agent)?.permissions ?? null;
  const wider = permitted && rules ? widerAtStart(permitted, thread, rules) : [];
  if (wider.length > 0) throw widerError(`${reader.titleOf(agent)} started`, wider);
}

function widerError(what: string, wider: readonly Drift[]): DriverError {
  const message = `${what} with wider permissions: ${widerWords(wider)}. Nothing was sent.`;
  return new DriverError({ kind: "other", message, resetsAt: null });
}

const notKept =
  "The instructions contain a secret, so Reprise does not store them: a resume of this session will not give them to the agent again.";

/** Whether a file that the prompt carries holds all of it. */
function isSaved({ prompt, carries = [] }: RunWish, reader: EvidenceReader): boolean {
  return reader.savedPrompts().some(({ id, text }) => carries.includes(id) && text === prompt);
}

/** Equal text is the same prompt, however often it was tried. */
async function carriedBy({ prompt, cwd, carries = [] }: RunWish, reader: EvidenceReader): Promise<readonly string[]> {
  const { unsent, sent } = await reader.leftPrompts();
  promptKeeper(reader).drop(sent);
  const isNamed = ({ id }: UnsentPrompt) => carries.includes(id);
  const texts = new Set([prompt, ...unsent.filter(isNamed).map(({ text }) => text)]);
  const folder = scopeFolder(reader.scopeOf(cwd));
  const same = unsent.filter(
    (one) => one.mode === "new" && texts.has(one.text) && scopeFolder(reader.scopeOf(one.cwd)) === folder,
  );
  return [...new Set([...carries, ...same.map(({ id }) => id)])];
}

function failed(failure: Failure): RestoreEvent {
  return { type: "run-ended", status: "failed", failure };
}

/** A start failure is an outcome, and is in the journal. */
function failureOf(error: unknown): Failure {
  if (error instanceof DriverError) return error.failure;
  throw error;
}
