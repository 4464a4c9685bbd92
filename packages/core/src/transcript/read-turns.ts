/**
 * Facts become turns and items. Transcripts are computed when they are read, never stored.
 *
 * - which bytes of which files are read for a window of turns: this file; a session in several files: chain.ts
 * - which turn a fact belongs to, and when a turn is interrupted: turn-tracker.ts (`turnStateOf`)
 * - one turn from its facts: turn-builder.ts; one item from several records: merge-item.ts; a failed edit: settle-edit.ts
 * - what a list has of a session: outline.ts, title.ts
 * - what usage counts of a turn: usage-collector.ts
 * - what an excerpt of a long turn leaves unread: turn-gaps.ts, shorten-body.ts
 */

import type { Damage, Excerpt, Turn, Window } from "@reprise/model";
import type { ItemFact } from "../agents/reading/fact.ts";
import type { AgentSource, Position } from "../agents/reading/source.ts";
import { EventLoopYield } from "../host/event-loop-yield.ts";
import type { Host } from "../host/host.ts";
import { type Chain, missingDetail } from "./chain.ts";
import type { LateItem, Outline } from "./outline.ts";
import { placeKey, TurnBuilder } from "./turn-builder.ts";
import { type Gap, gapsIn } from "./turn-gaps.ts";

export interface TurnReading {
  readonly turns: AsyncIterable<Turn>;
  /** Damage in the part read; complete once `turns` has ended. */
  readonly damage: Damage[];
  /** Turns of which an excerpt leaves items out, once they are read. */
  readonly cut: ReadonlySet<number>;
  /** The turn after the window; null if there is none. */
  readonly turnAfter: () => Promise<Pick<Turn, "startedAt"> | null>;
}

export interface ReadRequest {
  readonly chain: Chain;
  /** Its offsets are trusted: it must match these files. */
  readonly outline: Pick<Outline, "turnStarts" | "late" | "turnCount" | "hasInjected">;
  readonly window?: Window | undefined;
  readonly isLive: boolean;
  /** Ends the reading, also within a turn. */
  readonly signal?: AbortSignal | undefined;
  readonly excerpt?: Excerpt | undefined;
}

/** Keys are answered while a long turn is read. */
const sliceMs = 20;

/** Memory is bounded by the largest turn, or by the excerpt. */
export function readTurns(request: ReadRequest, source: AgentSource, host: Host): TurnReading {
  const damage: Damage[] = [];
  const { missing } = request.chain;
  if (missing) {
    damage.push({
      file: missing.neededBy,
      line: 1,
      byteOffset: 0,
      kind: "missing-base",
      detail: missingDetail(missing),
    });
  }
  const cut = new Set<number>();
  const turnAfter = async () => {
    const next = (spanOf(request.outline, request.window)?.to ?? request.outline.turnCount) + 1;
    if (next > request.outline.turnCount) return null;
    const window = { from: next, to: next };
    const alone = { ...request, window, isLive: false, excerpt: startOnly };
    const aside = { damage: [], cut: new Set<number>() };
    for await (const turn of walk(alone, source, host, aside)) return turn;
    return null;
  };
  return { turns: walk(request, source, host, { damage, cut }), damage, cut, turnAfter };
}

/** Little of a turn is read for its start, however long it is. */
const startOnly: Excerpt = { items: 1, around: null, characters: 1 };

async function* walk(
  request: ReadRequest,
  source: AgentSource,
  host: Host,
  { damage, cut }: { readonly damage: Damage[]; readonly cut: Set<number> },
): AsyncGenerator<Turn> {
  const { chain, outline } = request;
  const span = spanOf(outline, request.window);
  if (!span) return;
  const start = span.from <= 1 ? null : (outline.turnStarts[span.from - 1] ?? null);
  const stop = outline.turnStarts[span.to] ?? null;
  const firstPiece = start?.piece ?? 0;
  const lastPiece = stop?.piece ?? chain.pieces.length - 1;
  const builder = new TurnBuilder(
    start ? { piece: firstPiece, afterTurn: span.from - 1, skips: lateBefore(outline.late, span.from) } : { piece: 0 },
    request.excerpt,
  );
  const late = lateByTurn(outline.late);
  const pause = new EventLoopYield(host, sliceMs);
  for (let index = firstPiece; index <= lastPiece; index += 1) {
    const piece = chain.pieces[index];
    if (!piece) break;
    if (index > firstPiece) builder.nextPiece();
    const toByte = stop && index === lastPiece ? stop.byteOffset : (piece.toByte ?? undefined);
    const { rollout } = piece;
    const gaps = await gapsOf({ piece: index, rollout, toByte: toByte ?? null });
    let from: Position | null | undefined = start && index === firstPiece ? positionOf(start) : undefined;
    while (from !== null) {
      let after: Position | null = null;
      for await (const { facts, position } of source.decode(rollout, host, { depth: "full", from, toByte })) {
        await pause.ifDue();
        if (request.signal?.aborted) return;
        builder.take(facts);
        for (const one of builder.damage.splice(0)) damage.push(one);
        yield* released({ isEnd: false, isLive: false });
        after = afterGap(position, gaps, builder, source);
        if (after !== null) break;
      }
      if (after !== null) builder.skip();
      from = after;
    }
  }
  yield* released({ isEnd: true, isLive: request.isLive && stop === null });

  function gapsOf(file: Parameters<typeof gapsIn>[0]): Promise<readonly Gap[]> | readonly Gap[] {
    const isByLine = source.afterGap !== undefined && file.rollout.path.endsWith(".jsonl");
    if (!span || !request.excerpt || !isByLine) return [];
    return gapsIn(file, { ...span, starts: outline.turnStarts }, request.excerpt.around, host);
  }

  async function* released(how: { isEnd: boolean; isLive: boolean }): AsyncGenerator<Turn> {
    for (const number of builder.releasable(how.isEnd)) {
      for (const place of late.get(number) ?? []) {
        for (const fact of await factsAt(place, chain, source, host)) builder.takeLate(fact, number);
      }
    }
    for (const number of builder.cut) cut.add(number);
    for (const turn of builder.release(how)) {
      if (span && turn.number >= span.from && turn.number <= span.to) yield turn;
    }
  }
}

/** Null if there are no turns. */
function spanOf(outline: ReadRequest["outline"], window: Window | undefined): { from: number; to: number } | null {
  const first = outline.hasInjected ? 0 : 1;
  const last = outline.turnCount;
  // A log without turns may still have damage and notices.
  if (!window) return { from: first, to: last };
  const from = "last" in window ? Math.max(first, last - window.last + 1) : Math.max(first, window.from);
  const to = "last" in window ? last : Math.min(last, window.to);
  return from > to ? null : { from, to };
}

/** Late items of earlier turns within the window. */
function lateBefore(places: readonly LateItem[], turn: number): Set<string> {
  return new Set(places.flatMap((place) => (place.turn < turn ? [placeKey(place.piece, place.byteOffset)] : [])));
}

function lateByTurn(places: readonly LateItem[]): Map<number, LateItem[]> {
  const byTurn = new Map<number, LateItem[]>();
  for (const place of places) {
    const known = byTurn.get(place.turn);
    if (known) known.push(place);
    else byTurn.set(place.turn, [place]);
  }
  return byTurn;
}

async function factsAt(place: LateItem, chain: Chain, source: AgentSource, host: Host): Promise<ItemFact[]> {
  const piece = chain.pieces[place.piece];
  if (!piece) return [];
  for await (const { facts } of source.decode(piece.rollout, host, {
    depth: "full",
    from: positionOf(place),
  })) {
    return facts.filter(
      (fact): fact is ItemFact => fact.type === "item" && fact.origin.byteOffset === place.byteOffset,
    );
  }
  return [];
}

/** Null if it is in no gap, or may not leave that out yet. Lines in the gap are not counted. */
function afterGap(
  { byteOffset, line, state }: Position,
  gaps: readonly Gap[],
  { isFilled }: Pick<TurnBuilder, "isFilled">,
  source: Pick<AgentSource, "afterGap">,
): Position | null {
  const gap = gaps.find(({ from, to, isBefore }) => byteOffset >= from && byteOffset < to && (isBefore || isFilled));
  return gap ? { byteOffset: gap.to, line, state: source.afterGap?.(state) ?? "" } : null;
}

/** A turn starts without decoder state. */
function positionOf({ byteOffset, line }: { byteOffset: number; line: number }): Position {
  return { byteOffset, line, state: "" };
}
