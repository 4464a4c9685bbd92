import {
  type Item,
  noTokens,
  type SessionTurns,
  type Timestamp,
  type Transcript,
  type Turn,
  type TurnUsage,
} from "@reprise/model";

/** The figures that a transcript has: no tokens. */
export function turnsOf({ session, turns }: Transcript): SessionTurns {
  const { id, agent, name, title, workspace, subagentOf, createdAt, updatedAt, lineage } = session;
  return {
    session: id,
    agent,
    title: name || title,
    workspace,
    subagentOf,
    createdAt,
    updatedAt,
    forkedFrom: lineage?.kind === "fork" ? lineage.session : null,
    turns: turns.filter(({ number }) => number > 0).map((turn) => turnUsage(turn, session.model)),
  };
}

function turnUsage({ startedAt, endedAt, items }: Turn, model: string | null): TurnUsage {
  const count = (isCounted: (item: Item) => boolean) => items.filter(isCounted).length;
  return {
    key: null,
    startedAt,
    model,
    turnCount: 1,
    tokens: noTokens,
    workMs: spanOf(startedAt, endedAt ?? items.at(-1)?.at ?? null),
    commandCount: count(isRun),
    failedCommandCount: count((item) => isRun(item) && "status" in item && item.status === "failed"),
    editCount: count((item) => item.kind === "edit" && item.status === "done"),
  };
}

function isRun(item: Item): boolean {
  return item.kind === "command" && item.status !== "declined" && item.status !== "waiting";
}

function spanOf(from: Timestamp | null, to: Timestamp | null): number | null {
  return from === null || to === null ? null : Date.parse(to) - Date.parse(from);
}
