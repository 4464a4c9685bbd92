import {
  type Failure,
  isPassing,
  noSettings,
  type RestoreEvent,
  type RunId,
  type RunWish,
  sessionIdOf,
  type UnsentPrompt,
} from "@reprise/model";
import { DriverError } from "../agents/driving/driver.ts";
import { readPromptFile } from "../agents/driving/prompt-file.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import { withLiveRun } from "../restore/resume.ts";
import { converse } from "../runs/conversation.ts";
import { noteLineage } from "../runs/note-lineage.ts";
import type { RunTask } from "../runs/start-run.ts";
import type { Desk } from "./desk.ts";
import { newOrder } from "./orders.ts";
import { promptKeeper } from "./prompt-keeper.ts";
import { ownPrompts, takePrompts } from "./taking.ts";

interface NewRun {
  readonly run: RunId;
  readonly wish: RunWish;
  readonly task: RunTask;
}

/** A new session. Returns `run-ended`. */
export async function runNew(started: NewRun, desk: Desk): Promise<RestoreEvent> {
  const { wish, task } = started;
  const { agent, cwd, scope, prompt } = wish;
  const refused = inputProblem(wish, desk);
  if (refused !== null) return failed(refused);
  const keeper = promptKeeper(desk);
  const own = isSaved(wish, desk)
    ? []
    : keeper.save(prompt, { mode: "new", session: null, agent, cwd, scope });
  const taken = await takePrompts(wish.carries ?? [], task.place, desk).catch(failureOf);
  if (!("release" in taken)) {
    // The words are the person's again, or another process sends them.
    const same = ownPrompts(desk).filter(({ text }) => text === prompt);
    keeper.drop(same.map(({ id }) => id));
    return failed(taken);
  }
  try {
    return await runTaken(started, own, desk);
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
  desk: Desk,
): Promise<RestoreEvent> {
  const carries = [...own, ...(await carriedBy(wish, desk))];
  const naming: RunTask = {
    ...task,
    tell(event) {
      if (event.type === "thread")
        noteLineage(sessionIdOf(wish.agent, event.thread), wish.lineage ?? null, task.place);
      task.tell(event);
    },
  };
  const order = { run, ...newOrder({ ...wish, carries }, desk) };
  return withLiveRun(order, naming, async (live) => {
    const { thread } = live.thread;
    if (thread !== null) task.tell({ type: "thread", thread, isPersisted: false });
    await live.ask({ id: task.place.newId(), text: wish.prompt, inputs: wish.inputs }, task.signal);
    await converse(live, task);
    return null;
  });
}

/** Whether a file that the prompt carries holds all of it. */
function isSaved({ prompt, carries = [] }: RunWish, desk: Desk): boolean {
  return desk.savedPrompts().some(({ id, text }) => carries.includes(id) && text === prompt);
}

/** The same words are the same prompt, however often it was tried. */
async function carriedBy({ prompt, cwd, carries = [] }: RunWish, desk: Desk): Promise<readonly string[]> {
  const { unsent, sent } = await desk.leftPrompts();
  promptKeeper(desk).drop(sent);
  const isNamed = ({ id }: UnsentPrompt) => carries.includes(id);
  const texts = new Set([prompt, ...unsent.filter(isNamed).map(({ text }) => text)]);
  const folder = scopeFolder(desk.scopeOf(cwd));
  const same = unsent.filter(
    (one) => one.mode === "new" && texts.has(one.text) && scopeFolder(desk.scopeOf(one.cwd)) === folder,
  );
  return [...new Set([...carries, ...same.map(({ id }) => id)])];
}

/** Images and files are refused by name where the agent takes none, or would not send this one. */
function inputProblem({ agent, cwd, settings, inputs = [] }: RunWish, desk: Desk): Failure | null {
  const driver = desk.driverOf(agent);
  const can = driver?.can;
  const isTaken = { image: can?.takesImages ?? false, file: can?.takesFiles ?? false };
  const refused = inputs.filter(({ kind }) => !isTaken[kind]);
  if (refused.length > 0) {
    const names = refused.map(({ kind, path }) => `${kind} ${path}`).join(", ");
    return other(
      `${agent} does not take this with a prompt: ${names}. Name the path in the prompt instead. Nothing was sent.`,
    );
  }
  try {
    for (const input of inputs) {
      readPromptFile(input);
      driver?.checkInput?.(input, { settings: { ...noSettings, ...settings, cwd }, env: desk.host.env });
    }
    return null;
  } catch (error) {
    return failureOf(error);
  }
}

function other(message: string): Failure {
  return { kind: "other", message, resetsAt: null };
}

function failed(failure: Failure): RestoreEvent {
  return { type: "run-ended", status: "failed", failure };
}

/** An agent that could not be started is an outcome, and is in the journal. */
function failureOf(error: unknown): Failure {
  if (error instanceof DriverError) return error.failure;
  throw error;
}
