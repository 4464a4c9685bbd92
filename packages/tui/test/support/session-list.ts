import type { Page, SessionSummary, Timestamp } from "@reprise/model";
import type { Message } from "../../src/screens/sessions/messages.ts";
import { summary } from "./plans.ts";

/** The moment tests live in. */
export const testNow = "2026-11-15T12:00:00.000Z" as Timestamp;

/** So many sessions of one project, newest first: `Task 1`, `Task 2`, … */
export function sessionsFrom(count: number, given: Partial<SessionSummary> = {}): SessionSummary[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(testNow) - (index + 1) * 60_000).toISOString() as Timestamp;
    return summary(`t${index + 1}`, {
      title: `Task ${index + 1}`,
      workspace: "/home/me/shop",
      createdAt: at,
      updatedAt: at,
      messageCount: 4,
      toolCount: 12,
      ...given,
    });
  });
}

export function pageTold(
  sessions: readonly SessionSummary[],
  given: Partial<Page> = {},
  told: Partial<Extract<Message, { type: "page" }>> = {},
): Message {
  const hidden = { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 };
  return {
    type: "page",
    reach: "first",
    epoch: 0,
    page: { sessions, total: sessions.length, next: null, hidden, ...given },
    warnings: [],
    now: testNow,
    tookMs: 1,
    ...told,
  };
}
