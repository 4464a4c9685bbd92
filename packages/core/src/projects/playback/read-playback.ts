import type { Damage, Item, Library, SessionSummary, Turn, Window } from "@reprise/model";
import type { LogProblem } from "../log/log-record.ts";
import { logProblems, type ReadProject } from "../read-project.ts";
import { endNotice, type RoundSettings, startNotice } from "./round-notices.ts";
import { lastTurn, type RoundPart, spanOf } from "./round-parts.ts";

interface PlaybackSource {
  readonly project: ReadProject;
  readonly parts: readonly RoundPart[];
  readonly library: Pick<Library, "read">;
  readonly settingsOf: (part: RoundPart) => Promise<RoundSettings>;
}

/** The rounds in recorded order, one turn at a time. Only the sessions of rounds in the window are read. */
export function readPlayback(source: PlaybackSource, window: Window | undefined) {
  const damage: Damage[] = logProblems(source.project).map(damageOf);
  return { turns: turnsOf(source, window, damage), damage };
}

async function* turnsOf(
  { project, parts, library, settingsOf }: PlaybackSource,
  window: Window | undefined,
  damage: Damage[],
): AsyncGenerator<Turn> {
  const span = spanOf(parts, window);
  if (!span) return;
  const file = project.place.logFile;
  const isShown = (number: number) => number >= span.from && number <= span.to;
  for (const part of parts) {
    if (lastTurn(part) < span.from || part.first > span.to) continue;
    const { round, logged, session, first, turnCount, hasEnd } = part;
    const notice = (end: "start" | "end", text: string, at: Turn["startedAt"]): Item => ({
      kind: "notice",
      text,
      at,
      id: `round-${round.number}-${end}`,
      origin: { file, line: 0, byteOffset: 0 },
    });
    let start: Turn | null = null;
    if (isShown(first)) {
      const goal = round.number === 1 ? (project.log.started?.goal ?? project.progress.goal) || null : null;
      const text = startNotice(round, await settingsOf(part), { goal, isOver: hasEnd });
      start = noticeTurn(first, "completed", notice("start", text, round.startedAt));
    }
    const [from, to] = [Math.max(span.from - first, 1), Math.min(span.to - first, turnCount)];
    if (session && from <= to) {
      // A turn 0 has what was put into the thread before it started.
      const reading = await library.read(session, { from: from === 1 ? 0 : from, to });
      for await (const turn of reading.turns) {
        if (turn.number === 0) {
          if (start) start = { ...start, items: [...start.items, ...itemsOf(turn, part)] };
          continue;
        }
        if (start) yield start;
        start = null;
        yield { ...turn, number: first + turn.number, items: itemsOf(turn, part) };
      }
      damage.push(...reading.damage);
    }
    if (start) yield start;
    if (hasEnd && isShown(lastTurn(part))) {
      const text = endNotice(round, logged, session?.damageCount ?? 0);
      yield noticeTurn(lastTurn(part), stateOf(part), notice("end", text, round.endedAt));
    }
  }
}

function noticeTurn(number: number, state: Turn["state"], item: Item): Turn {
  return { number, state, startedAt: item.at, endedAt: item.at, items: [item] };
}

function stateOf({ round: { outcome } }: RoundPart): Turn["state"] {
  if (outcome === null || outcome.type === "interrupted") return "interrupted";
  return outcome.type === "task_failed" || outcome.type === "fatal" ? "failed" : "completed";
}

/** Ids of two rounds may be the same. What a round asked for and nobody answered is over when the round is. */
function itemsOf({ items }: Turn, { round, hasEnd }: RoundPart): Item[] {
  return items.map((item) => {
    const own = { ...item, id: `round-${round.number}-${item.id}` };
    if (!hasEnd) return own;
    if (own.kind === "approval" && own.decision === null) return { ...own, decision: "not answered" };
    return "status" in own && own.status === "waiting" ? { ...own, status: "declined" } : own;
  });
}

function damageOf({ path, line, expected, found }: LogProblem): Damage {
  return {
    file: path,
    line,
    byteOffset: 0,
    kind: "unexpected",
    detail: `expected ${expected}, found ${found}`,
  };
}

/** Both as they were when the playback was opened. */
export interface OpenPlayback {
  readonly session: SessionSummary;
  readonly source: PlaybackSource;
}
