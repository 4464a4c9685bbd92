import {
  type AgentSource,
  type Chain,
  chainOf,
  type Depth,
  type Host,
  type Outline,
  Outliner,
  type RolloutRef,
  readTurns,
} from "@reprise/core";
import type { Damage, Turn, Window } from "@reprise/model";

/** One rollout read in full: its outline, by a peek and by a full read, and its turns. */
export interface Reading {
  readonly outline: Outline;
  readonly peeked: Outline;
  readonly turns: readonly Turn[];
  readonly damage: readonly Damage[];
}

export async function transcriptOf(
  rollout: RolloutRef,
  source: AgentSource,
  host: Host,
  how: { all?: readonly RolloutRef[]; window?: Window } = {},
): Promise<Reading> {
  const find = (id: string) => how.all?.find(({ rolloutId }) => rolloutId === id) ?? null;
  const chain = await chainOf(rollout, source, host, find);
  const outline = await outlineOf(chain, source, host, "full");
  const peeked = await outlineOf(chain, source, host, "outline");
  const reading = readTurns({ chain, outline: peeked, window: how.window, isLive: false }, source, host);
  const turns: Turn[] = [];
  for await (const turn of reading.turns) turns.push(turn);
  return { outline, peeked, turns, damage: reading.damage };
}

export async function outlineOf(chain: Chain, source: AgentSource, host: Host, depth: Depth): Promise<Outline> {
  const outliner = new Outliner();
  for (const [index, { rollout, toByte }] of chain.pieces.entries()) {
    if (index > 0) outliner.nextPiece();
    for await (const { facts } of source.decode(rollout, host, { depth, toByte: toByte ?? undefined }))
      outliner.take(facts);
  }
  return outliner.result();
}
