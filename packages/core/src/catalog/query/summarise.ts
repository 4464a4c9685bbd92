import {
  type Agent,
  type Annotation,
  asThreadId,
  type Lineage,
  type SessionFile,
  type SessionSummary,
  sessionIdOf,
  type Timestamp,
} from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";
import { jsonIn, type Summary } from "../row.ts";
import type { PresentState } from "./session-states.ts";
import { shortIdIn } from "./short-id.ts";

/** Not stored: it changes without the rollout. */
interface LiveState extends PresentState {
  readonly givenName: string | null;
  readonly annotation: Annotation;
}

export const sessionColumns = `rollout.id, key, version, ifnull(path, key) AS path, agent, home, thread, sizeBytes, threadBytes, turnCount, isArchived, isOpen, state, updatedAt, turnAt, workspace, summary`;
export const sessionTables = "rollout JOIN outline ON outline.id = rollout.id";

export function summarise(row: SqlRow, database: Database, present: LiveState): SessionSummary {
  const agent = row.agent as Agent;
  const thread = asThreadId(String(row.thread));
  const summary = jsonIn<Summary>(row.summary);
  const { about } = summary;
  const { annotation } = present;
  const files = filesOf(row, summary, database);
  const id = sessionIdOf(agent, thread);
  return {
    id,
    shortId: shortIdIn(id, database),
    agent,
    thread,
    title: summary.title,
    name: present.givenName ?? about.name ?? null,
    tags: annotation.tags,
    state: present.state,
    parkedUntil: present.parkedUntil,
    owner: present.owner,
    workspace: row.workspace as string | null,
    createdAt: about.createdAt ?? null,
    updatedAt: row.updatedAt as Timestamp,
    turnCount: summary.turnCount,
    itemCount: summary.itemCount,
    messageCount: summary.messageCount,
    toolCount: summary.toolCount,
    model: about.model ?? null,
    source: about.source ?? null,
    archived: row.isArchived === 1 || annotation.isArchived,
    hidden: annotation.isHidden,
    subagentOf: about.subagentOf ? sessionIdOf(agent, about.subagentOf) : null,
    lineage: lineageOf(agent, summary),
    sizeBytes: files.reduce(
      (sum, { role, sizeBytes }) => (role === "main" || role === "segment" ? sum + sizeBytes : sum),
      0,
    ),
    damageCount: summary.damageCount + (summary.missing ? 1 : 0),
    files,
  };
}

function lineageOf(agent: Agent, { about, basePieces, baseTurnCount }: Summary): Lineage | null {
  if (!about.forkedFrom) return null;
  return {
    kind: "fork",
    session: sessionIdOf(agent, about.forkedFrom),
    turn: basePieces.length > 0 ? baseTurnCount : null,
  };
}

const siblings =
  "SELECT key, ifnull(path, key) AS path, sizeBytes, role FROM rollout WHERE thread = ? AND agent = ? AND home = ? AND role <> 'main' ORDER BY updatedAt DESC, key";
const byKey = "SELECT key, ifnull(path, key) AS path, sizeBytes, thread FROM rollout WHERE key = ?";

/** Main file, earlier parts, files of other threads, copies. */
function filesOf(row: SqlRow, { basePieces }: Summary, database: Database): SessionFile[] {
  const known = database.prepare(siblings).all(row.thread ?? "", row.agent ?? "", row.home ?? "");
  const others = known.filter(({ key }) => key !== row.key);
  const isOther = new Set(others.map(({ key }) => key));
  const bases = basePieces.flatMap(([key]) => {
    const found = isOther.has(key) ? null : database.prepare(byKey).get(key);
    return found && found.key !== row.key ? [fileOf(found, "base")] : [];
  });
  const ofRole = (role: "segment" | "copy") =>
    others.filter((other) => other.role === role).map((other) => fileOf(other, role));
  return [fileOf(row, "main"), ...ofRole("segment"), ...bases, ...ofRole("copy")];
}

function fileOf(row: SqlRow, role: SessionFile["role"]): SessionFile {
  return { path: String(row.path), sizeBytes: Number(row.sizeBytes), role };
}
