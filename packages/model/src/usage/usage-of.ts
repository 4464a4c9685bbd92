import type { Agent, SessionId, Timestamp } from "../ids.ts";
import { daysIn } from "./day-in-zone.ts";
import { hasTokens, sumFigures } from "./figures.ts";
import type { Usage, UsageDay, UsageFigures, UsageQuery, UsageSession } from "./usage.ts";

/** What was recorded of one turn. */
export interface TurnUsage extends UsageFigures {
  /** The agent's own id of the turn, or of the first reply in it: a copy made by a fork has the same. */
  readonly key: string | null;
  readonly startedAt: Timestamp | null;
  readonly model: string | null;
}

export interface SessionTurns {
  readonly session: SessionId;
  readonly agent: Agent;
  readonly title: string;
  readonly workspace: string | null;
  readonly subagentOf: SessionId | null;
  readonly createdAt: Timestamp | null;
  readonly updatedAt: Timestamp | null;
  readonly forkedFrom: SessionId | null;
  readonly turns: readonly TurnUsage[];
}

/** Counts each turn once: in the session that had it first. */
export function usageOf(sessions: readonly SessionTurns[], query: UsageQuery): Usage {
  const dayOf = daysIn(query.zone);
  const isCounted = countedIn(query);
  const counted = withoutCopies(sessions).flatMap(({ turns, ...session }) => {
    const dated = turns.map((turn) => ({ turn, day: turn.startedAt && dayOf(turn.startedAt) }));
    const within = dated.filter(({ day }) => isCounted(day));
    return within.length === 0 ? [] : [{ session, dated: within }];
  });
  const rows = counted.map(({ session, dated }) => sessionRow(session, dated));
  return {
    zone: query.zone,
    since: query.since ?? null,
    until: query.until ?? null,
    total: sumFigures(rows),
    days: dayRows(counted.flatMap(({ session, dated }) => dated.map((one) => ({ ...one, agent: session.agent })))),
    sessions: rows.sort(latestFirst),
    without: {
      tokens: rows.filter(({ tokens }) => !hasTokens(tokens)).length,
      time: rows.filter(({ workMs }) => workMs === null).length,
      turns: sessions.filter(({ turns }) => turns.length === 0).length,
    },
  };
}

/** Turns without a time are left out of a span of days. */
function countedIn({ since, until }: UsageQuery): (day: string | null) => boolean {
  return (day) =>
    day === null
      ? since === undefined && until === undefined
      : (since === undefined || day >= since) && (until === undefined || day <= until);
}

function withoutCopies(sessions: readonly SessionTurns[]): SessionTurns[] {
  const seen = new Set<string>();
  const turnsOf = new Map(sessions.map(({ session, turns }) => [session, turns]));
  return sessions.toSorted(originalsFirst).map((session) => {
    const parents = session.forkedFrom === null ? [] : (turnsOf.get(session.forkedFrom) ?? []);
    const own = session.turns
      .slice(unnamedCopies(session.turns, parents))
      .filter((turn) => marksOf(session.agent, turn).every((mark) => !seen.has(mark)));
    // A session may repeat its own marks.
    for (const turn of own) for (const mark of marksOf(session.agent, turn)) seen.add(mark);
    return { ...session, turns: own };
  });
}

/** Codex copies the turns of releases up to 0.98 without ids, at the time of the fork: how many come first. */
function unnamedCopies(turns: readonly TurnUsage[], parents: readonly TurnUsage[]): number {
  const figures = ({ tokens, commandCount, editCount }: TurnUsage) => JSON.stringify([tokens, commandCount, editCount]);
  const isCopy = (turn: TurnUsage, index: number) => {
    const parent = parents[index];
    return turn.key === null && parent?.key === null && figures(turn) === figures(parent);
  };
  const own = turns.findIndex((turn, index) => !isCopy(turn, index));
  return own === -1 ? turns.length : own;
}

/** Shorter ids are numbers within one session. */
const leastOfUniqueId = 16;

/** Some forks keep the ids of turns, others only their times. */
function marksOf(agent: Agent, { key, startedAt, tokens, ...turn }: TurnUsage): string[] {
  const byKey = key === null || key.length < leastOfUniqueId ? [] : [`${agent} ${key}`];
  const isTelling = startedAt !== null && hasTokens(tokens);
  const figures = [tokens.input, tokens.output, turn.workMs, turn.commandCount];
  return isTelling ? [...byKey, `${agent} ${startedAt} ${figures.join(" ")}`] : byKey;
}

function originalsFirst(a: SessionTurns, b: SessionTurns): number {
  return (
    Number(a.forkedFrom !== null) - Number(b.forkedFrom !== null) ||
    compare(a.createdAt, b.createdAt) ||
    compare(a.updatedAt, b.updatedAt) ||
    compare(a.session, b.session)
  );
}

interface DatedTurn {
  readonly turn: TurnUsage;
  readonly day: string | null;
}

function sessionRow(
  { session, agent, title, workspace, subagentOf }: Omit<SessionTurns, "turns">,
  dated: readonly DatedTurn[],
): UsageSession {
  const turns = dated.map(({ turn }) => turn);
  const times = turns.flatMap(({ startedAt }) => startedAt ?? []).sort();
  return {
    session,
    agent,
    title,
    workspace,
    subagentOf,
    models: [...new Set(turns.flatMap(({ model }) => model ?? []))],
    startedAt: times[0] ?? null,
    lastAt: times.at(-1) ?? null,
    ...sumFigures(turns),
  };
}

function dayRows(dated: readonly (DatedTurn & { readonly agent: Agent })[]): UsageDay[] {
  const groups = new Map<string, { row: Pick<UsageDay, "day" | "agent" | "model">; turns: TurnUsage[] }>();
  for (const { turn, day, agent } of dated) {
    const { model } = turn;
    const mark = JSON.stringify([day, agent, model]);
    const group = groups.get(mark);
    if (group) group.turns.push(turn);
    else groups.set(mark, { row: { day, agent, model }, turns: [turn] });
  }
  return [...groups.values()]
    .map(({ row, turns }) => ({ ...row, ...sumFigures(turns) }))
    .sort((a, b) => compare(a.day, b.day) || compare(a.agent, b.agent) || compare(a.model, b.model));
}

function latestFirst(a: UsageSession, b: UsageSession): number {
  return compare(b.lastAt, a.lastAt) || compare(a.session, b.session);
}

/** Unknown comes first. */
function compare(a: string | null, b: string | null): number {
  const [first, second] = [a ?? "", b ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}
