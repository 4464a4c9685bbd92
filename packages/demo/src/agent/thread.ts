import { readFileSync } from "node:fs";
import { newId } from "./new-id.ts";
import { type Clock, findRollout, Rollout, recordsIn, settingsIn } from "./rollout.ts";
import { askedSettings, sandboxPolicy, type ThreadSettings, usualSettings } from "./settings.ts";
import type { Fields } from "./wire.ts";

/** A thread the agent has open. */
export interface Thread {
  readonly id: string;
  readonly home: string;
  readonly rollout: Rollout;
  readonly settings: ThreadSettings;
  /** Commands allowed while the thread is open here. */
  readonly allowed: Set<string>;
}

export interface ThreadContext {
  readonly home: string;
  readonly cwd: string;
  readonly clock: Clock;
}

/** Why a thread cannot be opened, in Codex's words. */
export class NotOpened extends Error {
  override readonly name = "NotOpened";
}

export function startThread(params: Fields, { home, cwd, clock }: ThreadContext): Thread {
  const settings = { ...usualSettings, cwd, ...askedSettings(params) };
  const id = newId(clock());
  const header = { thread: id, cwd: settings.cwd, provider: settings.provider };
  return { id, home, settings, allowed: new Set(), rollout: Rollout.create(home, header, clock) };
}

export function resumeThread(params: Fields, { home, cwd, clock }: ThreadContext): Thread {
  const id = String(params.threadId);
  const path = pathOf(home, id);
  const recorded = settingsIn(readFileSync(path, "utf8"));
  const settings = { ...usualSettings, cwd, ...recorded, ...askedSettings(params) };
  return { id, home, settings, allowed: new Set(), rollout: Rollout.open(path, clock) };
}

/** A new log with the other's history, up to the end of a turn. */
export function forkThread(params: Fields, place: ThreadContext): Thread {
  const { home, cwd, clock } = place;
  const from = String(params.threadId);
  const text = readFileSync(pathOf(home, from), "utf8");
  const settings = { ...usualSettings, cwd, ...settingsIn(text), ...askedSettings(params) };
  const last = lastKept(text, params.lastTurnId);
  const root = { thread: from, endOrdinal: Number(last.record.ordinal) + 1, endByte: last.endByte };
  const id = newId(clock());
  const header = { thread: id, cwd: settings.cwd, provider: settings.provider, root };
  return { id, home, settings, allowed: new Set(), rollout: Rollout.create(home, header, clock) };
}

/** Codex's answer for a thread it has opened. */
export function threadAnswer({ id, settings, rollout }: Thread): object {
  const seconds = Math.floor(rollout.now().getTime() / 1000);
  const { model, provider, effort, sandbox, approvalPolicy, cwd } = settings;
  return {
    thread: {
      id,
      sessionId: id,
      cliVersion: "0.166.0",
      createdAt: seconds,
      updatedAt: seconds,
      cwd,
      ephemeral: false,
      modelProvider: provider,
      path: rollout.path,
      preview: "",
      projectId: null,
      source: "cli",
      status: { type: "idle" },
      turns: [],
    },
    model,
    modelProvider: provider,
    reasoningEffort: effort,
    sandbox: sandboxPolicy(sandbox),
    approvalPolicy,
    approvalsReviewer: "user",
    cwd,
  };
}

function pathOf(home: string, thread: string): string {
  const path = findRollout(home, thread);
  if (path === null) throw new NotOpened(`no rollout found for thread id ${thread}`);
  return path;
}

function lastKept(text: string, turn: unknown) {
  const records = recordsIn(text);
  const ends = records.filter(({ record }) => {
    const payload = record.payload as Fields | undefined;
    return payload?.type === "task_complete" || payload?.type === "turn_aborted";
  });
  const isWanted = ({ record }: (typeof records)[number]) => (record.payload as Fields).turn_id === turn;
  const last = typeof turn === "string" ? ends.find(isWanted) : records.at(-1);
  if (last === undefined) throw new NotOpened(`turn not found: ${String(turn)}`);
  return last;
}
