import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Agent,
  type Entry,
  entriesOf,
  entriesOfTurns,
  type ItemBody,
  newRunView,
  noSettings,
  type RunEvent,
  type Turn,
  viewAfter,
} from "@reprise/model";
import { type LineReader, readRecording, transcriptOf } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ClaudeReader } from "../src/agents/claude/exec/reader.ts";
import { claudeSource } from "../src/agents/claude/source.ts";
import { CodexReader } from "../src/agents/codex/exec/reader.ts";
import { codexSource } from "../src/agents/codex/source.ts";
import { GeminiReader } from "../src/agents/gemini/exec/reader.ts";
import { geminiSource } from "../src/agents/gemini/source.ts";
import type { AgentSource } from "../src/agents/reading/source.ts";
import { nodeHost } from "../src/host/node-host.ts";

// What an agent printed while it worked and what its log says later are the same conversation, up to keys, times, and
// what only one of them knows. With running agents, `workbench/agents-workbench.test.ts` compares the same.

type End = Pick<RunEvent & { type: "turn-ended" }, "state" | "failure">;
interface Case {
  readonly agent: Agent;
  readonly source: AgentSource;
  readonly reader: () => LineReader<End | null | undefined>;
  /** How many recordings have a log among the fixtures. */
  readonly pairs: number;
  /** Its stream has neither thoughts nor exit codes, which its log has. */
  readonly isTerse?: true;
  readonly leftOut?: Readonly<Record<string, string>>;
}

const launch = {
  settings: noSettings,
  env: {},
  home: null,
  program: null,
  onLine: () => undefined,
  signal: new AbortController().signal,
};
const prompt = { id: "p", text: "" };
const cases: readonly Case[] = [
  {
    agent: "claude",
    source: claudeSource,
    reader: () => new ClaudeReader({ launch }),
    pairs: 11,
    leftOut: { "14-subagent": "the log among the fixtures is shortened" },
  },
  {
    agent: "codex",
    source: codexSource,
    reader: () => new CodexReader({ prompt, launch }),
    pairs: 38,
    leftOut: { "release-0.8.0/exec.stdout": "its log has no last reply" },
  },
  {
    agent: "gemini",
    source: geminiSource,
    reader: () => new GeminiReader({ prompt, launch }),
    pairs: 2,
    isTerse: true,
    leftOut: {
      "03-resume": "the log was copied before this turn",
      "10-kill9-midturn": "killed before its log had the reply, which only our journal has",
      "11-kill9-midtool": "killed before its log had the command, which only our journal has",
    },
  },
];

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = nodeHost({});

describe.each(cases)("$agent", ({ agent, source, reader, pairs, isTerse = false, leftOut = {} }) => {
  const recordings = globSync(at(`../src/agents/${agent}/exec/recordings/**/*.jsonl`)).sort();

  test("shows a turn live as its log does later", async () => {
    const sessions = await sessionsAmong(agent, source);
    let compared = 0;
    for (const path of recordings) {
      if ((/recordings\/(.*)\.jsonl$/.exec(path)?.[1] ?? "") in leftOut) continue;
      const { events, end } = readRecording(reader(), path);
      const thread = events.findLast((event) => event.type === "thread")?.thread;
      const turns = sessions.get(thread ?? basename(dirname(path))) ?? [];
      if (turns.length === 0) continue;
      compared += 1;
      const live = comparable(liveEntries(events, end ?? null), isTerse);
      expect(
        turns.map((turn) => comparable(sinceLastPrompt(entriesOfTurns([turn])), isTerse)),
        path,
      ).toContainEqual(live);
    }
    expect(compared).toBe(pairs);
  });
});

/** By thread, and by fixture: early releases of Codex did not print which thread it was. */
async function sessionsAmong(agent: Agent, source: AgentSource): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const sessions = new Map<string, readonly Turn[]>();
  for (const golden of globSync(at(`../../../fixtures/${agent}/*/golden.json`))) {
    const { rollouts } = source.locate(dirname(golden), host);
    for (const rollout of rollouts) {
      const { turns, outline } = await transcriptOf(rollout, source, host, { all: rollouts });
      for (const name of [String(outline.about.thread ?? rollout.thread), basename(dirname(golden))])
        sessions.set(name, [...(sessions.get(name) ?? []), ...turns]);
    }
  }
  return sessions;
}

/** A killed agent prints no end: its run says that it was interrupted. */
function liveEntries(events: readonly RunEvent[], end: End | null): readonly Entry[] {
  const over = { type: "turn-ended", turn: null, ...(end ?? { state: "interrupted", failure: null }) } as const;
  return entriesOf([...events, over].reduce(viewAfter, newRunView("codex")).entries);
}

/** A log may have what was typed next as part of the same turn. */
function sinceLastPrompt(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex((entry) => entry.kind === "item" && entry.item.kind === "prompt") + 1);
}

/** Said by Codex about its connection, and written nowhere. */
const onlyLive = /^(?:Reconnecting|Model metadata)/;

/** Without keys and times, and without what only one side knows. */
function comparable(entries: readonly Entry[], isTerse: boolean): readonly unknown[] {
  return entries.flatMap((entry): readonly unknown[] => {
    // Whether work that was cut off still runs is known only while it happens.
    if (entry.kind === "line") return [entry.text.replace(/ Work it had started .*/, "")];
    if (entry.kind !== "item") throw new Error(`A ${entry.kind} entry is left after the end of its turn.`);
    const { item } = entry;
    if (item.kind === "notice") return onlyLive.test(item.text) ? [] : [item.text];
    // Gemini CLI's log has no blanks at the end.
    if (item.kind === "reply") return [{ reply: item.text.trimEnd() }];
    if (item.kind === "reasoning") return isTerse ? [] : [item];
    if (item.kind === "edit") return [files(item)];
    return [item.kind === "command" ? whole(item, isTerse) : item];
  });
}

/** What `codex exec` prints of an edit has no lines. */
function files({ changes, status }: ItemBody & { kind: "edit" }): unknown {
  return { status, changes: changes.map(({ path, change }) => ({ path, change })) };
}

/** A command without an end has printed nothing, as far as is known. */
function whole({ exitCode, output, ...item }: ItemBody & { kind: "command" }, isTerse: boolean): unknown {
  return { ...item, output: output ?? "", exitCode: isTerse ? null : exitCode };
}
