import { asThreadId, fold, type LogState, parseJson, type ThreadId, type Timestamp } from "@reprise/model";
import type { RolloutRef } from "../agents/reading/source.ts";
import { DatabaseError, type SqlRow, type SqlValue } from "../host/database/database.ts";
import type { Chain, Piece } from "../transcript/chain.ts";
import { turnStateOf } from "../transcript/turn-tracker.ts";
import {
  factsOf,
  lastTimeOf,
  type OutlinedRollout,
  type OutlineFacts,
  type ResumePoint,
} from "./index/outlined-rollout.ts";
import { packLateItems, packTurnStarts } from "./index/pack.ts";
import { shortHash } from "./short-hash.ts";

/** The JSON of an `outline` row. */
export interface Summary extends OutlineFacts {
  /** Base pieces by key, with how much of each belongs to it. */
  readonly basePieces: readonly (readonly [key: string, toByte: number | null])[];
  readonly missing: Chain["missing"];
  /** Number of turns in the base pieces. */
  readonly baseTurnCount: number;
}

/** What a read says, as it is stored: texts and bytes, so that another thread can have read it. */
export interface OutlineRow extends Pick<RolloutRef, "key" | "agent" | "home" | "version" | "rolloutId"> {
  readonly thread: string;
  /** Of `rolloutColumns`. */
  readonly rollout: readonly SqlValue[];
  /** Of `outlineColumns`. */
  readonly outline: readonly SqlValue[];
  readonly title: string;
  /** Read from the start: earlier rows no longer count. */
  readonly isAnew: boolean;
  readonly isUnreadable: boolean;
}

export function rowOf(outlined: OutlinedRollout): OutlineRow {
  const { key, agent, home, version, rolloutId } = outlined.rollout;
  return {
    key,
    agent,
    home,
    version,
    rolloutId,
    thread: threadOf(outlined),
    rollout: rolloutValues(outlined),
    outline: outlineValues(outlined),
    title: titleText(outlined),
    isAnew: outlined.isAnew,
    isUnreadable: outlined.isUnreadable,
  };
}

/** The columns of `rollout` set by a read, without `id`, `role` and `hasText`. */
export const rolloutColumns = [
  "key",
  "path",
  "agent",
  "home",
  "thread",
  "rolloutId",
  "version",
  "sizeBytes",
  "threadBytes",
  "turnCount",
  "isArchived",
  "isSubagent",
  "isOpen",
  "hasTurns",
  "state",
  "updatedAt",
  "turnAt",
  "workspace",
  "cwd",
  "gitUrl",
  "gitCommit",
  "bases",
] as const;

function rolloutValues(outlined: OutlinedRollout): SqlValue[] {
  const { rollout, outline, isUnreadable } = outlined;
  const { about, lastTurn } = outline;
  const isOpen = lastTurn !== null && turnStateOf(lastTurn, true) === "working";
  return [
    rollout.key,
    rollout.path === rollout.key ? null : rollout.path,
    rollout.agent,
    rollout.home,
    threadOf(outlined),
    rollout.rolloutId,
    // No version: read again at every refresh.
    isUnreadable ? "" : rollout.version,
    rollout.sizeBytes,
    rollout.sizeBytes,
    outline.turnCount,
    Number(rollout.archived),
    Number(about.subagentOf != null),
    Number(isOpen),
    Number(outline.turnCount > 0),
    stateOf(outlined),
    lastTimeOf(outline) ?? timeOf(rollout.mtimeMs),
    lastTurn?.startedAt ?? null,
    about.workspace ?? null,
    isOpen ? (about.cwd ?? about.workspace ?? null) : null,
    about.gitUrl ?? null,
    about.gitCommit ?? null,
    basesOf(outlined.chain),
  ];
}

/** As a search compares it. */
function titleText({ outline: { title, about } }: OutlinedRollout): string {
  return fold([title, about.name ?? ""].join("\n"));
}

/** A file without a thread id gets one from its name, else its path. */
export function threadOf({ rollout, outline }: Pick<OutlinedRollout, "rollout" | "outline">): ThreadId {
  return outline.about.thread ?? rollout.thread ?? asThreadId(`file-${shortHash(rollout.key)}`);
}

/** For a log without times; an invalid mtime becomes the epoch. */
function timeOf(mtimeMs: number): Timestamp {
  const time = new Date(mtimeMs);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString() as Timestamp;
}

/** The state if no process has it open. */
function stateOf({ outline, isUnreadable }: OutlinedRollout): LogState["state"] {
  if (isUnreadable && outline.turnCount === 0) return "unreadable";
  const { about, title, lastTurn, toolCount } = outline;
  const hasPrompt = title !== "" || lastTurn?.hasPrompt === true;
  if (!hasPrompt && toolCount === 0 && about.forkedFrom == null) return "empty";
  const state = lastTurn ? turnStateOf(lastTurn, false) : "completed";
  // An agent that records the interruption was told to stop; one that was killed records nothing.
  if (state === "interrupted" && lastTurn?.ended) return "stopped";
  return state === "working" ? "interrupted" : state;
}

function basesOf({ pieces, missing }: Chain): string | null {
  const bases = pieces.slice(0, -1).map(({ rollout, toByte }) => [rollout.rolloutId, toByte]);
  if (missing) bases.unshift([missing.rolloutId, null]);
  return bases.length === 0 ? null : JSON.stringify(bases);
}

function summaryJson({ outline, chain }: OutlinedRollout): string {
  const lastPiece = chain.pieces.length - 1;
  const summary: Summary = {
    ...factsOf(outline),
    basePieces: chain.pieces.slice(0, -1).map(({ rollout, toByte }) => [rollout.key, toByte] as const),
    missing: chain.missing,
    baseTurnCount: lastPiece === 0 ? 0 : outline.turnStarts.filter(({ piece }) => piece < lastPiece).length,
  };
  return JSON.stringify(summary);
}

export const outlineColumns = ["summary", "resume", "decoderState", "turnStarts", "late"] as const;

function outlineValues(outlined: OutlinedRollout): SqlValue[] {
  const { outline, resume } = outlined;
  const { state, ...place } = resume.position;
  return [
    summaryJson(outlined),
    JSON.stringify({ ...resume, position: place }),
    state,
    packTurnStarts(outline.turnStarts),
    packLateItems(outline.late),
  ];
}

/** `decoderState` is stored apart, to avoid encoding it twice. */
export function resumePointFrom(row: SqlRow): ResumePoint {
  const resume = jsonIn<ResumePoint>(row.resume);
  return { ...resume, position: { ...resume.position, state: String(row.decoderState) } };
}

/** Null if one of its files is gone. */
export function chainFrom(
  summary: Summary,
  rollout: RolloutRef,
  refOf: (key: string) => RolloutRef | null,
): Chain | null {
  const pieces: Piece[] = [];
  for (const [key, toByte] of summary.basePieces) {
    const found = refOf(key);
    if (!found) return null;
    pieces.push({ rollout: found, toByte });
  }
  return { pieces: [...pieces, { rollout, toByte: null }], missing: summary.missing };
}

/** Throws `DatabaseError("corrupt")` for invalid JSON: the catalog is then rebuilt. */
export function jsonIn<T>(text: SqlValue | undefined): T {
  try {
    return parseJson(String(text)) as T;
  } catch (error) {
    throw new DatabaseError("corrupt", "a row is damaged", error);
  }
}
