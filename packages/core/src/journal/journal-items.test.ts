import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  asThreadId,
  noSettings,
  type ProcessIdentity,
  plainRequest,
  type Request,
  type RunId,
  type Timestamp,
} from "@reprise/model";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { openLibrary } from "../library.ts";
import { newJournalPath, openJournal } from "./journal.ts";
import { journalItems } from "./journal-items.ts";
import type { RecordBody } from "./journal-record.ts";

const fixture = join(import.meta.dirname, "../../../../fixtures/codex/complete-two-turns");
const thread = asThreadId("01a1e0ba-4bd3-7653-b0c3-c102b498c761");
const dead: ProcessIdentity = { pid: 1, startTicks: "2", boot: "3" };
const request: Request = {
  id: "q",
  kind: "command",
  subject: "make",
  reason: null,
  cwd: null,
  item: null,
  hash: "h",
  choices: ["once"],
  ...plainRequest,
};

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-journal-items-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function journal(run: string, at: string, ...facts: RecordBody[]): Promise<string> {
  return journalOf(dead, run, at, ...facts);
}

async function journalOf(process: ProcessIdentity, run: string, at: string, ...facts: RecordBody[]): Promise<string> {
  const scope = { kind: "workspace", root: "/srv" } as const;
  const now = () => at as Timestamp;
  const path = newJournalPath(folder, scope, now(), run as RunId);
  const host = { ...nodeHost({}), now };
  const opened = await openJournal(path, { host, process, onHealth: () => undefined, redacts: true });
  opened.append(
    {
      type: "run-started",
      run: run as RunId,
      agent: "codex",
      scope,
      label: "l",
      home: null,
      workspace: "/srv",
      settings: noSettings,
      process,
      repriseVersion: "0",
      lineage: null,
    },
    { type: "thread-known", thread, isPersisted: true, rollout: null },
    ...facts,
  );
  opened.close();
  return path;
}
const asked: RecordBody = { type: "request-asked", request };
const answered: RecordBody = {
  type: "request-answered",
  request: "q",
  hash: "h",
  answer: { decision: "once" },
  by: "person",
};

it("what several journals saw of a thread is told in the order it happened", async () => {
  await journal("r2", "2026-11-15T20:02:00.000Z", asked);
  await journal("r1", "2026-11-15T20:01:00.000Z", asked, answered);
  const { seen, warnings } = await journalItems("codex", thread, folder, nodeHost({}));
  expect(seen.map(({ item }) => (item.kind === "approval" ? item.decision : item.kind))).toEqual([
    ...["you allowed it once", null],
  ]);
  expect(warnings).toEqual([]);
  expect((await journalItems("claude", thread, folder, nodeHost({}))).seen).toEqual([]);
});

it("a request that its agent took back has no answer, unless the turn was completed without one", async () => {
  const withdrawn = { ...answered, answer: { decision: "cancel" }, by: "agent" } as RecordBody;
  const end = { type: "turn-ended", turn: null, failure: null } as const;
  await journal("r1", "2026-11-15T20:01:00.000Z", asked, withdrawn, { ...end, state: "completed" });
  await journal("r2", "2026-11-15T20:02:00.000Z", asked, withdrawn, { ...end, state: "interrupted" });
  expect((await journalItems("codex", thread, folder, nodeHost({}))).seen).toMatchObject([
    { item: { decision: "withdrawn (by the agent)" }, unanswered: null },
    { item: { decision: null }, unanswered: { id: "q" } },
  ]);
});

it("a journal that cannot be read hides neither the session nor what the others saw, and is named", async () => {
  await journal("r1", "2026-11-15T19:41:07.990Z", asked, answered);
  const newer = await journal("r2", "2026-11-15T20:02:00.000Z", asked);
  appendFileSync(
    newer,
    `${JSON.stringify({ v: 99, at: "2026-11-15T20:03:00.000Z", seq: 9, epoch: 1, type: "new" })}\n`,
  );
  cpSync(fixture, join(folder, "codex"), { recursive: true });
  const library = openLibrary(
    nodeHost({
      HOME: folder,
      CODEX_HOME: join(folder, "codex"),
      REPRISE_STATE: folder,
      REPRISE_CACHE: join(folder, "cache"),
    }),
  );
  try {
    const turns = await Array.fromAsync((await library.read(await library.find(thread))).turns);
    const kinds = turns.map(({ items }) => items.map(({ kind }) => kind));
    expect(kinds).toEqual([
      ["prompt", "approval", "reply"],
      ["prompt", "reply"],
    ]);
    const detail = expect.stringContaining("newer");
    expect(await library.warnings()).toEqual([{ kind: "unreadable", path: newer, detail }]);
  } finally {
    library.close();
  }
});

it("of a turn that was cut off, replies are kept, and calls without an end", async () => {
  const started = (item: string): RecordBody => ({
    type: "item-started",
    item,
    body: { kind: "command", command: item, output: null, exitCode: null, status: "open" },
  });
  const end = { type: "turn-ended", turn: null, failure: null } as const;
  const over: RecordBody = { type: "item-completed", item: "ended", kind: "command" };
  await journal("a", "2026-11-15T20:00:00.000Z", started("left"), { ...end, state: "completed" });
  const cut: RecordBody = { ...end, state: "interrupted" };
  const reply = (text: string): RecordBody => ({
    type: "item-completed",
    item: text,
    kind: "reply",
    body: { kind: "reply", text },
  });
  await journal("c", "2026-11-15T20:00:02.000Z", reply("logged"), { ...end, state: "completed" });
  await journal("b", "2026-11-15T20:00:01.000Z", started("ended"), over, reply("late"), started("open"), cut);
  const { seen } = await journalItems("codex", thread, folder, nodeHost({}));
  expect(seen).toMatchObject([
    { replacedBy: "late", isLast: false, item: { text: "late" } },
    { replacedBy: "open", isLast: true, item: { command: "open", status: "open" } },
  ]);
});

it("a reply of a run that still runs is not called incomplete", async () => {
  const host = nodeHost({});
  const facts: RecordBody = { type: "text", item: "m1", kind: "reply", text: "Half a th" };
  await journal("r1", "2026-11-15T20:01:00.000Z", facts);
  await journalOf(processIdentity(host.pid, host.processes), "r2", "2026-11-15T20:02:00.000Z", facts);
  const { seen } = await journalItems("codex", thread, folder, host);
  expect(seen.map(({ item }) => item.kind)).toEqual(["reply", "notice", "reply"]);
});
