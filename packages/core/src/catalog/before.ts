import type { RolloutRef } from "../agents/source.ts";
import type { Database } from "../host/database.ts";
import type { Shelf } from "./homes.ts";
import type { Before } from "./outline-rollout.ts";
import { outlineStateOf } from "./outlined.ts";
import { unpackLate, unpackPlaces } from "./pack.ts";
import { chainFrom, jsonIn, resumeFrom, type Summary } from "./row.ts";

/** What the rows know of a rollout; null when it must be read from its beginning. */
export function beforeOf(rollout: RolloutRef, database: Database, shelf: Shelf): Before | null {
  const row = database
    .prepare(
      "SELECT summary, resume, decoderState, turnStarts, late FROM outline WHERE id = (SELECT id FROM rollout WHERE key = ? AND version <> '')",
    )
    .get(rollout.key);
  if (!row) return null;
  const summary = jsonIn<Summary>(row.summary);
  const resume = resumeFrom(row);
  const chain = chainFrom(summary, rollout, (key) => shelf.byKey(key));
  if (!chain || !resume.ends) return null;
  const { basePieces: _pieces, missing: _missing, baseTurnCount: _count, ...facts } = summary;
  const places = {
    turnStarts: unpackPlaces(row.turnStarts as Uint8Array),
    late: unpackLate(row.late as Uint8Array),
  };
  return { state: outlineStateOf(facts, places, resume), ends: resume.ends, chain };
}
