import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { builtInAgents, nodeHost, openLibrary } from "@reprise/core";
import { openProjects } from "@reprise/core/projects";
import { openRunner } from "@reprise/core/runner";
import { mcpServer } from "@reprise/mcp";
import {
  isCounted,
  isCutOff,
  isHeld,
  isInResumeAll,
  noSettings,
  type Runner,
  type SessionState,
  type SessionSummary,
  type StatusRow,
  stateWords,
  type Timestamp,
  waitingQuery,
} from "@reprise/model";
import { MemoryChatStore, MemoryChats, programEnv, until } from "@reprise/testkit";
import { runApp } from "@reprise/tui";
import { runPlain } from "@reprise/tui/plain";
import { httpLibrary, httpRunner } from "@reprise/web/client";
import { createServer } from "@reprise/web/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { machineWorld } from "../src/app/machine-world.ts";
import { openAnnotationsOn } from "../src/open-annotations.ts";

const folder = mkdtempSync(join(tmpdir(), "one-state-"));
const cwd = join(folder, "work");
const program = fileURLToPath(new URL("../dist/reprise.js", import.meta.url));
const env = {
  HOME: folder,
  ...programEnv,
  CODEX_HOME: join(folder, "codex"),
  REPRISE_CODEX_BIN: process.execPath,
  REPRISE_STATE: join(folder, "state"),
  REPRISE_CACHE: join(folder, "cache"),
  TZ: "UTC",
};
const at = (minute: number) => `2026-11-15T20:${String(minute).padStart(2, "0")}:00.000Z` as Timestamp;
const { processes } = nodeHost();
const dead = { pid: 1, startTicks: "none has this", boot: null };
const alive = { pid: process.pid, startTicks: processes.startOf(process.pid), boot: processes.bootId() };

/** How the log of the agent ends; `older`: without the turn of our run. */
const logs = {
  completed: [{ type: "task_complete", turn_id: "t" }],
  cut: [],
  aborted: [{ type: "turn_aborted", turn_id: "t", reason: "interrupted" }],
  failed: [{ type: "task_complete", turn_id: "t", error: { message: "it broke" } }],
  older: [{ type: "task_complete", turn_id: "t" }],
} as const;
type Log = keyof typeof logs;

const sent = { type: "prompt-sending", prompt: "p", text: "go", isSteering: false };
const arrived = { type: "prompt-persisted", prompt: "p" };
const ended = (state: string, more: object = {}) => ({
  type: "turn-ended",
  turn: "t",
  state,
  failure: null,
  ...more,
});
const failure = (kind: string) => ({ kind, message: "no", resetsAt: null });
const request = {
  id: "r",
  kind: "command",
  subject: "ls",
  reason: null,
  cwd: null,
  item: null,
  hash: null,
  choices: [],
};

/** What our journal says. */
const journals = {
  none: null,
  killed: [sent, arrived],
  idle: [sent, arrived, ended("completed")],
  stopped: [
    sent,
    arrived,
    ended("interrupted", { isStopped: true }),
    { type: "run-ended", status: "cancelled", failure: null },
  ],
  closed: [sent, arrived, ended("interrupted"), { type: "run-ended", status: "interrupted", failure: null }],
  lost: [
    sent,
    arrived,
    ended("failed", { failure: failure("transport") }),
    { type: "run-ended", status: "failed", failure: null },
  ],
  limit: [
    sent,
    arrived,
    ended("failed", { failure: failure("limit") }),
    { type: "parked", until: at(59) },
    { type: "run-ended", status: "failed", failure: null },
  ],
  asking: [sent, arrived, { type: "request-asked", request }],
} as const;
type Journal = keyof typeof journals;

const histories = Object.keys(logs).flatMap((log) =>
  Object.keys(journals).map((journal) => ({ log: log as Log, journal: journal as Journal })),
);
const threadOf = (index: number) => `01a1e0ba-4bd3-7653-b0c3-${String(index).padStart(12, "0")}`;
/** Of its own, so that what is offered of one hides no other. */
const folderOf = (index: number) => join(cwd, String(index));
const scopeFolder = (root: string) => `workspace-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;

/** As docs/language.md has it. */
function expected({ log, journal }: (typeof histories)[number]): SessionState {
  if (journal === "asking") return "waiting";
  if (journal === "none") {
    if (log === "cut") return "interrupted";
    if (log === "aborted") return "stopped";
    return log === "failed" ? "failed" : "completed";
  }
  if (journal === "limit") return "parked";
  if (log === "completed" || journal === "idle") return "completed";
  return journal === "stopped" ? "stopped" : "interrupted";
}

function write({ log, journal }: (typeof histories)[number], index: number): void {
  const thread = threadOf(index);
  const root = folderOf(index);
  mkdirSync(root, { recursive: true });
  const minute = log === "older" ? 0 : 5;
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: at(minute), type, payload });
  const place = join(folder, "codex/sessions/2026/11/15");
  mkdirSync(place, { recursive: true });
  const lines = [
    line("session_meta", { id: thread, cwd: root, originator: "cli", cli_version: "0.166.0", source: "cli" }),
    line("event_msg", { type: "task_started", turn_id: "t" }),
    line("event_msg", { type: "user_message", message: `${log} ${journal}` }),
    line("event_msg", { type: "agent_message", message: "so far" }),
    ...logs[log].map((event) => line("event_msg", event)),
  ];
  writeFileSync(join(place, `rollout-2026-11-15T20-00-00-${thread}.jsonl`), `${lines.join("\n")}\n`);
  const facts = journals[journal];
  if (facts === null) return;
  const own = journal === "asking" ? alive : dead;
  const scope = { kind: "workspace", root };
  const start = {
    type: "run-started",
    run: `run-${index}`,
    agent: "codex",
    scope,
    label: "work",
    home: null,
    workspace: root,
    settings: { ...noSettings, cwd: root },
    process: own,
    repriseVersion: "0",
    lineage: null,
  };
  const records = [start, { type: "thread-known", thread, isPersisted: true, rollout: null }, ...facts];
  const runs = join(folder, "state/runs", scopeFolder(root));
  mkdirSync(runs, { recursive: true });
  writeFileSync(
    join(runs, `${index}.jsonl`),
    records
      .map((record, seq) => `${JSON.stringify({ v: 1, at: at(5), seq: seq + 1, epoch: 1, ...record })}\n`)
      .join(""),
  );
}

function reprise(...args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

let sessions: readonly SessionSummary[] = [];
beforeAll(() => {
  histories.forEach(write);
  sessions = JSON.parse(reprise("list", "--all", "--json", "--limit", "100")).sessions;
});
afterAll(() => rmSync(folder, { recursive: true }));

const sessionAt = (index: number) => sessions.find(({ thread }) => thread === threadOf(index)) as SessionSummary;
const stateIn = (index: number) => sessionAt(index).state;
/** One session of each kind. */
const oneOfEach = (kindOf: (session: SessionSummary) => unknown) => [
  ...new Map(sessions.map((session) => [kindOf(session), session])).values(),
];
const logOf = ({ thread }: SessionSummary) => histories[Number(thread.slice(-12))]?.log;

it.each(histories.map((history, index) => ({ ...history, index })))(
  "a log that is $log with a run that is $journal",
  ({ index, ...history }) => {
    expect(stateIn(index)).toBe(expected(history));
  },
);

it("every filter, the list, the status and show say the same of all 40", () => {
  expect(histories.length).toBe(40);
  for (const state of new Set(sessions.map((one) => one.state))) {
    const found = JSON.parse(reprise("list", "--all", "--json", "--limit", "100", "--state", state)).sessions;
    const same = sessions.filter((one) => one.state === state).map(({ id }) => id);
    expect(found.map(({ id }: SessionSummary) => id).toSorted(), state).toEqual(same.toSorted());
  }
  const text = reprise("list", "--all", "--limit", "100");
  for (const { id, state } of sessions)
    expect(
      text.split("\n").find((line) => line.includes(id)),
      id,
    ).toContain(stateWords(state));
  const rows: readonly StatusRow[] = JSON.parse(reprise("status", "--all", "--json")).sessions;
  const shown = sessions.filter(({ state }) => isCutOff(state) || state === "waiting");
  expect(new Map(rows.map(({ session, state }) => [session, state]))).toEqual(
    new Map(shown.map(({ id, state }) => [id, state])),
  );
  expect(rows[0]?.state).toBe("waiting");
  for (const { id, state } of oneOfEach((session) => session.state))
    expect(JSON.parse(reprise("show", id, "--json")).session.state, id).toBe(state);
});

it("resume all takes what was cut off, and nothing else", () => {
  const plans = reprise("resume", "--all-interrupted", "--all", "--dry-run", "--json");
  const planned = plans
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).session);
  const cut = sessions.filter(({ state }) => isCutOff(state)).map(({ id }) => id);
  expect(planned.toSorted()).toEqual(cut.toSorted());
});

/** In a brief. */
const lastTurnWords: Partial<Record<SessionState, string>> = {
  waiting: "The last turn waits for an answer.",
  interrupted: "The last turn was interrupted.",
  parked: "The last turn hit a usage limit.",
  stopped: "The user stopped the last turn.",
  failed: "The last turn failed.",
  completed: "The last turn ended.",
};

/** Keys in, and everything that was written since the last one. */
class MemoryTerminal {
  #written = "";
  readonly #input = new PassThrough();
  readonly #output = Object.assign(
    new Writable({
      write: (bytes, _encoding, done) => {
        this.#written += bytes;
        done();
      },
    }),
    { columns: 140, rows: 50 },
  );

  get streams() {
    const [input, output] = [this.#input as unknown, this.#output as unknown];
    return { input: input as NodeJS.ReadStream, output: output as NodeJS.WriteStream };
  }

  get text(): string {
    return stripVTControlCharacters(this.#written);
  }

  type(keys: string): void {
    this.#written = "";
    this.#input.write(keys);
  }
}

describe("in one process, all 40", () => {
  const host = nodeHost(env);
  const library = openLibrary(host);
  let runner: Runner;
  beforeAll(async () => {
    runner = await openRunner(host, { library });
  });
  afterAll(() => {
    runner.close();
    library.close();
  });

  const states = () => new Map<string | null, SessionState>(sessions.map(({ id, state }) => [id, state]));
  const countOf = (isWanted: (state: SessionState) => boolean) =>
    sessions.filter(({ state }) => isWanted(state)).length;

  it("have that state in every answer of the page's server, and are counted in its head by it", async () => {
    const token = "test-token-0123456789-abcdefghijklmnop";
    const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };
    const chats = new MemoryChats({ store: new MemoryChatStore() });
    const server = createServer({ chats, library, runner, token, version: "0", limits });
    const listening = await server.serve({});
    const call = (path: string, init: RequestInit = {}) =>
      fetch(listening.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
    const [page, acts] = [httpLibrary(call), httpRunner(call)];
    try {
      const listed = await page.list({ scope: "all", limit: 100 });
      expect(new Map(listed.sessions.map(({ id, state }) => [id, state]))).toEqual(states());
      for (const state of new Set(states().values())) {
        const found = await page.list({ scope: "all", limit: 100, state });
        expect(found.sessions.map(({ id }) => states().get(id))).toEqual(
          Array(countOf((one) => one === state)).fill(state),
        );
      }
      for (const { id, state } of oneOfEach((session) => session.state)) {
        expect((await page.find(id)).state, id).toBe(state);
        expect((await page.read(id)).session.state, id).toBe(state);
      }
      for (const [index, { log, journal }] of histories.entries()) {
        const state = stateIn(index);
        const offer = await acts.offer({ kind: "workspace", root: folderOf(index) }, state === "stopped");
        const isOffered = journal !== "none" && (isCutOff(state) || state === "stopped");
        expect(offer?.state ?? null, `${log} ${journal}`).toBe(isOffered ? state : null);
      }
      const rows = await acts.status("all");
      expect(rows.map(({ session, state }) => [session, state])).toEqual(
        rows.map(({ session }) => [session, states().get(session)]),
      );
      expect(rows.filter(isCounted).length).toBe(countOf(isCutOff));
      expect(rows.filter(isInResumeAll).length).toBe(countOf(isCutOff));
      expect((await page.list({ ...waitingQuery, limit: 1 })).total).toBe(countOf((state) => state === "waiting"));
    } finally {
      page.close();
      acts.close();
      await listening.close(0);
    }
  });

  it("have that state in the tools and resources of the MCP server", async () => {
    const workspace = { current: cwd };
    const server = mcpServer({
      library,
      runner: async () => runner,
      redact: (text) => text,
      get workspace() {
        return workspace.current;
      },
      agents: ["codex"],
      version: "0",
      onUnexpected: (error) => {
        throw error;
      },
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "0" });
    await Promise.all([server.connect(far), client.connect(near)]);
    const tool = async (name: string, args: object) => {
      const { content } = await client.callTool({ name, arguments: args as Record<string, unknown> });
      return (content as readonly { readonly text: string }[])[0]?.text ?? "";
    };
    const inText = (text: string) =>
      new Map([...text.matchAll(/^(codex:\S+) · (\w+) · updated/gm)].map(([, id = "", state = ""]) => [id, state]));
    try {
      expect(inText(await tool("list_sessions", { scope: "all", limit: 100 }))).toEqual(states());
      for (const state of new Set(states().values())) {
        const found = inText(await tool("list_sessions", { scope: "all", limit: 100, state }));
        expect([...found.values()]).toEqual(Array(countOf((one) => one === state)).fill(state));
      }
      for (const { id, state } of oneOfEach((session) => `${logOf(session) === "older"} ${session.state}`))
        expect(await tool("handoff_brief", { id }), `${id} ${state}`).toContain(lastTurnWords[state]);
      for (const { id, state, workspace: own } of oneOfEach((session) => session.state)) {
        expect(inText(await tool("read_session", { id })).get(id), id).toBe(state);
        const { contents } = await client.readResource({ uri: `reprise://session/${id}` });
        expect(inText(String(contents[0] && "text" in contents[0] ? contents[0].text : "")).get(id), id).toBe(state);
        workspace.current = own ?? cwd;
        const { resources } = await client.listResources();
        expect(resources.map(({ name, description }) => [name, description?.split(",")[0]])).toEqual([[id, state]]);
      }
    } finally {
      await client.close();
    }
  });

  it("are counted by it in the terminal app: list, status and lines", async () => {
    const cut = countOf(isCutOff);
    const { list, status, lines } = await terminalTexts();
    expect(list).toContain(`${countOf((state) => state === "waiting")} waiting for you (r)`);
    expect(list).toContain(`${cut} interrupted (r)`);
    expect(status).toContain(`${cut} interrupted, ${countOf(isHeld)} live`);
    expect(lines).toContain(`${cut} sessions interrupted: `);
  });

  it("are counted alike on every face where some are hidden, dismissed or have an unsent prompt", async () => {
    const one = (state: SessionState) => oneOfEach((session) => session.state).find((each) => each.state === state);
    const [asking, parked, cutOff, stopped] = (["waiting", "parked", "interrupted", "stopped"] as const).map(one);
    const annotations = openAnnotationsOn(env, library);
    for (const hidden of [asking, parked]) await annotations.annotate(hidden?.id ?? "", { isHidden: true });
    await runner.dismiss(cutOff?.id ?? "", true);
    const target = { mode: "resume", session: stopped?.id, agent: "codex", cwd: stopped?.workspace };
    const prompt = { version: 1, id: "p", ...target, savedAt: at(8), process: dead, text: "and then" };
    mkdirSync(join(folder, "state/prompts"));
    writeFileSync(join(folder, "state/prompts/p.json"), JSON.stringify(prompt));
    const cut = countOf(isCutOff) - 2;
    const waiting = countOf((state) => state === "waiting");
    const { list, status, lines } = await terminalTexts();
    expect(list).toContain(`${waiting} waiting for you (r)`);
    expect(list).toContain(`${cut} interrupted (r)`);
    expect(status).toContain(`${cut} interrupted, ${countOf(isHeld)} live · not shown: 1 hidden`);
    expect(lines).toContain(`${cut} sessions interrupted: `);
    const rows = await runner.status("all");
    expect(rows.find(({ session }) => session === stopped?.id)).toMatchObject({
      state: "stopped",
      unsentPrompt: "and then",
    });
    expect(rows.filter(isCounted).length).toBe(cut);
    expect(rows.filter(isInResumeAll).length).toBe(cut);
    expect(rows.filter(({ state }) => state === "waiting").length).toBe(waiting);
    const { notShown } = JSON.parse(reprise("status", "--all", "--json"));
    expect(notShown).toEqual({ hidden: 1, archived: 0, subagents: 0, more: 0 });
    const { total } = await library.list({ ...waitingQuery, limit: 1 });
    expect(total).toBe(waiting);
  });

  /** What the app shows in its list and its status, and says in lines, of every project. */
  async function terminalTexts() {
    const world = machineWorld({
      env,
      cwd,
      agents: builtInAgents as Parameters<typeof machineWorld>[0]["agents"],
      homes: undefined,
      library,
      openRunner: async () => runner,
      openProjects: async () => openProjects(host, { library, runner }),
      openReviews: () => Promise.reject(new Error("No reviews here.")),
      now: () => new Date(at(30)),
      write: () => {},
      program: null,
      isDemo: false,
    });
    const terminal = new MemoryTerminal();
    let quit = () => {};
    const ended = runApp({
      world,
      streams: terminal.streams,
      hasColor: false,
      routes: [{ screen: "sessions", isAll: true }],
      suspend: async () => {},
      guard: (app) => {
        quit = () => app.end(0);
        return () => {};
      },
    });
    await until(() => terminal.text.includes("waiting for you (r)"), { what: "the counts in the head" });
    const list = terminal.text;
    terminal.type("r");
    await until(() => /\d+ interrupted, \d+ live/.test(terminal.text), { what: "the counts of the status" });
    const status = terminal.text;
    quit();
    await ended;
    let lines = "";
    const write = (text: string) => {
      lines += text;
    };
    const nobody = { columns: null, wait: async () => {}, ask: async () => null, onInterrupt: () => () => {} };
    await runPlain({ world, isAll: true, lines: { ...nobody, write } });
    return { list, status, lines };
  }
});
