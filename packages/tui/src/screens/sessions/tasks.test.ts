import {
  type Hit,
  type Library,
  type Projects,
  type Runner,
  SessionError,
  type SessionId,
  type Timestamp,
} from "@reprise/model";
import { annotationsOver, memoryLibrary, promptTurn, sampleProjectRow, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { statusRow, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { Message, Task } from "./messages.ts";
import { perform } from "./tasks.ts";

const library = memoryLibrary([
  ...Array.from({ length: 30 }, (_, index) => ({
    thread: `t${index}`,
    workspace: "/home/me/shop",
    updatedAt: `2026-11-15T10:${String(index).padStart(2, "0")}:00.000Z`,
    turns: [promptTurn(index % 3 === 0 ? "fix the login" : "write docs")],
  })),
  {
    thread: "put-away",
    workspace: "/home/me/shop",
    updatedAt: "2026-11-14T10:00:00.000Z",
    archived: true,
    turns: [promptTurn("long ago")],
  },
]);
const query = { scope: { workspace: "/home/me/shop" } } as const;

function asked(given: Parameters<typeof testWorld>[0] = {}) {
  const told: Message[] = [];
  const ending = new AbortController();
  const world = testWorld({ library, ...given });
  const run = (task: Task) => perform(task, world, (message) => told.push(message), ending.signal);
  return { told, run, ending, world };
}

describe("a search of the content", () => {
  it("tells hits and then that it is done", async () => {
    const { told, run } = asked();
    await run({ do: "search", number: 1, text: "login", query });
    const hits = told.flatMap((message) => (message.type === "hits" ? message.hits : []));
    expect(new Set(hits.map(({ session }) => session)).size).toBe(10);
    expect(told.at(-1)).toEqual({ type: "searched", number: 1, isCut: false });
  });

  it("is ended by the next one before it begins, and never told of", async () => {
    const searched: string[] = [];
    const watched: Library = {
      ...library,
      search: (text, ...more) => {
        searched.push(text);
        return library.search(text, ...more);
      },
    };
    const { told, run } = asked({ library: watched });
    await Promise.all(["l", "lo", "log"].map((text, index) => run({ do: "search", number: index, text, query })));
    expect(searched).toEqual(["log"]);
    expect(new Set(told.map((message) => "number" in message && message.number))).toEqual(new Set([2]));
  });

  it("that is under way is told to stop", async () => {
    let signalSeen: AbortSignal | undefined;
    const endless: Library = {
      ...library,
      async *search(_text, _query, { signal } = {}) {
        signalSeen = signal;
        yield* library.search("login", query);
        await until(() => signal?.aborted === true, { what: "the search to be stopped" });
      },
    };
    const { told, run } = asked({ library: endless });
    const searching = run({ do: "search", number: 1, text: "login", query });
    await until(() => told.length > 0, { what: "the first hits" });
    await run({ do: "stop-search" });
    await searching;
    expect(signalSeen?.aborted).toBe(true);
    expect(told.map(({ type }) => type)).not.toContain("searched");
  });

  it("stops where nobody reads on, and says that there is more", async () => {
    let hit: Hit | undefined;
    for await (const found of library.search("login", query)) hit = found;
    const flood: Library = {
      ...library,
      async *search() {
        for (;;) if (hit) yield hit;
      },
    };
    const { told, run } = asked({ library: flood });
    await run({ do: "search", number: 1, text: "login", query });
    expect(told.at(-1)).toEqual({ type: "searched", number: 1, isCut: true });
    expect(told.length).toBeLessThan(100);
  });
});

describe("a list", () => {
  it("comes with the warnings that were noticed", async () => {
    const warning = { kind: "unreadable", path: "/x", detail: "no permission" } as const;
    const { told, run } = asked({ library: { ...library, warnings: async () => [warning] } });
    await run({
      do: "list",
      reach: "first",
      epoch: 7,
      query: { ...query, limit: 20 },
      through: null,
      waitMs: 0,
    });
    expect(told).toMatchObject([{ type: "page", reach: "first", epoch: 7, warnings: [warning] }]);
    expect(told[0]?.type === "page" && told[0].page.total).toBe(30);
  });

  it("that fails is told with its epoch", async () => {
    const list = async () => {
      throw new SessionError("bad-use", "No.");
    };
    const { told, run } = asked({ library: { ...library, list } });
    await run({ do: "list", reach: "more", epoch: 3, query, through: null, waitMs: 0 });
    expect(told).toEqual([{ type: "list-failed", epoch: 3, reason: "No." }]);
  });

  it("counts what the filters would show", async () => {
    const { told, run } = asked();
    const state = "failed" as const;
    await run({
      do: "count",
      asked: [
        { option: "any", query: { ...query, limit: 1 }, leftOut: null },
        { option: "failed", query: { ...query, state, limit: 1 }, leftOut: null },
        { option: "archived", query: { ...query, limit: 1 }, leftOut: "archived" },
      ],
    });
    expect(told).toEqual([
      { type: "counted", option: "any", count: 30 },
      { type: "counted", option: "failed", count: 0 },
      { type: "counted", option: "archived", count: 1 },
    ]);
  });
});

describe("what the runner knows", () => {
  const until = "2026-11-15T15:00:00.000Z" as Timestamp;
  const rows = [
    statusRow("a"),
    statusRow("b", { state: "working" }),
    statusRow("c", { state: "failed", parkedUntil: until }),
  ];
  const offer = {
    run: "r",
    session: "codex:t3" as SessionId,
    agent: "codex",
    startedAt: until,
    state: "interrupted",
  };

  const cutOff = memoryLibrary([
    {
      thread: "a",
      workspace: "/home/me/shop",
      updatedAt: until,
      turns: [{ items: [{ kind: "prompt", text: "x" }] }],
    },
  ]);

  // The list's duration decides what is queried; a busy machine must not change that.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("is told as a number of interrupted sessions and runs, and who is parked", async () => {
    const lost = statusRow("lost", { session: null });
    const { told, run } = asked({
      library: cutOff,
      runs: { status: async () => [...rows, lost], dismissedCount: async () => 0 } as unknown as Runner,
    });
    await run({ do: "status", scope: "all" });
    expect(told).toMatchObject([
      { type: "status", isAll: true, interruptedCount: 2, newest: { state: "interrupted" }, waitingCount: 0 },
    ]);
  });

  it("is not asked for where that would hold up the keys; the number is told all the same", async () => {
    const slow: Library = {
      ...cutOff,
      list: async (asking) => {
        vi.advanceTimersByTime(150);
        return cutOff.list(asking);
      },
    };
    const { told, run } = asked({
      library: slow,
      runs: { dismissedCount: async () => 0 } as unknown as Runner,
    });
    await run({ do: "status", scope: "all" });
    expect(told).toMatchObject([{ type: "status", isAll: true, interruptedCount: 1, waitingCount: 0 }]);
  });

  it("comes with the projects of this workspace that can be continued", async () => {
    const states = ["interrupted", "parked", "running", "succeeded", "damaged"] as const;
    const list = async () => states.map((state) => sampleProjectRow({ state }));
    const runs = { status: async () => [], dismissedCount: async () => 0 } as unknown as Runner;
    const { told, run } = asked({ runs, inRounds: { list } as unknown as Projects });
    await run({ do: "status", scope: query.scope });
    expect(told.at(-1)).toEqual({ type: "projects", unfinishedCount: 2 });
  });

  it("counts no session that was dismissed", async () => {
    const runs = {
      status: async () => [],
      dismissedCount: async () => 1,
      dismissal: async (session: string) => ({ session, whyNot: null, isDismissed: true }),
    } as unknown as Runner;
    const { told, run } = asked({ library: cutOff, runs });
    await run({ do: "status", scope: "all" });
    expect(told).toMatchObject([{ type: "status", interruptedCount: 0, newest: null }]);
  });

  it("is dismissed, and counts again the next time; where there is nothing to dismiss it is said", async () => {
    let isDismissed = false;
    let whyNot: string | null = null;
    const runs = {
      dismissal: async (session: string) => ({ session, whyNot, isDismissed }),
      dismiss: async (_: string, wanted: boolean) => {
        isDismissed = wanted;
      },
    } as unknown as Runner;
    const { told, run } = asked({ library: cutOff, runs });
    const session = summary("a");
    await run({ do: "dismiss", session });
    await run({ do: "dismiss", session });
    whyNot = "codex:a is completed: nothing to dismiss.";
    await run({ do: "dismiss", session });
    expect(told).toEqual([
      { type: "dismissed", session: session.id, isDismissed: true },
      { type: "dismissed", session: session.id, isDismissed: false },
      { type: "note", text: whyNot },
    ]);
  });

  it("is offered with the session it is about; one whose session has gone is not", async () => {
    const runs = (session: string) => ({ offer: async () => ({ ...offer, session }) }) as unknown as Runner;
    const found = asked({ runs: runs("codex:t3") });
    await found.run({ do: "offer", cwd: "/home/me/shop" });
    expect(found.told).toMatchObject([{ type: "offered", offered: { session: { id: "codex:t3" } } }]);
    const lost = asked({ runs: runs("codex:gone") });
    await lost.run({ do: "offer", cwd: "/home/me/shop" });
    expect(lost.told).toEqual([]);
  });

  it("is not asked once the screen has gone", async () => {
    const { run, ending, told } = asked();
    ending.abort();
    await run({ do: "status", scope: "all" });
    await run({ do: "watch" });
    expect(told).toEqual([]);
  });
});

describe("watching", () => {
  it("tells each change until the screen goes", async () => {
    const watching: Library = {
      ...library,
      async *watch(signal) {
        yield { sessions: null };
        yield { sessions: null };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const { run, ending, told } = asked({ library: watching });
    const watched = run({ do: "watch" });
    await until(() => told.length === 2, { what: "two changes" });
    ending.abort();
    await watched;
    expect(told).toEqual([
      { type: "changed", sessions: null },
      { type: "changed", sessions: null },
    ]);
  });

  it("that fails says how to read the list again", async () => {
    const broken: Library = {
      ...library,
      // biome-ignore lint/correctness/useYield: it never comes to that
      async *watch() {
        throw new Error("Too many files.");
      },
    };
    await expect(asked({ library: broken }).run({ do: "watch" })).rejects.toThrow(
      "Changes are not followed: Too many files. Ctrl-R reads the list again.",
    );
  });
});

it("copies through the terminal, and looks everywhere when a list is empty", async () => {
  const { run, told, world } = asked({ homes: ["/home/me/.codex"] });
  await run({ do: "copy", text: "codex:t1" });
  await run({ do: "look-anywhere" });
  expect(world.copied).toEqual(["codex:t1"]);
  expect(told).toEqual([{ type: "anywhere", anywhere: { count: 31, homes: ["/home/me/.codex"] } }]);
});

it("means the selected row where two homes have a session with its id", async () => {
  const named: string[] = [];
  const find = async () => {
    throw new SessionError("ambiguous", "codex:a names 2 sessions.", {
      candidates: ["/a.jsonl", "/b.jsonl"],
    });
  };
  const runs = {
    dismissal: async (session: string) => ({ session, whyNot: null, isDismissed: false }),
    dismiss: async (session: string) => void named.push(session),
  } as unknown as Runner;
  const agentCommand = async (session: string) => {
    named.push(session);
    return "codex resume a";
  };
  const { run, told } = asked({ library: { ...library, find }, runs, agentCommand });
  const session = { ...summary("a"), files: [{ path: "/b.jsonl", sizeBytes: 1, role: "main" }] } as const;
  await run({ do: "dismiss", session });
  await run({ do: "copy-command", session });
  expect(named).toEqual(["/b.jsonl", "/b.jsonl"]);
  expect(told[0]).toEqual({ type: "dismissed", session: session.id, isDismissed: true });
});

it("an undo takes back its own change only, and says so where there is none left", async () => {
  const session = "codex:t1" as SessionId;
  const annotations = annotationsOver(library);
  const { run, told } = asked({ annotations: async () => annotations });
  const named = await annotations.annotate(session, { name: "alpha", addTags: ["mine"] });
  await annotations.annotate(session, { name: "of another app" });
  await run({ do: "undo", changed: named });
  expect(await annotations.read(session)).toMatchObject({ annotation: { name: "of another app", tags: [] } });
  expect(told).toMatchObject([{ type: "annotated", isUndo: true }]);
  await run({ do: "undo", changed: named });
  expect(told.at(-1)).toEqual({ type: "note", text: "It was changed since: nothing was undone." });
});

describe("without unfinished work of ours", () => {
  const noRunner = () => Promise.reject(new Error("a runner was made"));

  it("what was cut off is counted from the list, and nothing is offered", async () => {
    const mayHaveUnfinishedWork = async () => false;
    const { told, run } = asked({ runner: noRunner, mayHaveUnfinishedWork });
    await run({ do: "status", scope: "all" });
    await run({ do: "offer", cwd: "/home/me/shop" });
    expect(told).toEqual([{ type: "status", isAll: true, interruptedCount: 0, newest: null, waitingCount: 0 }]);
  });

  it("a runner says what there is, if there may be some", async () => {
    const { run } = asked({ runner: noRunner, mayHaveUnfinishedWork: async () => true });
    await expect(run({ do: "status", scope: "all" })).rejects.toThrow("a runner was made");
    await expect(run({ do: "offer", cwd: "/home/me/shop" })).rejects.toThrow("a runner was made");
  });
});
