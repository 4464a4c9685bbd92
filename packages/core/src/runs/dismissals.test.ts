import type { RunState, SessionId, Timestamp } from "@reprise/model";
import { expect, test } from "vitest";
import { dismissalsIn, isDismissed } from "./dismissals.ts";
import type { KeptReply, Reply } from "./saved-replies.ts";

const at = (minute: number) => `2026-11-15T10:0${minute}:00.000Z` as Timestamp;
const id = "codex:a" as SessionId;
const kept = (reply: Reply, minute: number): KeptReply => ({ v: 1, at: at(minute), ...reply });
const dismissed = kept({ type: "interruption-dismissed", session: id, updatedAt: at(1) }, 5);
const undone = kept({ type: "dismissal-undone", session: id }, 6);
const session = { id, updatedAt: at(1) };
const run = (minute: number) => ({ startedAt: at(minute) }) as RunState;

test("an interruption is dismissed until that is undone, and can be dismissed again", () => {
  expect(isDismissed(dismissalsIn([]), session, null)).toBe(false);
  expect(isDismissed(dismissalsIn([dismissed]), session, null)).toBe(true);
  expect(isDismissed(dismissalsIn([dismissed]), { ...session, id: "codex:b" as SessionId }, null)).toBe(false);
  expect(isDismissed(dismissalsIn([dismissed, undone]), session, null)).toBe(false);
  expect(isDismissed(dismissalsIn([dismissed, undone, dismissed]), session, null)).toBe(true);
});

test("a session that has gone on since counts again", () => {
  expect(isDismissed(dismissalsIn([dismissed]), { id, updatedAt: at(7) }, null)).toBe(false);
});

test("so does one that a later run was begun on, also where the agent wrote nothing down", () => {
  expect(isDismissed(dismissalsIn([dismissed]), session, run(1))).toBe(true);
  expect(isDismissed(dismissalsIn([dismissed]), session, run(7))).toBe(false);
});
