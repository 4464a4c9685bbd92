import { type RunState, SessionError, sessionIdOf, type Timestamp, type UnsentPrompt } from "@reprise/model";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import type { FileLibrary } from "../library/file-library.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import type { SavedPrompt } from "../runs/prompts/prompt-store.ts";
import { inFull, type UnconfirmedPrompt, unconfirmedAfter } from "../runs/prompts/unconfirmed-prompts.ts";
import { isSettled } from "../runs/saved-replies.ts";
import { recordsOf } from "../runs/thread-history.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

export interface UnsentPrompts {
  /** No agent has them; oldest first. Declined ones are left out. */
  readonly unsent: readonly UnsentPrompt[];
  /** Files left over although a journal holds their prompts: the next action drops them. */
  readonly sent: readonly string[];
  /** Runs whose agents outlived us: they may still record the prompt. */
  readonly undecided: readonly RunState[];
}

/**
 * Saved prompts whose process is gone, and journalled ones whose agent is gone and recorded nothing. A prompt is offered until it is sent,
 * by itself or in a later one, and sent once.
 */
export async function unsentPrompts(reader: EvidenceReader, runs: readonly RunState[]): Promise<UnsentPrompts> {
  const replies = reader.replies();
  const saved = reader
    .savedPrompts()
    .filter(({ id, process }) => !isSettled(replies, id) && !isSameProcessAlive(process, reader.host.processes));
  const cut: UnsentPrompt[] = [];
  const undecided: RunState[] = [];
  for (const run of runs) {
    if (!mayHaveUnsent(run) || isSettled(replies, run.run) || (await hasSession(run, reader.library))) continue;
    const text = await unconfirmedText(run, reader);
    const cwd = run.settings.cwd ?? run.workspace;
    if (text === null || cwd === null) continue;
    if (outlivedAgent(run, reader.host) !== null) {
      undecided.push(run);
      continue;
    }
    cut.push({
      id: run.run,
      mode: "new",
      session: null,
      agent: run.agent,
      cwd,
      scope: run.scope,
      text,
      at: run.startedAt,
    });
  }
  if (saved.length + cut.length === 0) return { unsent: [], sent: [], undecided };
  const times = [...saved.map(({ savedAt }) => savedAt), ...cut.map(({ at }) => at)];
  const { carried, held } = await carriedSince(times.sort()[0] as Timestamp, runs, reader);
  const open = saved.filter(({ id }) => !carried.has(id));
  const unsent = [
    ...(await Promise.all(open.map((prompt) => unsentOf(prompt, runs, reader)))),
    ...cut.filter(({ id }) => !carried.has(id)),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  const sent = saved.flatMap(({ id }) => (carried.has(id) && !held.has(id) ? [id] : []));
  return { unsent, sent, undecided };
}

/** Whether the agent's log can be continued. Codex killed early leaves an empty file, which cannot; an unreadable one may. */
export async function hasSession({ agent, thread }: RunState, library: FileLibrary): Promise<boolean> {
  const recorded = thread === null ? null : await recordedAs(sessionIdOf(agent, thread), library);
  if (recorded === null) return false;
  const { session, about } = recorded;
  return about.thread != null || session.turnCount > 0 || session.state === "unreadable";
}

/** The segments of a replay are no prompts: the replay sends them again. */
function mayHaveUnsent(run: RunState): boolean {
  if (isFrankies(run) || run.restore?.isDone === false) return false;
  return run.status === "interrupted" || run.status === "cancelled";
}

/** Prompts the run's journal calls sent and the agent has not confirmed. */
export async function unconfirmedText({ journal }: RunState, reader: EvidenceReader): Promise<string | null> {
  let unarrived: readonly UnconfirmedPrompt[] = [];
  for await (const record of recordsOf(journal, reader.host, reader.warn))
    unarrived = unconfirmedAfter(unarrived, record);
  if (unarrived.length === 0) return null;
  const savedTexts = reader.savedTexts();
  return unarrived.map((sent) => inFull(sent, savedTexts)).join("\n\n");
}

/** If the session can no longer be found, the prompt starts a new one. */
async function unsentOf(
  { id, text, mode, session, agent, cwd, scope, savedAt }: SavedPrompt,
  runs: readonly RunState[],
  reader: EvidenceReader,
): Promise<UnsentPrompt> {
  const name = session === "." ? reader.interruptedIn(cwd, runs) : session;
  const found = name === null ? null : ((await recordedAs(name, reader.library))?.session.id ?? null);
  const target = found === null ? ({ mode: "new", session: null } as const) : { mode, session: found };
  return { id, text, agent, cwd, scope, at: savedAt, ...target };
}

async function recordedAs(name: string, library: FileLibrary) {
  try {
    return await library.recorded(name);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    if (error.code === "not-found" || error.code === "ambiguous") return null;
    throw error;
  }
}

/** A sidecar may be a second behind its journal. */
const slackMs = 5000;

interface Carried {
  readonly carried: ReadonlySet<string>;
  /** Carried by prompts that may not have arrived: their files hold words the journal leaves out. */
  readonly held: ReadonlySet<string>;
}

async function carriedSince(
  at: Timestamp,
  runs: readonly RunState[],
  { host, warn }: EvidenceReader,
): Promise<Carried> {
  const carried = new Set<string>();
  const open = new Map<string, readonly string[]>();
  for (const run of runs) {
    if (isFrankies(run) || Date.parse(run.updatedAt) + slackMs < Date.parse(at)) continue;
    let unarrived: readonly UnconfirmedPrompt[] = [];
    for await (const record of recordsOf(run.journal, host, warn)) {
      unarrived = unconfirmedAfter(unarrived, record);
      if (record.type === "prompt-sending") for (const id of record.carries ?? []) carried.add(id);
    }
    open.set(
      run.run,
      unarrived.flatMap(({ carries }) => carries),
    );
  }
  return { carried, held: new Set([...open].flatMap(([run, ids]) => (carried.has(run) ? [] : ids))) };
}
