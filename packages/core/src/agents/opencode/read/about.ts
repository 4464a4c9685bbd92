import { asThreadId, asTimestamp } from "@reprise/model";
import { fieldOf, textOf } from "../../foreign.ts";
import type { About } from "../../reading/fact.ts";
import { isMadeByRun } from "./prompt-text.ts";
import type { StoredSession } from "./session-store.ts";

/** Default name: the creation time. */
const unnamed = /^(?:New|Child) session - \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?: \(fork #\d+\))?$/;

export function aboutSession(session: StoredSession): Partial<About> {
  return {
    thread: asThreadId(session.id),
    createdAt: asTimestamp(session.createdMs),
    updatedAt: asTimestamp(session.latestMs),
    workspace: session.directory,
    cwd: session.directory,
    name: session.title === "" || unnamed.test(session.title) ? null : session.title,
    model: textOf(fieldOf(session.model, "id")),
    provider: textOf(fieldOf(session.model, "providerID")),
    source: isMadeByRun(session.permission) ? "run" : null,
    agentVersion: session.version,
    subagentOf: session.parent === null ? null : asThreadId(session.parent),
    tokens: session.tokens,
  };
}
