import {
  type Agent,
  type Ailment,
  asThreadId,
  type Damage,
  type Finding,
  isInTheWay,
  SessionError,
  type SessionId,
  sessionIdOf,
} from "@reprise/model";
import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { AnnotationIndex } from "../../annotations/annotation-reader.ts";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { missingDetail } from "../../transcript/chain.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { jsonIn, type Summary } from "../row.ts";

const rowOf = `SELECT rollout.id, key, agent, home, thread, role, isArchived, isSubagent, state, summary
  FROM rollout JOIN outline USING (id) WHERE key = ?`;
const mainOf =
  "SELECT ifnull(path, key) AS path FROM rollout WHERE thread = ? AND agent = ? AND home = ? AND role = 'main'";

/** Why a rollout is or is not listed. Reads every byte to find its damage. */
export async function diagnoseRollout(
  rollout: RolloutRef,
  database: Database,
  lookup: RolloutLookup,
  { host, annotations }: { readonly host: Host; readonly annotations: AnnotationIndex },
): Promise<Finding> {
  const row = database.prepare(rowOf).get(rollout.key);
  const source = lookup.sourceOf(rollout.agent);
  const damage = source ? await damageOf(rollout, source, host) : [];
  if (!row)
    return {
      path: rollout.path,
      session: null,
      listed: false,
      reasons: ["it is new and has not been read yet"],
      damage,
      ailments: [],
    };
  const { missing } = jsonIn<Summary>(row.summary);
  if (missing) damage.unshift(missingBase(rollout.path, missingDetail(missing)));
  const session = sessionIdOf(row.agent as Agent, asThreadId(String(row.thread)));
  const own = row.role === "main" ? ownReasons(session, annotations) : [];
  const hidden = [...own, ...reasonsToHide(row, database)];
  const ailments = source && row.role === "main" ? await ailmentsOf(rollout, source, host) : [];
  return {
    path: rollout.path,
    session,
    listed: hidden.length === 0,
    reasons: [...hidden, ...aboutDamage(damage), ...aboutAilments(ailments, session)],
    damage,
    ailments,
  };
}

/** Enough for a report; `repair` lists all. */
const mostAilments = 20;

/** An unreadable file is damage and has no ailments. */
async function ailmentsOf(rollout: RolloutRef, { ailments }: AgentSource, host: Host): Promise<Ailment[]> {
  const found: Ailment[] = [];
  try {
    for await (const ailment of (await ailments?.())?.scan(rollout, host) ?? []) {
      if (isInTheWay(ailment)) found.push(ailment);
      if (found.length === mostAilments) break;
    }
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
  }
  return found;
}

function aboutAilments({ length }: readonly Ailment[], session: SessionId): string[] {
  return length === 0
    ? []
    : [`a resume is expected to fail; to continue from a cleaned copy: reprise repair ${session}`];
}

/** What the person did, and how to undo it. */
function ownReasons(session: SessionId, annotations: AnnotationIndex): string[] {
  const { isHidden, isArchived } = annotations.of(session);
  return [
    ...(isHidden ? [`you hid it: --hidden lists it; to undo: reprise hide ${session} --undo`] : []),
    ...(isArchived ? [`you archived it: --archived lists it; to undo: reprise archive ${session} --undo`] : []),
  ];
}

function reasonsToHide(row: SqlRow, database: Database): string[] {
  if (row.role !== "main") {
    const main = database.prepare(mainOf).get(row.thread ?? "", row.agent ?? "", row.home ?? "")?.path;
    return [
      row.role === "copy"
        ? `it is a copy of ${main}`
        : `it is an earlier part of the session that continues in ${main}`,
    ];
  }
  const { about } = jsonIn<Summary>(row.summary);
  const reasons: string[] = [];
  if (row.isSubagent === 1) reasons.push(`it belongs to a sub-agent of ${about.subagentOf}: --subagents lists it`);
  if (row.isArchived === 1) reasons.push("its agent archived it: --archived lists it");
  if (row.state === "unreadable") reasons.push("it is listed by --state unreadable only");
  if (row.state === "empty") reasons.push("it has no messages: --include-empty lists it");
  return reasons;
}

function aboutDamage(damage: readonly Damage[]): string[] {
  const unreadable = damage.find(({ kind }) => kind === "unreadable");
  if (unreadable) return [`it cannot be read: ${unreadable.detail}`];
  if (damage.length === 0) return [];
  return [damage.length === 1 ? "one place in it is damaged" : `${damage.length} places in it are damaged`];
}

function missingBase(file: string, detail: string): Damage {
  return { file, line: 1, byteOffset: 0, kind: "missing-base", detail };
}

async function damageOf(rollout: RolloutRef, source: AgentSource, host: Host): Promise<Damage[]> {
  const damage: Damage[] = [];
  try {
    for await (const { facts } of source.decode(rollout, host, { depth: "full" })) {
      for (const fact of facts) if (fact.type === "damage") damage.push(fact.damage);
    }
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    damage.push({ file: rollout.path, line: 1, byteOffset: 0, kind: "unreadable", detail: error.message });
  }
  return damage;
}
