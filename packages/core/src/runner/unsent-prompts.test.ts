import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  asThreadId,
  followed,
  noSettings,
  type ProcessIdentity,
  type PromptTarget,
  type RunId,
  type Runner,
  type RunWish,
  type Timestamp,
  usualWish,
} from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { newJournalPath, openJournal } from "../journal/journal.ts";
import type { RecordBody } from "../journal/journal-record.ts";
import { openLibrary } from "../library.ts";
import { openRunner } from "../runner.ts";
import type { SavedPrompt } from "../runs/prompts/prompt-store.ts";

const thread = asThreadId("01a1e0ba-4bd3-7653-b0c3-c102b498c761");
const session = `codex:${thread}`;
const dead: ProcessIdentity = { pid: 1, startTicks: "none has this", boot: null };
const me = processIdentity(process.pid, nodeHost().processes);

let folder = "";
let cwd = "";
let runner: Runner;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "unsent-"));
  cwd = join(folder, "work");
  mkdirSync(cwd);
  runner = await openRunner(host());
});
afterEach(() => {
  runner.close();
  rmSync(folder, { recursive: true });
});

const host = () =>
  nodeHost({
    HOME: folder,
    CODEX_HOME: join(folder, "codex"),
    PATH: "",
    REPRISE_CODEX_BIN: process.execPath,
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
  });
const at = (minute: number) => `2026-11-15T20:${String(minute).padStart(2, "0")}:00.000Z` as Timestamp;

function saved(id: string, text: string, more: Partial<SavedPrompt> = {}): void {
  const target: PromptTarget = { mode: "new", session: null, agent: "codex", cwd };
  const prompt: SavedPrompt = { id, text, ...target, savedAt: at(1), process: dead, ...more };
  mkdirSync(join(folder, "state/prompts"), { recursive: true });
  writeFileSync(join(folder, `state/prompts/${id}.json`), JSON.stringify({ version: 1, ...prompt }));
}

/** A run of this folder whose process is gone. */
async function journal(run: string, ...facts: readonly RecordBody[]): Promise<void> {
  const scope = { kind: "workspace", root: cwd } as const;
  const path = newJournalPath(join(folder, "state"), scope, at(0), run as RunId);
  const own = { ...host(), now: () => at(2) };
  const opened = await openJournal(path, { host: own, process: dead, onHealth: () => {}, redacts: true });
  opened.append(
    {
      type: "run-started",
      run: run as RunId,
      agent: "codex",
      scope,
      label: "l",
      home: null,
      workspace: cwd,
      settings: { ...noSettings, cwd },
      process: dead,
      repriseVersion: "0",
      lineage: null,
    },
    ...facts,
  );
  opened.close();
}
const sending = (text: string, carries: readonly string[] = []): RecordBody => ({
  type: "prompt-sending",
  prompt: "p",
  text,
  isSteering: false,
  carries,
});
const known: RecordBody = { type: "thread-known", thread, isPersisted: false, rollout: null };
const confirmed: RecordBody = { type: "prompt-persisted", prompt: "p" };
const replied: RecordBody = { type: "item-completed", item: "i", kind: "reply" };

/** A session of Codex with one completed turn; `head`: its log ends before its first prompt. */
function recorded(part: "whole" | "head" = "whole"): void {
  const timestamp = part === "head" ? at(3) : "2026-11-15T19:41:07.000Z";
  const line = (type: string, payload: object) => `${JSON.stringify({ timestamp, type, payload })}\n`;
  const place = join(folder, "codex/sessions/2026/11/15");
  mkdirSync(place, { recursive: true });
  const text = [
    line("session_meta", { id: thread, cwd, originator: "cli", cli_version: "0.166.0", source: "cli" }),
    line("event_msg", { type: "task_started", turn_id: "t" }),
    line("event_msg", { type: "user_message", message: "said before" }),
    line("event_msg", { type: "agent_message", message: "done" }),
    line("event_msg", { type: "task_complete", turn_id: "t" }),
  ].slice(0, part === "head" ? 1 : undefined);
  writeFileSync(join(place, `rollout-2026-11-15T19-41-07-${thread}.jsonl`), text.join(""));
}

const offered = async () => {
  const offer = await runner.offer({ kind: "workspace", root: cwd });
  return offer && [offer.run, offer.session, offer.mode, offer.prompt];
};
const unsent = async () => (await runner.status("all")).flatMap(({ unsentPrompt: text }) => text ?? []);

describe("a saved prompt", () => {
  test("of a process that is gone is offered and in the status; of one that lives it is on its way", async () => {
    saved("p1", "build a bridge");
    saved("p2", "paint it", { process: me });
    expect(await offered()).toEqual(["p1", null, "new", "build a bridge"]);
    expect(await unsent()).toEqual(["build a bridge"]);
    expect(await runner.plan("p1", usualWish)).toMatchObject({ mode: null, unsentPrompt: "build a bridge" });
  });

  test("is offered in its project only, the newest first, and not once it was declined", async () => {
    saved("p1", "first");
    saved("p2", "second", { savedAt: at(2) });
    saved("p3", "elsewhere", { savedAt: at(3), cwd: folder });
    expect(await offered()).toEqual(["p2", null, "new", "second"]);
    await runner.decline("p2" as RunId);
    expect(await offered()).toEqual(["p1", null, "new", "first"]);
    await runner.decline("p1" as RunId);
    expect([await offered(), await unsent()]).toEqual([null, ["elsewhere"]]);
  });

  test("is offered before a newer run that has nothing to go on with: the one it was on its way to", async () => {
    saved("p1", "build a bridge");
    await journal("r1", known);
    expect(await offered()).toEqual(["p1", null, "new", "build a bridge"]);
    recorded();
    expect(await offered()).toEqual(["p1", null, "new", "build a bridge"]); // the run had no turn
  });

  test("that a later prompt carries is sent: its file, left by a death, is offered no more", async () => {
    recorded();
    saved("p1", "build a bridge");
    await journal("r1", known, sending("build a bridge", ["p1"]), confirmed, replied);
    expect(await unsent()).toEqual([]);
    expect(await offered()).toEqual(["r1", session, "resume", null]);
  });

  test("for a session is in the plan of the same kind; the same words again are that prompt", async () => {
    recorded();
    saved("p1", "by resume", { mode: "resume", session: thread.slice(0, 30) });
    saved("p2", "by replay", { mode: "replay", session, savedAt: at(2) });
    const prompt = async (mode: "resume" | "replay", said: string | null = null) =>
      planOf(await runner.plan(session, { ...usualWish, modes: [mode], prompt: said }), mode).prompt;
    expect(await prompt("resume")).toBe("by resume");
    expect(await prompt("resume", "more")).toBe("by resume\n\nmore");
    expect(await prompt("resume", "by resume")).toBe("by resume");
    expect(await prompt("replay")).toBe("by replay");
    expect(await offered()).toEqual(["p2", session, "replay", "by replay"]);
    const silent = planOf(await runner.plan(session, { ...usualWish, isSilent: true }), "resume");
    expect([silent.prompt, silent.unsentPrompt]).toEqual([null, "by resume"]);
  });

  test("for the interrupted session of the folder, or for one that is gone, finds its way", async () => {
    saved("p1", "go on", { mode: "resume", session: ".", savedAt: at(3) });
    saved("p2", "too late", { mode: "resume", session: "codex:gone", savedAt: at(4) });
    expect(await offered()).toEqual(["p2", null, "new", "too late"]);
    recorded();
    await journal("r1", known, sending("before"), confirmed, replied);
    await runner.decline("p2" as RunId);
    expect(await offered()).toEqual(["p1", session, "resume", "go on"]);
  });

  test("that cannot be read is named, and hides no other", async () => {
    saved("p1", "build a bridge");
    writeFileSync(join(folder, "state/prompts/bad.json"), "{");
    expect(await unsent()).toEqual(["build a bridge"]);
    expect(await runner.warnings()).toContainEqual(
      expect.objectContaining({ kind: "unreadable", path: join(folder, "state/prompts/bad.json") }),
    );
  });
});

describe("a prompt with a secret, which no journal holds", () => {
  const text = "put DB_PASSWORD=correct-horse-battery into .env";

  test("is offered and planned in its own words while its agent may not have it", async () => {
    saved("p1", text);
    await journal("r1", known, sending(text, ["p1"]), confirmed);
    expect(await offered()).toEqual(["r1", null, "new", text]);
    expect(await unsent()).toEqual([text]);
    recorded();
    expect(planOf(await runner.plan(session, usualWish), "resume").prompt).toBe(text);
  });

  test("stays so when it is lost a second time together with other words", async () => {
    recorded();
    saved("p1", text);
    saved("p2", "and run it");
    await journal("r1", known, sending(text, ["p1"]), sending(`${text}\n\nand run it`, ["p2"]));
    expect(planOf(await runner.plan(session, usualWish), "resume").prompt).toBe(`${text}\n\nand run it`);
  });

  test("leaves no file once its agent has it, or another run has sent it", async () => {
    saved("p1", text);
    await journal("r1", sending(text, ["p1"]));
    const other: RunWish = { agent: "codex", cwd: folder, settings: {}, prompt: "x", canAnswer: false };
    const acts = async () =>
      expect(await Array.fromAsync(followed(runner.run(other), { signal: AbortSignal.abort() }))).toMatchObject([
        { type: "run-ended", status: "cancelled" },
      ]);
    await acts();
    expect(readdirSync(join(folder, "state/prompts"))).toContain("p1.json");
    await journal("r2", sending(text, ["r1"]), confirmed, replied);
    await acts();
    expect(readdirSync(join(folder, "state/prompts"))).not.toContain("p1.json");
  });
});

describe("the prompt of a run whose agent has written nothing down", () => {
  test.each<[string, readonly RecordBody[]]>([
    ["before it named a thread", [sending("build a bridge")]],
    ["after it named one", [known, sending("build a bridge")]],
    ["after it said that it has it", [known, sending("build a bridge"), confirmed]],
  ])("%s is offered, and not any more once it is carried", async (_when, facts) => {
    await journal("r1", ...facts);
    expect(await offered()).toEqual(["r1", null, "new", "build a bridge"]);
    expect(await unsent()).toEqual(["build a bridge"]);
    await journal("r2", sending("build a bridge", ["r1"]));
    expect(await unsent()).toEqual(["build a bridge"]); // of r2 alone
    expect(await offered()).toMatchObject(["r2", null, "new", "build a bridge"]);
  });

  test("is in the plan of the session where the log is there and lacks it", async () => {
    recorded();
    await journal("r1", known, sending("build a bridge"), confirmed);
    expect(await offered()).toEqual(["r1", session, "resume", null]);
    expect(planOf(await runner.plan(session, usualWish), "resume").prompt).toBe("build a bridge");
  });

  const failure = { kind: "transport", message: "Codex ended.", resetsAt: null } as const;
  test.each<[string, readonly RecordBody[]]>([
    ["Reprise was killed", [known, sending("build a bridge")]],
    ["both were killed after the agent took it", [known, sending("build a bridge"), confirmed]],
    [
      "the agent was killed",
      [
        known,
        sending("build a bridge"),
        { type: "turn-ended", turn: null, state: "failed", failure },
        { type: "run-ended", status: "failed", failure },
      ],
    ],
  ])("and only the head of its log, is offered, counted and in the plan: %s", async (_how, facts) => {
    recorded("head");
    await journal("r1", ...facts);
    expect(await offered()).toEqual(["r1", session, "resume", null]);
    expect(planOf(await runner.plan(session, usualWish), "resume").prompt).toBe("build a bridge");
    expect(await runner.status("all")).toMatchObject([
      { session, state: "interrupted", unsentPrompt: "build a bridge" },
    ]);
    const library = openLibrary(host());
    try {
      expect((await library.list({ scope: "all", state: "interrupted" })).total).toBe(1);
      expect(await library.list({ scope: "all" })).toMatchObject({ total: 1, hidden: { empty: 0 } });
    } finally {
      library.close();
    }
  });

  test("is in the status of the session, which its log calls completed", async () => {
    recorded();
    await journal("r1", known, sending("build a bridge"), confirmed);
    expect(await runner.status("all")).toMatchObject([
      { session, run: "r1", state: "interrupted", unsentPrompt: "build a bridge" },
    ]);
    expect(await runner.status({ workspace: cwd })).toHaveLength(1);
    expect(await runner.status({ workspace: join(folder, "state") })).toEqual([]);
  });

  test("is not in the status once it was answered", async () => {
    recorded();
    const ended: RecordBody = { type: "turn-ended", turn: null, state: "completed", failure: null };
    await journal("r1", known, sending("build a bridge"), confirmed, replied, ended);
    expect(await runner.status("all")).toEqual([]);
  });
});
