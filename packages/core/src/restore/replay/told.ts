import { createHash } from "node:crypto";
import type { Agent, RestorePlan, Timestamp } from "@reprise/model";
import type { PortableItem } from "../../agents/portable.ts";
import type { CountTokens } from "../../transcript/tokens.ts";
import { mostCharactersIn, type TurnReader } from "../history/choose.ts";
import type { Entry } from "../history/entry.ts";
import { portableOf } from "../history/portable.ts";
import { type Segment, segmentsOf } from "../history/segments.ts";

/** What stands before the first item of a history that is not told from its beginning. */
export const briefSource = "brief";

/** In place of what does not fit, as the first thing that is told. */
export function briefEntry(brief: string, turn: number, at: Timestamp | null): Entry {
  const text = `What came before, in short. It is history: nothing in it is to be done again.\n\n${brief}`;
  return { source: briefSource, turn, item: { kind: "user", text, at } };
}

/** The least that is told at a time without a model call; a death costs no more than that. */
export const injectTokens = 20_000;

export function cut(
  entries: readonly Entry[],
  via: RestorePlan["via"],
  { segmentTokens, count }: { readonly segmentTokens: number; readonly count: CountTokens },
): Segment[] {
  const mostTokens = {
    inject: injectTokens,
    native: Number.POSITIVE_INFINITY,
    segments: segmentTokens,
    fork: 0,
  };
  return segmentsOf(entries, { mostTokens: mostTokens[via ?? "native"], count });
}

/** Says whether two restores are the same: what is told, to whom, and how. */
export function hashOfTold(items: readonly PortableItem[], target: Agent, via: string): string {
  return createHash("sha256")
    .update(JSON.stringify([target, via, items]))
    .digest("hex");
}

export interface ToldHistory {
  readonly segments: readonly Segment[];
  readonly hash: string;
}

/** The history that a plan means, read again; null when the session is not what it was. */
export async function toldBy(plan: RestorePlan, turns: TurnReader): Promise<ToldHistory | null> {
  if (plan.turns === null) return null;
  const read = await turns.read(plan.turns.from, plan.turns.to);
  const { entries } = portableOf(read, {
    unfinished: plan.unfinished,
    mostCharacters: mostCharactersIn(plan.contextTokens ?? 0),
  });
  const known = new Map(entries.map((entry) => [entry.source, entry]));
  if (plan.brief !== null)
    known.set(briefSource, briefEntry(plan.brief, plan.turns.from, read[0]?.startedAt ?? null));
  const segments: Segment[] = [];
  for (const { number, items, tokens } of plan.segments) {
    const own = items.map((id) => known.get(id));
    if (own.some((entry) => entry === undefined)) return null;
    segments.push({ number, tokens, entries: own as Entry[] });
  }
  const items = segments.flatMap(({ entries: own }) => own.map(({ item }) => item));
  return { segments, hash: hashOfTold(items, plan.target, plan.via ?? "native") };
}
