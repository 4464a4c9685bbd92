import {
  type Agent,
  activeStates,
  cutOffStates,
  type Item,
  isActive,
  isCutOff,
  isHeld,
  isRemark,
  mostInterrupted,
  type RunId,
  type RunState,
  type Scope,
  type SessionId,
  type SessionSummary,
  type StatusRow,
  sessionIdOf,
  type Turn,
  type UnsentPrompt,
} from "@reprise/model";
import type { Host } from "../host/host.ts";
import type { FileLibrary } from "../library/file-library.ts";
import { turnsLookedAt } from "../restore/gather-evidence.ts";
import type { LeftRunning } from "../restore/left-running.ts";
import { unfinishedOf } from "../restore/unfinished.ts";
import { workspaceDrift } from "../restore/workspace-drift.ts";
import { type Dismissals, isDismissed } from "../runs/dismissals.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import { hasSession } from "./unsent-prompts.ts";

interface Around {
  readonly library: FileLibrary;
  readonly runs: readonly RunState[];
  /** Whether a run without a session is shown in the scope. */
  readonly isHere: (run: RunState) => boolean;
  readonly leftBy: (agent: Agent) => LeftRunning;
  readonly host: Host;
  /** Prompts of the scope that reached no agent. */
  readonly unsent: readonly UnsentPrompt[];
  readonly dismissals: Dismissals;
  /** The prompt of a run in scope that the agent's log lacks; null if it has it. */
  readonly lostPrompt: (run: RunState, session: SessionId) => Promise<string | null>;
}

/** Live and interrupted sessions, and our runs that never got a session; newest first. */
export async function statusRows(scope: Scope, around: Around): Promise<StatusRow[]> {
  const rows: StatusRow[] = [];
  // What runs is shown, hidden and archived or not.
  const putAway = { includeHidden: true, archived: true } as const;
  const queries = [
    ...activeStates.map((state) => ({ ...putAway, state })),
    ...cutOffStates.map((state) => ({ state })),
  ];
  for (const query of queries) {
    const { sessions } = await around.library.list({ scope, ...query, limit: mostInterrupted });
    for (const session of sessions) rows.push(await sessionRow(session, around));
  }
  const known = new Set(rows.map(({ session }) => session));
  for (const run of around.runs) {
    if (!around.isHere(run) || !(await isWithoutSession(run, known, around))) continue;
    const row = runRow(run, around);
    if (!isBare(row)) rows.push(row);
  }
  rows.push(...(await lostRows(new Set(rows.flatMap(({ session }) => session ?? [])), around)));
  rows.push(...(await unsentRows(new Set(rows.flatMap(({ session, run }) => session ?? run ?? [])), around)));
  return rows.sort(byNeed);
}

/** What waits for the person comes first, then the newest. */
function byNeed(a: StatusRow, b: StatusRow): number {
  const need = Number(b.state === "waiting") - Number(a.state === "waiting");
  return need || ((a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1);
}

/** Some agents record a prompt only with its answer: if killed before, the log looks finished. */
async function lostRows(known: ReadonlySet<string>, around: Around): Promise<StatusRow[]> {
  const rows: StatusRow[] = [];
  const seen = new Set(known);
  for (const run of around.runs) {
    const id = run.thread && sessionIdOf(run.agent, run.thread);
    if (!id || seen.has(id)) continue;
    seen.add(id); // later runs come first
    if (run.status !== "interrupted" || !(await hasSession(run, around.library))) continue;
    const unsentPrompt = await around.lostPrompt(run, id);
    if (unsentPrompt === null) continue;
    const { session } = await around.library.recorded(id);
    rows.push({ ...(await sessionRow(session, around)), unsentPrompt });
  }
  return rows;
}

/** Prompts for sessions without a row yet. */
async function unsentRows(known: ReadonlySet<string>, around: Around): Promise<StatusRow[]> {
  const rows: StatusRow[] = [];
  const added = new Set(known);
  for (const prompt of around.unsent) {
    const key = prompt.session ?? prompt.id;
    if (added.has(key)) continue;
    added.add(key);
    rows.push(
      prompt.session === null
        ? promptRow(prompt)
        : await sessionRow((await around.library.recorded(prompt.session)).session, around),
    );
  }
  return rows;
}

function promptRow({ id, agent, cwd, at, text }: UnsentPrompt): StatusRow {
  return {
    session: null,
    run: id as RunId,
    agent,
    thread: null,
    title: titleOf(text),
    workspace: cwd,
    project: null,
    state: "interrupted",
    owner: null,
    updatedAt: at,
    doing: null,
    unfinished: [],
    stillRunning: [],
    drift: [],
    parkedUntil: null,
    pendingCount: 0,
    unsentPrompt: text,
    isDismissed: false,
  };
}

function titleOf(text: string): string {
  return text.trim().replace(/\s+/g, " ").slice(0, 200);
}

function unsentFor(isFor: (prompt: UnsentPrompt) => boolean, { unsent }: Around): string | null {
  const texts = unsent.filter(isFor).map(({ text }) => text);
  return texts.length === 0 ? null : texts.join("\n\n");
}

async function sessionRow(session: SessionSummary, around: Around): Promise<StatusRow> {
  const { library, runs, host } = around;
  const run = runs.find(({ agent, thread }) => agent === session.agent && thread === session.thread) ?? null;
  const { about } = await library.recorded(session.id);
  const turns: Turn[] = [];
  for await (const turn of (await library.read(session, { last: turnsLookedAt })).turns) turns.push(turn);
  const last = turns.at(-1);
  // Everything of a session that a process has open is running.
  // Some agents record a prompt only with its answer: if killed before, the log looks finished or empty.
  const isLost = isCutOff(session.state) && (last === undefined || last.state === "completed");
  const lost = isLost && run !== null ? await around.lostPrompt(run, session.id) : null;
  const left = isHeld(session.state) ? [] : around.leftBy(session.agent)(session.thread);
  return {
    session: session.id,
    run: run?.run ?? null,
    agent: session.agent,
    thread: session.thread,
    title: session.name ?? session.title,
    workspace: session.workspace,
    project: projectOf(run),
    state: session.state,
    owner: session.owner,
    updatedAt: session.updatedAt,
    doing: isActive(session.state) || isCutOff(session.state) ? doingOf(last?.items, isActive(session.state)) : null,
    unfinished:
      isHeld(session.state) || !last ? [] : unfinishedOf([last], about.cwd ?? about.workspace ?? null, host, left),
    stillRunning: [...[outlivedAgent(run, host) ?? []].flat(), ...left.map(({ pid }) => host.processes.describe(pid))],
    drift: workspaceDrift(about, turns, host),
    parkedUntil: session.parkedUntil,
    pendingCount: run?.pending.length ?? 0,
    unsentPrompt: unsentFor((prompt) => prompt.session === session.id, around) ?? lost,
    isDismissed: !isHeld(session.state) && isDismissed(around.dismissals, session, run),
  };
}

/** Killed before the agent recorded anything: only the journal has it. */
async function isWithoutSession(
  run: RunState,
  known: ReadonlySet<string | null>,
  { library }: Around,
): Promise<boolean> {
  if (run.status !== "interrupted" && run.status !== "running") return false;
  if (run.thread === null) return true;
  const session = sessionIdOf(run.agent, run.thread);
  return !run.isPersisted && !known.has(session) && !(await hasSession(run, library));
}

/** Its agent recorded nothing, and its prompt was sent or dropped since: nothing is left to continue. */
function isBare({ state, unsentPrompt, stillRunning: left }: StatusRow): boolean {
  return state === "interrupted" && unsentPrompt === null && left.length === 0;
}

function runRow(run: RunState, around: Around): StatusRow {
  const { host } = around;
  const unsentPrompt = unsentFor(({ id }) => id === run.run, around);
  return {
    session: null,
    run: run.run,
    agent: run.agent,
    thread: run.thread,
    title: titleOf(unsentPrompt ?? ""),
    workspace: run.workspace,
    project: projectOf(run),
    state: run.status !== "running" ? "interrupted" : run.pending.length > 0 ? "waiting" : "working",
    owner: run.status === "running" && run.process ? host.processes.describe(run.process.pid) : null,
    updatedAt: run.updatedAt,
    doing: null,
    unfinished: [],
    stillRunning: [outlivedAgent(run, host) ?? []].flat(),
    drift: [],
    parkedUntil: run.parkedUntil,
    pendingCount: run.pending.length,
    unsentPrompt,
    isDismissed: false,
  };
}

function projectOf(run: RunState | null): string | null {
  return run?.scope?.kind === "project" ? run.scope.path : null;
}

/** The last item started by the agent, now or when it was cut off; other items were not its own work. */
function doingOf(items: readonly Item[] = [], isActiveNow: boolean): string | null {
  const item = items.findLast((one) => !isRemark(one));
  switch (item?.kind) {
    case "command":
    case "edit":
    case "tool":
      if (item.status === "waiting") return `${isActiveNow ? "" : "while "}waiting for approval: ${workOf(item)}`;
      if (item.status === "open") return isActiveNow ? workOf(item) : `during: ${workOf(item)}`;
      return `${isActiveNow ? "continuing after" : "after"}: ${workOf(item)}`;
    case "prompt":
      return isActiveNow ? "about to answer" : "before it answered";
    case "reply":
    case "reasoning":
      return isActiveNow ? "writing" : "while writing";
    default:
      return null;
  }
}

function workOf(item: Item & { kind: "command" | "edit" | "tool" }): string {
  if (item.kind === "command") return `$ ${item.command}`;
  return item.kind === "edit" ? `editing ${item.changes.map(({ path }) => path).join(", ")}` : `using ${item.name}`;
}
