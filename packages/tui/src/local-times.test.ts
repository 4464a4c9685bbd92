import type { Offer, Timestamp } from "@reprise/model";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { statusRow } from "../test/support/plans.ts";
import { offerLine } from "./screens/sessions/offer/offer.ts";
import { titleOf } from "./screens/status/row-details.ts";
import { loadTurn } from "./screens/viewer/turns/loaded-turn.ts";

beforeAll(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
afterAll(() => void vi.unstubAllEnvs());

const at = "2026-11-15T19:41:15.710Z" as Timestamp;

test("the status, the offer and the viewer have the person's own time", () => {
  const row = statusRow("a", { updatedAt: at, state: "parked", parkedUntil: at });
  expect(titleOf(row)).toContain(" · 2026-11-16 04:41 · ");
  expect(titleOf(row)).toContain("parked until 2026-11-16 04:41 +09:00");
  const offer = { startedAt: at, prompt: null, state: "interrupted" } as Offer;
  expect(offerLine({ offer, session: null })).toBe("Interrupted session from 2026-11-16 04:41 +09:00. Resume? [y/n]");
  const turn = { number: 1, state: "completed", startedAt: at, endedAt: null, items: [] } as const;
  expect(loadTurn(turn, "codex:a").blocks[0]).toMatchObject({ text: "turn 1 · 2026-11-16 04:41" });
});
