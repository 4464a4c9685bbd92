import { SessionError, type SessionSummary, type Turn } from "@reprise/model";
import type { RecordedSession } from "../library/file-library.ts";
import type { TurnReader } from "../restore/history/choose-history.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** The turns of a session up to one of them. Throws if it has no such turn. */
export function turnsUpTo(
  { session, hasInjected }: RecordedSession,
  at: number | null,
  desk: Pick<EvidenceReader, "library" | "toolMeaningOf">,
): TurnReader {
  const first = hasInjected ? 0 : 1;
  if (at !== null && (at < first || at > session.turnCount)) throw noSuchTurn(session, at, first);
  return {
    first,
    last: at ?? session.turnCount,
    toolMeaning: desk.toolMeaningOf(session.agent),
    read: async (from, to) => {
      const { turns } = await desk.library.read(session, { from, to });
      const read: Turn[] = [];
      for await (const turn of turns) read.push(turn);
      return read;
    },
  };
}

/** The agent's id for the end of a turn: the turn itself, or the reply it ended with. */
export function endOf(turn: Turn | undefined): string | null {
  return turn?.key ?? turn?.items.findLast(({ kind }) => kind === "reply")?.id ?? null;
}

function noSuchTurn({ id, turnCount }: SessionSummary, at: number, first: number): SessionError {
  const has = turnCount < first ? "has no turns" : `has turns ${first} to ${turnCount}`;
  return new SessionError("bad-use", `${id} ${has}, and no turn ${at}. \`reprise show ${id}\` lists them.`);
}
