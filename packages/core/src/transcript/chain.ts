import type { AgentSource, RolloutRef } from "../agents/source.ts";
import type { Host } from "../host/host.ts";

/** A rollout as a part of a session: whole, or only its beginning. */
export interface Piece {
  readonly rollout: RolloutRef;
  /** Null: to the end. */
  readonly toByte: number | null;
}

/** The files of one session in reading order; the last is the one the agent appends to. */
export interface Chain {
  readonly pieces: readonly Piece[];
  /** A file that this session continues, but which is not there. */
  readonly missing: { readonly rolloutId: string; readonly neededBy: string } | null;
}

/** Follows what a rollout continues, back to the beginning. `find` looks a rollout up by its rollout id in the same home. */
export async function chainOf(
  rollout: RolloutRef,
  source: AgentSource,
  host: Host,
  find: (rolloutId: string) => RolloutRef | null,
): Promise<Chain> {
  const pieces: Piece[] = [{ rollout, toByte: null }];
  const seen = new Set([rollout.key]);
  for (let first = rollout; ; ) {
    const base = await baseOf(first, source, host);
    if (!base) return { pieces, missing: null };
    const found = find(base.rolloutId);
    if (!found || seen.has(found.key))
      return { pieces, missing: { rolloutId: base.rolloutId, neededBy: first.path } };
    seen.add(found.key);
    pieces.unshift({ rollout: found, toByte: base.endByte });
    first = found;
  }
}

async function baseOf(rollout: RolloutRef, source: AgentSource, host: Host) {
  for await (const { facts } of source.decode(rollout, host, { depth: "outline" })) {
    for (const fact of facts) if (fact.type === "about" && fact.about.base) return fact.about.base;
    return null;
  }
  return null;
}
