import {
  type Item,
  type ItemBody,
  noSettings,
  type Reading,
  type RunId,
  type SessionId,
  type SessionSummary,
  type ThreadId,
  type Timestamp,
  type Turn,
} from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { unresumable } from "../agents/codex/unresumable.ts";
import type { AgentDriver } from "../agents/driving/driver.ts";
import { requestHash } from "../agents/driving/request-hash.ts";
import type { About } from "../agents/reading/fact.ts";
import { redactSecrets } from "../journal/redact.ts";
import type { KeptReply, Reply } from "../runs/saved-replies.ts";
import { type GatheredEvidence, gatherEvidence } from "./gather-evidence.ts";

const id = "codex:t" as SessionId;
const session = {
  id,
  agent: "codex",
  thread: "t" as ThreadId,
  archived: false,
  owner: null,
  turnCount: 1,
  source: "cli",
  createdAt: "2026-11-01T00:00:00.000Z" as Timestamp,
  files: [
    { path: "/log", role: "main" },
    { path: "/elsewhere", role: "journal" },
  ],
} as unknown as SessionSummary;
const hashOf = (name: string) => requestHash({ name }) ?? "";
/** Hashes a command with everything it must depend on. */
const driver = {
  can: { locks: true },
  approvedHash: (command, { cwd, sandbox }, { home }) =>
    hashOf(`${command.join(" ")} in ${cwd} under ${sandbox} of ${home}`),
} as Partial<AgentDriver> as AgentDriver;
const nothing: GatheredEvidence["history"] = {
  latest: null,
  approvals: [],
  pending: [],
  unarrived: [],
  tools: [],
  permitted: null,
  place: null,
  lacksInstructions: false,
};
const reply = (given: Reply): KeptReply => ({ v: 1, at: "2026-11-15T20:00:00.000Z" as Timestamp, ...given });
const kept = (name: string, of = id) =>
  reply({
    type: "approval-kept",
    session: of,
    hash: hashOf(name),
    subject: `kept ${name}`,
    run: "" as RunId,
  });
const revoked = (name: string, of = id) => reply({ type: "approval-revoked", session: of, hash: hashOf(name) });
const turn = (number: number, ...bodies: ItemBody[]): Turn => ({
  number,
  state: "interrupted",
  startedAt: null,
  endedAt: null,
  items: bodies.map(
    (body, index): Item => ({
      id: `${number}.${index}`,
      at: null,
      origin: { file: "/log", line: 1, byteOffset: 0 },
      ...body,
    }),
  ),
});
const timeOf = (clock: string) => `2026-11-15T${clock}Z` as Timestamp;
const sentAt = (clock: string, text = "fix it") => ({
  id: "p",
  text,
  sentAt: timeOf(clock),
  isSteering: false,
  isConfirmed: false,
  carries: [],
});
/** A turn whose items all have this time. */
const since = (number: number, clock: string, ...bodies: ItemBody[]): Turn => {
  const made = turn(number, ...bodies);
  const items = made.items.map((item) => ({ ...item, at: timeOf(clock) }));
  return { ...made, startedAt: timeOf(clock), items };
};
const open = (command: string): ItemBody => ({
  kind: "command",
  command,
  output: null,
  exitCode: null,
  status: "open",
});

function gathered(more: Partial<GatheredEvidence> & { turns?: Turn[] } = {}, files: Record<string, string> = {}) {
  const { turns = [], ...given } = more;
  const last = {
    turns: (async function* () {
      yield* turns;
    })(),
  } as Partial<Reading> as Reading;
  const about: Partial<About> = { thread: "t" as ThreadId, cwd: "/srv", sandbox: "read-only" };
  return gatherEvidence(
    {
      session,
      home: "/home",
      chat: null,
      about,
      history: nothing,
      replies: [],
      unsent: [],
      driver,
      rulesOf: () => null,
      last,
      ...given,
    },
    memoryHost({ "/log": "12345", "/srv/a": "x", ...files }),
  );
}

describe("the approvals of a session", () => {
  const saved = (name: string, subject: string) => ({ hash: hashOf(name), subject, source: "saved" }) as const;
  const history = { ...nothing, approvals: [saved("one", "said one")] };

  it("are those of our journals and those that were granted since", async () => {
    expect((await gathered({ history, replies: [kept("two")] })).approvals).toEqual([
      saved("one", "said one"),
      saved("two", "kept two"),
    ]);
  });

  it("one that was taken back is gone, though the journal still holds it", async () => {
    expect((await gathered({ history, replies: [revoked("one")] })).approvals).toEqual([]);
    expect((await gathered({ history, replies: [kept("one"), revoked("one")] })).approvals).toEqual([]);
  });

  it("one that was taken back and granted again holds again", async () => {
    const { approvals } = await gathered({ history, replies: [revoked("one"), kept("one")] });
    expect(approvals).toEqual([saved("one", "kept one")]);
  });

  it("what another session was granted or denied changes nothing", async () => {
    const other = "codex:u" as SessionId;
    const { approvals } = await gathered({ history, replies: [kept("two", other), revoked("one", other)] });
    expect(approvals.map(({ hash }) => hash)).toEqual([hashOf("one")]);
  });
});

describe("the size of a session's context", () => {
  const about: Partial<About> = { thread: "t" as ThreadId, contextTokens: 120 };
  const talk = (length: number): Turn =>
    turn(1, { kind: "prompt", text: "x".repeat(length) }, { kind: "reply", text: "y".repeat(length) });
  const sizeOf = async (...turns: Turn[]) => (await gathered({ about, turns })).about.contextTokens;

  it("is what the agent counted", async () => {
    expect(await sizeOf(talk(200))).toBe(120);
    expect((await gathered({ turns: [talk(9)] })).about.contextTokens).toBeNull();
  });

  it("is unknown when the agent counted less than was said", async () => {
    expect(await sizeOf(talk(500))).toBeNull();
    expect(await sizeOf(talk(300), talk(300))).toBeNull();
  });

  it("leaves out what was said before a compaction", async () => {
    const mark = { type: "compaction", summary: "s" } as const;
    expect(await sizeOf(talk(5000), turn(2, { kind: "notice", text: "", mark }), talk(200))).toBe(120);
  });
});

describe("what an agent's log calls approved", () => {
  const about = { cwd: "/srv", sandbox: "read-only", approvedCommands: [["git", "status"], ["ls"]] };
  const wider = { ...noSettings, cwd: "/other", sandbox: "danger-full-access" };

  it("holds for the recorded folder and sandbox, whatever the plan wants", async () => {
    const { approvedInLog } = await gathered({ about });
    expect(approvedInLog(wider)).toEqual([
      { hash: hashOf("git status in /srv under read-only of /home"), subject: "git status", source: "log" },
      { hash: hashOf("ls in /srv under read-only of /home"), subject: "ls", source: "log" },
    ]);
  });

  it("holds for those of the plan where none was recorded", async () => {
    const { approvedInLog } = await gathered({ about: { approvedCommands: [["ls"]] } });
    expect(approvedInLog(wider).map(({ hash }) => hash)).toEqual([
      hashOf("ls in /other under danger-full-access of /home"),
    ]);
  });

  it("is gone once it was taken back", async () => {
    const replies = [revoked("ls in /srv under read-only of /home")];
    const { approvedInLog } = await gathered({ about, replies });
    expect(approvedInLog(wider).map(({ subject }) => subject)).toEqual(["git status"]);
  });

  it("is still there when it was granted as well", async () => {
    const { approvedInLog } = await gathered({
      about,
      replies: [kept("ls in /srv under read-only of /home")],
    });
    expect(approvedInLog(wider).map(({ subject }) => subject)).toEqual(["git status", "ls"]);
  });

  it("is nothing where the log says so, or where the agent has no such requests", async () => {
    expect((await gathered()).approvedInLog(wider)).toEqual([]);
    expect((await gathered({ about, driver: null })).approvedInLog(wider)).toEqual([]);
    expect((await gathered({ about, driver: { can: driver.can } as AgentDriver })).approvedInLog(wider)).toEqual([]);
  });
});

describe("what a plan is made from", () => {
  it("is the session's own file as it is now, and no other", async () => {
    const { basis } = await gathered({}, { "/elsewhere": "x" });
    expect(basis).toEqual([{ path: "/log", sizeBytes: 5, mtimeMs: 1 }]);
    const files = [{ path: "/gone", role: "main" }] as unknown as SessionSummary["files"];
    expect((await gathered({ session: { ...session, files } })).basis).toEqual([]);
  });

  it("tells of the last turn what was left unfinished, where it was worked", async () => {
    const turns = [turn(1, open("make old")), turn(2, open("make"))];
    const { unfinished, hasFolder } = await gathered({ turns });
    expect(unfinished.map(({ subject }) => subject)).toEqual(["make"]);
    expect([hasFolder("/srv"), hasFolder("/nowhere")]).toEqual([true, false]);
    const add: ItemBody = {
      kind: "edit",
      changes: [{ path: "a", change: "add", diff: "x" }],
      status: "open",
    };
    expect((await gathered({ turns: [turn(1, add)] })).unfinished[0]?.outcome).toBe("done");
    const about = { workspace: "/srv" };
    expect((await gathered({ about, turns: [turn(1, add)] })).unfinished[0]?.outcome).toBe("done");
    expect((await gathered({ about: {}, turns: [turn(1, add)] })).unfinished[0]?.outcome).toBe("unknown");
  });

  it("a prompt that the agent wrote down was not lost; any other is", async () => {
    const history = { ...nothing, unarrived: [sentAt("12:00:00.700")] };
    expect((await gathered({ history })).unsentPrompt).toBe("fix it");
    const reply: ItemBody = { kind: "reply", text: "fix it" };
    expect((await gathered({ history, turns: [turn(1, reply)] })).unsentPrompt).toBe("fix it");
    const other: ItemBody = { kind: "prompt", text: "something else" };
    expect((await gathered({ history, turns: [turn(1, other)] })).unsentPrompt).toBe("fix it");
    const prompt: ItemBody = { kind: "prompt", text: "fix it" };
    const turns = [turn(1, reply, prompt), turn(2, reply)];
    expect((await gathered({ history, turns })).unsentPrompt).toBeNull();
    expect((await gathered({ turns })).unsentPrompt).toBeNull();
  });

  it("a prompt like one from before was lost all the same; one that came since was not", async () => {
    const prompt: ItemBody = { kind: "prompt", text: "fix it" };
    const lost = async (at: string, sent = "12:00:00.700") =>
      (await gathered({ history: { ...nothing, unarrived: [sentAt(sent)] }, turns: [since(1, at, prompt)] }))
        .unsentPrompt;
    expect(await lost("11:59:59.999")).toBe("fix it");
    // Sent twice within one second.
    expect(await lost("12:00:00.699")).toBe("fix it");
    expect(await lost("12:00:00.701")).toBeNull();
    // A log without fractions of a second.
    expect(await lost("12:00:00.000")).toBeNull();
    expect(await lost("13:00:00.000")).toBeNull();
  });

  it("several that did not arrive come in their order, those that no journal holds last", async () => {
    const history = {
      ...nothing,
      unarrived: [sentAt("12:00:00.000"), sentAt("12:00:01.000", "and test it")],
    };
    const unsent = [sentAt("12:00:02.000", "then stop")];
    expect((await gathered({ history, unsent })).unsentPrompt).toBe("fix it\n\nand test it\n\nthen stop");
    const turns = [since(1, "12:00:01.500", { kind: "prompt", text: "and test it" })];
    expect((await gathered({ history, unsent, turns })).unsentPrompt).toBe("fix it\n\nthen stop");
  });

  it("one that the agent has confirmed was lost only where its log holds no prompt since", async () => {
    const history = { ...nothing, unarrived: [{ ...sentAt("12:00:00.000"), isConfirmed: true }] };
    const lost = async (at: string) =>
      (await gathered({ history, turns: [since(1, at, { kind: "prompt", text: "in other words" })] })).unsentPrompt;
    expect(await lost("12:00:00.100")).toBeNull();
    expect(await lost("11:59:00.000")).toBe("fix it");
  });

  it("a prompt whose secret the journal does not hold is found in the log all the same", async () => {
    const secret = "use password=hunter2hunter2 for it";
    const history = { ...nothing, unarrived: [sentAt("12:00:00.000", redactSecrets(secret))] };
    expect(history.unarrived[0]?.text).not.toBe(secret);
    const turns = [since(1, "12:00:01.000", { kind: "prompt", text: secret })];
    expect((await gathered({ history, turns })).unsentPrompt).toBeNull();
  });

  it("what is not among the turns that were looked at is not said again where all of them came since", async () => {
    const history = { ...nothing, unarrived: [sentAt("12:00:00.000")] };
    const other: ItemBody = { kind: "prompt", text: "something else" };
    const gone = await gathered({ history, turns: [since(7, "12:05:00.000", other)] });
    expect(gone.unsentPrompt).toBeNull();
    const first = await gathered({ history, turns: [since(1, "12:05:00.000", other)] });
    expect(first.unsentPrompt).toBe("fix it");
    const before = await gathered({ history, turns: [since(7, "11:05:00.000", other)] });
    expect(before.unsentPrompt).toBe("fix it");
  });

  it("has a thread to resume when the log names one, or holds a turn", async () => {
    expect((await gathered()).hasThread).toBe(true);
    expect((await gathered({ about: {} })).hasThread).toBe(true);
    expect((await gathered({ about: {}, session: { ...session, turnCount: 0 } })).hasThread).toBe(false);
    expect((await gathered({ session: { ...session, turnCount: 0 } })).hasThread).toBe(true);
  });
});

describe("what no agent of today resumes", () => {
  const refusal = async (more: Partial<SessionSummary>, by: AgentDriver | null = { ...driver, unresumable }) =>
    (await gathered({ session: { ...session, ...more }, driver: by })).refusedBecause;

  it("is refused with the reason, and everything else is not", async () => {
    expect(await refusal({})).toBeNull();
    expect(await refusal({ agent: "claude", source: null }, driver)).toBeNull();
    expect(await refusal({}, null)).toEqual({
      mode: "resume",
      reason: "not-supported",
      detail: "Reprise cannot drive codex yet.",
    });
  });

  it("a Codex log of April 2025, one from before September 2025, one without its first line", async () => {
    const json = [{ path: "/old.json", role: "main" }] as unknown as SessionSummary["files"];
    expect((await refusal({ files: json }))?.detail).toContain("April 2025");
    expect(await refusal({ files: json, agent: "claude" }, driver)).toBeNull();
    const second = [{ path: "/a.json", role: "journal" }, ...session.files] as SessionSummary["files"];
    expect(await refusal({ files: second })).toBeNull();
    const createdAt = "2025-08-01T00:00:00.000Z" as Timestamp;
    expect((await refusal({ source: null, createdAt }))?.detail).toContain("before September 2025");
    expect((await refusal({ source: null }))?.detail).toContain("first line");
    expect((await refusal({ source: null, createdAt: null, files: [] }))?.detail).toContain("before September");
  });
});
