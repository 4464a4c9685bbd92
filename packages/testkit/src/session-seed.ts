import {
  type Agent,
  asThreadId,
  type Item,
  type ItemBody,
  type Owner,
  type SessionState,
  type SessionSummary,
  sessionIdOf,
  type Timestamp,
  type Transcript,
  type Turn,
} from "@reprise/model";
import type { ScriptedLine } from "./scripted-source.ts";

export interface SeedTurn {
  readonly items: readonly ItemBody[];
  /** Absent: no end was recorded. */
  readonly ended?: "completed" | "failed" | "interrupted";
}

/** A test session, to be written to files or kept in memory. */
export interface SessionSeed {
  readonly thread: string;
  readonly agent?: Agent;
  readonly workspace?: string | null;
  readonly name?: string;
  readonly model?: string;
  readonly archived?: boolean;
  readonly subagentOf?: string;
  readonly owner?: Owner;
  readonly createdAt?: string;
  readonly updatedAt: string;
  readonly turns: readonly SeedTurn[];
}

export function promptTurn(prompt: string, ...more: readonly ItemBody[]): SeedTurn {
  return {
    items: [{ kind: "prompt", text: prompt }, ...more, { kind: "reply", text: `reply to ${prompt}` }],
    ended: "completed",
  };
}

/** The scripted rollout equivalent to the seed. */
export function linesOf(seed: SessionSeed): ScriptedLine[] {
  const { thread, workspace = null, model = null, subagentOf, createdAt = seed.updatedAt } = seed;
  const about = {
    thread: asThreadId(thread),
    createdAt: createdAt as Timestamp,
    updatedAt: seed.updatedAt as Timestamp,
    workspace,
    model,
    subagentOf: subagentOf === undefined ? null : asThreadId(subagentOf),
  };
  const turns = seed.turns.flatMap(({ items, ended }, index): ScriptedLine[] => [
    { start: `t${index + 1}`, at: seed.updatedAt },
    ...items.map((item, place) => ({ item, key: keyOf(index, place), at: seed.updatedAt })),
    ...(ended ? [{ end: ended, turn: `t${index + 1}`, at: seed.updatedAt } as const] : []),
  ]);
  return [{ about }, ...turns];
}

/** The transcript any Library must return for the seed. */
export function transcriptFrom(seed: SessionSeed): Transcript {
  const agent = seed.agent ?? "codex";
  const path = `/memory/${agent}/${seed.thread}.jsonl`;
  const at = seed.updatedAt as Timestamp;
  const turns = seed.turns.map(({ items, ended }, index): Turn => {
    const isLive = !ended && seed.owner !== undefined && index === seed.turns.length - 1;
    return {
      number: index + 1,
      state: ended ?? (isLive ? "working" : "interrupted"),
      startedAt: at,
      endedAt: ended ? at : null,
      items: items.map(
        (item, place): Item => ({
          ...item,
          id: keyOf(index, place),
          at,
          origin: { file: path, line: 0, byteOffset: 0 },
        }),
      ),
    };
  });
  return { session: summaryFrom(seed, turns, path), turns, damage: [] };
}

function summaryFrom(seed: SessionSeed, turns: readonly Turn[], path: string): SessionSummary {
  const agent = seed.agent ?? "codex";
  const items = turns.flatMap((turn) => turn.items);
  const count = (...kinds: readonly string[]) => items.filter(({ kind }) => kinds.includes(kind)).length;
  const first = items.find((item) => item.kind === "prompt");
  const last = turns.at(-1)?.state ?? "completed";
  const state: SessionState = !first ? "empty" : seed.owner && last !== "working" ? "open" : last;
  return {
    id: sessionIdOf(agent, asThreadId(seed.thread)),
    shortId: sessionIdOf(agent, asThreadId(seed.thread)),
    agent,
    thread: asThreadId(seed.thread),
    title: first?.kind === "prompt" ? first.text.replace(/\s+/g, " ").slice(0, 200) : "",
    name: seed.name ?? null,
    tags: [],
    state,
    parkedUntil: null,
    owner: seed.owner ?? null,
    workspace: seed.workspace ?? null,
    createdAt: (seed.createdAt ?? seed.updatedAt) as Timestamp,
    updatedAt: seed.updatedAt as Timestamp,
    turnCount: turns.length,
    itemCount: items.length,
    messageCount: count("prompt", "reply"),
    toolCount: count("command", "edit", "tool"),
    model: seed.model ?? null,
    source: null,
    archived: seed.archived ?? false,
    hidden: false,
    subagentOf: seed.subagentOf === undefined ? null : sessionIdOf(agent, asThreadId(seed.subagentOf)),
    lineage: null,
    sizeBytes: 0,
    damageCount: 0,
    files: [{ path, sizeBytes: 0, role: "main" }],
  };
}

function keyOf(turn: number, place: number): string {
  return `t${turn + 1}-${place + 1}`;
}
