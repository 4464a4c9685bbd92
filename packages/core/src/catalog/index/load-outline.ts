import type { RolloutRef } from "../../agents/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { chainFrom, jsonIn, resumePointFrom, type Summary } from "../row.ts";
import type { StoredOutline } from "./outline-reader.ts";
import { outlineStateOf } from "./outlined-rollout.ts";
import { unpackLateItems, unpackTurnStarts } from "./pack.ts";

/** What the rows know of a rollout; null when it must be read from its beginning. */
export function loadOutline(
  rollout: RolloutRef,
  database: Database,
  lookup: RolloutLookup,
): StoredOutline | null {
  const row = database
    .prepare(
      "SELECT summary, resume, decoderState, turnStarts, late FROM outline WHERE id = (SELECT id FROM rollout WHERE key = ? AND version <> '')",
    )
    .get(rollout.key);
  if (!row) return null;
  const summary = jsonIn<Summary>(row.summary);
  const resume = resumePointFrom(row);
  const chain = chainFrom(summary, rollout, (key) => lookup.byKey(key));
  if (!chain || !resume.fingerprint) return null;
  const { basePieces: _pieces, missing: _missing, baseTurnCount: _count, ...facts } = summary;
  const places = {
    turnStarts: unpackTurnStarts(row.turnStarts as Uint8Array),
    late: unpackLateItems(row.late as Uint8Array),
  };
  return { state: outlineStateOf(facts, places, resume), fingerprint: resume.fingerprint, chain };
}
