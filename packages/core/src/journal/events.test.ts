import { noSettings, plainRequest, type Request, type RunState, type SessionId, type ThreadId } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { eventsOf } from "./events.ts";
import type { JournalRecord, RecordBody } from "./journal-record.ts";

const state = {
  run: "r",
  agent: "codex",
  settings: noSettings,
  thread: "t" as ThreadId,
  restore: { from: "claude:s" as SessionId, via: "segments", segmentCount: 4 },
} as Partial<RunState> as RunState;
const process = { pid: 1, startTicks: null, boot: null };
const request: Request = {
  ...plainRequest,
  id: "q",
  kind: "command",
  subject: "ls",
  reason: null,
  cwd: null,
  item: null,
  hash: null,
  choices: ["once"],
};
const body = { kind: "reply", text: "Done." } as const;
const failure = { kind: "other", message: "No.", resetsAt: null } as const;
const answered = (by: "person" | "agent"): RecordBody => ({
  type: "request-answered",
  request: "q",
  hash: null,
  answer: { decision: "once" },
  by,
});

/** Every record type, with what listeners are told of it. */
const cases: readonly [RecordBody, readonly object[]][] = [
  [
    {
      type: "run-started",
      run: state.run,
      agent: "codex",
      label: "l",
      home: null,
      workspace: null,
      scope: { kind: "workspace", root: "/" },
      settings: noSettings,
      process,
      repriseVersion: "0",
      lineage: null,
    },
    [{ type: "run-started", run: "r", agent: "codex", settings: noSettings }],
  ],
  [
    { type: "run-resumed", text: "session resumed", process, settings: noSettings },
    [{ type: "run-started", run: "r", agent: "codex", settings: noSettings }],
  ],
  [{ type: "agent-started", process, version: null }, []],
  [
    { type: "thread-known", thread: "t" as ThreadId, isPersisted: true, rollout: null },
    [{ type: "thread", thread: "t", isPersisted: true }],
  ],
  [{ type: "settings-effective", settings: noSettings }, [{ type: "settings", settings: noSettings }]],
  [{ type: "settings_changed", from: noSettings, to: noSettings }, []],
  [{ type: "tool-servers", servers: [] }, []],
  [
    { type: "mcp_tools_missing", tools: ["a", "b"] },
    [{ type: "notice", text: "Tools the session used are missing now: a, b" }],
  ],
  [
    { type: "prompt-sending", prompt: "p", text: "look", isSteering: true },
    [{ type: "prompt-sent", promptId: "p", text: "look", isSteering: true, inputs: [] }],
  ],
  [
    {
      type: "prompt-sending",
      prompt: "p",
      text: "look",
      isSteering: false,
      inputs: [{ kind: "image", path: "/a.png" }],
    },
    [{ type: "prompt-sent", promptId: "p", isSteering: false, inputs: [{ kind: "image", path: "/a.png" }] }],
  ],
  [{ type: "prompt-persisted", prompt: "p" }, [{ type: "prompt-persisted", promptId: "p" }]],
  [{ type: "turn-started", turn: "1" }, [{ type: "turn-started", turn: "1" }]],
  [{ type: "line", direction: "in", line: "{}" }, []],
  [{ type: "text", item: "i", kind: "reply", text: "Do" }, [{ type: "delta", key: "i", kind: "reply", text: "Do" }]],
  [{ type: "item-started", item: "i", body }, [{ type: "item", key: "i", isComplete: false, item: body }]],
  [
    { type: "item-completed", item: "i", kind: "reply", body },
    [{ type: "item", key: "i", isComplete: true, item: body }],
  ],
  [{ type: "item-completed", item: "i", kind: "reply" }, []],
  [{ type: "item-completed", item: "i", kind: "dropped" }, [{ type: "item-dropped", key: "i" }]],
  [{ type: "usage", tokens: 7 }, [{ type: "usage", tokens: 7, isOfThread: false }]],
  [{ type: "usage", tokens: 7, isOfThread: true }, [{ type: "usage", tokens: 7, isOfThread: true }]],
  [{ type: "notice", text: "Hm." }, [{ type: "notice", text: "Hm." }]],
  [{ type: "request-asked", request }, [{ type: "request", request }]],
  [answered("person"), [{ type: "request-resolved", id: "q", decision: "once", by: "person" }]],
  [answered("agent"), [{ type: "request-resolved", id: "q", decision: null, by: "agent" }]],
  [
    { type: "turn-ended", turn: null, state: "failed", failure },
    [{ type: "turn-ended", turn: null, state: "failed", failure }],
  ],
  [
    {
      type: "restore-begun",
      from: "claude:s" as SessionId,
      mode: "replay",
      via: "segments",
      turn: null,
      hash: "h",
      segmentCount: 4,
    },
    [],
  ],
  [{ type: "segment-sending", segment: 2 }, []],
  [
    { type: "segment-sent", segment: 2, tokens: 9 },
    [{ type: "restoring", doneCount: 2, totalCount: 4, items: [], tokens: 9 }],
  ],
  [
    { type: "restored", itemCount: 8, segmentCount: 4, sentTokens: 30 },
    [
      {
        type: "restored",
        session: "codex:t",
        thread: "t",
        from: "claude:s",
        via: "segments",
        itemCount: 8,
        segmentCount: 4,
        sentTokens: 30,
      },
    ],
  ],
  [{ type: "parked", until: "2026-11-15T10:00:00.000Z" as JournalRecord["at"] }, []],
  [{ type: "unparked", reason: "over" }, []],
  [{ type: "run-ended", status: "failed", failure }, [{ type: "run-ended", status: "failed", failure }]],
  [{ type: "writer-opened", process }, []],
  [{ type: "tail-repaired", byteOffset: 1, byteCount: 2 }, []],
  [{ type: "records-lost", reason: "full", count: 3 }, []],
];

const recordOf = (fact: RecordBody) =>
  ({ v: 1, at: "2026-11-15T10:00:00.000Z", seq: 1, epoch: 1, ...fact }) as JournalRecord;

describe("what a watcher is told of a record", () => {
  test.each(cases.map(([fact, events], at) => [`${at + 1} ${fact.type}`, fact, events] as const))(
    "%s",
    (_name, fact, events) => {
      const told = eventsOf(recordOf(fact), state);
      expect(told).toHaveLength(events.length);
      expect(told).toMatchObject(events);
    },
  );

  test("nothing of a restore that the journal no longer knows", () => {
    const fact = { type: "restored", itemCount: 1, segmentCount: 1, sentTokens: 0 } as const;
    expect(eventsOf(recordOf(fact), { ...state, restore: null })).toEqual([]);
  });
});
