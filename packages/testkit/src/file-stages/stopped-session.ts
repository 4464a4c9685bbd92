import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLibrary } from "@reprise/core";
import { asThreadId, type Library, type Timestamp } from "@reprise/model";
import { makeScriptedHome } from "../host/scripted-home.ts";
import { type ScriptedLine, scripted, scriptedSource } from "../scripted-source.ts";

const thread = asThreadId("a");
const at = (second: number) => `2026-11-15T20:00:${String(second).padStart(2, "0")}.000Z` as Timestamp;

export interface StoppedSession {
  readonly turnCount: number;
  /** Turns whose reply was stopped: `half N` is only in the journal. */
  readonly stopped: readonly number[];
  /** The run that stopped them still has the session open. */
  readonly isRunning: boolean;
}

/** The library over the files of the session `codex:a` and the journal of its run. */
export function openStoppedSession({ turnCount, stopped, isRunning }: StoppedSession): {
  readonly library: Library;
  readonly dispose: () => void;
} {
  const home = makeScriptedHome("codex");
  const about = { thread, workspace: "/w", updatedAt: at(59) };
  const turns = Array.from({ length: turnCount }, (_, index) => index + 1);
  const lines = turns.flatMap((number) => turnLines(number, stopped.includes(number)));
  home.write(`sessions/${thread}.jsonl`, scripted.file({ about }, ...lines));
  const folder = join(home.root, ".local/state/reprise/runs/workspace-0123456789abcdef");
  mkdirSync(folder, { recursive: true });
  const { processes } = home.host;
  const { pid } = process;
  const own = { pid, startTicks: processes.startOf(pid), boot: processes.bootId() };
  const journal = journalOf(stopped, isRunning ? own : { pid: 999_999_999, startTicks: "1", boot: "none" });
  writeFileSync(join(folder, "w-20261115T200000Z-6a553299-12b9-44d1-b8b7-7511a14c01b0.jsonl"), journal);
  const library = openLibrary(home.host, { sources: [scriptedSource()] });
  return {
    library,
    dispose() {
      library.close();
      home.dispose();
    },
  };
}

/** Turn N starts at second 10 N; the reply of a stopped one is only in the journal. */
function turnLines(number: number, isStopped: boolean): ScriptedLine[] {
  const turn = `t${number}`;
  const start = number * 10;
  return [
    { start: turn, at: at(start) },
    { item: { kind: "prompt", text: `question ${number}` }, key: `p${number}`, at: at(start) },
    ...(isStopped
      ? []
      : [
          {
            item: { kind: "reply", text: `answer ${number}` } as const,
            key: `r${number}`,
            at: at(start + 2),
          },
        ]),
    { end: isStopped ? "interrupted" : "completed", turn, at: at(start + 5) },
  ];
}

function journalOf(stopped: readonly number[], process: object): string {
  const run = { run: "6a553299-12b9-44d1-b8b7-7511a14c01b0", agent: "codex", label: "w", workspace: "/w" };
  const settings = { model: null, provider: null, effort: null, summary: null, sandbox: null };
  const records: Record<string, unknown>[] = [
    { at: at(1), type: "writer-opened", process },
    {
      at: at(1),
      type: "run-started",
      ...run,
      home: null,
      process,
      repriseVersion: "0",
      lineage: null,
      scope: { kind: "workspace", root: "/w" },
      settings: { ...settings, approvalPolicy: null, cwd: "/w" },
    },
    { at: at(1), type: "thread-known", thread, isPersisted: true, rollout: null },
  ];
  for (const number of stopped)
    records.push(
      { at: at(number * 10), type: "turn-started", turn: `t${number}` },
      { at: at(number * 10 + 3), type: "text", item: `x${number}`, kind: "reply", text: `half ${number}` },
      {
        at: at(number * 10 + 4),
        type: "turn-ended",
        turn: `t${number}`,
        state: "interrupted",
        failure: null,
      },
    );
  return records.map((record, index) => `${JSON.stringify({ v: 1, seq: index + 1, epoch: 1, ...record })}\n`).join("");
}
