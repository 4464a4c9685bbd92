import type { ReplayWay, RestoreEvent, RunState } from "@reprise/model";
import { sessionIdOf } from "@reprise/model";
import type { JournalRecord } from "./journal-record.ts";

/** What listeners of the run were told when a record was written; `state` includes the record. */
export function eventsOf(record: JournalRecord, state: RunState): readonly RestoreEvent[] {
  switch (record.type) {
    case "run-started":
    case "run-resumed":
      return [{ type: "run-started", run: state.run, agent: state.agent, settings: state.settings }];
    case "thread-known":
      return [{ type: "thread", thread: record.thread, isPersisted: record.isPersisted }];
    case "settings-effective":
      return [{ type: "settings", settings: record.settings }];
    case "mcp_tools_missing":
      return [{ type: "notice", text: `Tools the session used are missing now: ${record.tools.join(", ")}` }];
    case "prompt-sending": {
      const { prompt, text, written = text, isSteering, inputs = [] } = record;
      return [{ type: "prompt-sent", promptId: prompt, text: written, isSteering, inputs }];
    }
    case "prompt-persisted":
      return [{ type: "prompt-persisted", promptId: record.prompt }];
    case "turn-started":
      return [{ type: "turn-started", turn: record.turn }];
    case "text":
      return [{ type: "delta", key: record.item, kind: record.kind, text: record.text }];
    case "item-started":
      return [{ type: "item", key: record.item, isComplete: false, item: record.body }];
    case "item-completed":
      if (record.kind === "dropped") return [{ type: "item-dropped", key: record.item }];
      if (!record.body) return [];
      return [{ type: "item", key: record.item, isComplete: true, item: record.body }];
    case "request-asked":
      return [{ type: "request", request: record.request }];
    case "request-answered": {
      const { request: id, answer, by } = record;
      return [{ type: "request-resolved", id, decision: by === "agent" ? null : answer.decision, by }];
    }
    case "usage":
      return [{ type: "usage", tokens: record.tokens, isOfThread: record.isOfThread ?? false }];
    case "notice":
      return [{ type: "notice", text: record.text }];
    case "turn-ended":
      return [{ type: "turn-ended", turn: record.turn, state: record.state, failure: record.failure }];
    case "segment-sent": {
      const totalCount = state.restore?.segmentCount ?? record.segment;
      return [{ type: "restoring", doneCount: record.segment, totalCount, items: [], tokens: record.tokens }];
    }
    case "restored":
      return restoredEvents(record, state);
    case "run-ended":
      return [{ type: "run-ended", status: record.status, failure: record.failure }];
    default:
      return [];
  }
}

function restoredEvents(
  { itemCount, segmentCount, sentTokens }: JournalRecord & { type: "restored" },
  { agent, thread, restore }: RunState,
): readonly RestoreEvent[] {
  if (thread === null || restore === null) return [];
  const { from } = restore;
  const via = restore.via as ReplayWay;
  const took = { itemCount, segmentCount, sentTokens };
  return [{ type: "restored", session: sessionIdOf(agent, thread), thread, from, via, ...took }];
}
