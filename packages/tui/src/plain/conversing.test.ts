import { newRunView, type RestoreEvent, type RunId, type Runner, type RunWish } from "@reprise/model";
import { memoryLibrary, playedRun, promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ScriptedLines } from "../../test/support/lines.ts";
import { PlayedControls } from "../../test/support/live.ts";
import { Acting, ended, turnEnded, turnStarted, walkIn } from "../../test/support/plain-walk.ts";
import { bomb, dangerous, request, resumePlan } from "../../test/support/plans.ts";
import { testWorld } from "../../test/support/world.ts";
import { Conversation } from "./conversation.ts";
import { runPlain } from "./run-plain.ts";

const seed = { thread: "a", workspace: "/home/me/shop", updatedAt: "2026-11-15T09:00:00.000Z" };
const walk = walkIn(() => memoryLibrary([{ ...seed, turns: [promptTurn("Fix a")] }]));

describe("a conversation by lines", () => {
  async function* talks(controls: Acting): AsyncIterable<RestoreEvent> {
    yield turnStarted;
    yield { type: "delta", key: "k", kind: "reply", text: "Hello " };
    yield { type: "delta", key: "k", kind: "reply", text: `world ${bomb}` };
    yield { type: "item", key: "k", isComplete: true, item: { kind: "reply", text: "Hello world" } };
    yield { type: "request", request: request() };
    await controls.until("answer r1 session");
    yield { type: "request-resolved", id: "r1", decision: "session", by: "person" };
    yield turnEnded;
    await controls.until("send and now the docs");
    yield turnStarted;
    await controls.until("interrupt");
    yield { ...turnEnded, state: "interrupted" } as RestoreEvent;
    await controls.until("close");
    yield ended;
  }

  test("streams once, asks by number, sends, stops, quits; nothing acts on the terminal", async () => {
    const { text, runs, done } = await walk(
      { play: talks },
      ...["new", "begin"],
      { after: "Type 1 to 4, or the letter.", line: "9" },
      "2",
      { after: "Your turn.", line: "and now the docs" },
      "/frob",
      "/stop",
      { after: "Turn interrupted.", line: "/quit" },
      { after: "Run completed.", line: "quit" },
    );
    expect(runs[0]).toMatchObject({ prompt: "begin", cwd: "/home/me/shop", stays: true });
    expect(done).toEqual(["answer r1 session", "send and now the docs", "interrupt", "close"]);
    expect(text.split("Hello ")).toHaveLength(2);
    expect(text.match(/Type 1 to 4, or the letter\./g)).toHaveLength(2); // asked again after 9
    expect(text).toContain("2. yes, for this session");
    expect(text).toContain("Unknown command /frob. Did you mean /fork? //frob sends it.");
    expect(text.replaceAll("\n", "")).not.toMatch(dangerous);
  });

  test.each([
    ["the beginning", "a\n", "Output: a\nb\nc\n\nOf the command make: Exit code 0."],
    ["all", "a\nb\nc\n", "Output: a\nb\nc\n\nOf the command make: Exit code 0."],
    ["nothing", "", "Command: make\na\nb\nc\nExit code 0."],
    [
      "the end",
      "c\n",
      "Output: c\n\nThe output above was incomplete. The whole output:\nCommand: make\na\nb\nc\nExit code 0.",
    ],
  ])("output of which %s came in pieces is told whole, and once where that is possible", async (_, came, told) => {
    async function* prints(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      if (came !== "") yield { type: "delta", key: "c", kind: "output", text: came };
      const item = {
        kind: "command",
        command: "make",
        output: "a\nb\nc\n",
        exitCode: 0,
        status: "done",
      } as const;
      yield { type: "item", key: "c", isComplete: true, item };
      yield turnEnded;
      await controls.until("close");
      yield ended;
    }
    const { text } = await walk(
      { play: prints },
      ...["new", "begin"],
      { after: "Your turn.", line: "/quit" },
      { after: "Run completed", line: "quit" },
    );
    expect(text).toContain(`/stop stops it.\n${told}\nTurn completed.`);
  });

  test("a change is shown with the request for it; a journal that is not written is told, and when it is again", async () => {
    async function* edits(controls: Acting): AsyncIterable<RestoreEvent> {
      const changes = [{ path: "src/a.ts", change: "update", diff: "@@\n-old\n+new\n", movedTo: null } as const];
      yield { type: "journal-health", problem: "ENOSPC: no space left on device: /s/x.jsonl" };
      yield { type: "request", request: request({ kind: "edit", subject: "src/a.ts", item: "e", changes }) };
      await controls.until("answer r1 decline");
      yield { type: "journal-health", problem: null };
      await controls.until("close");
      yield ended;
    }
    const { text } = await walk(
      { play: edits },
      ...["new", "begin"],
      { after: "Type 1 to 4, or the letter.", line: "3" },
      { after: "written again", line: "/quit" },
      { after: "Run completed", line: "quit" },
    );
    expect(text).toMatch(
      /The agent asks to change files:[\s\S]*│ update src\/a\.ts\n[\s\S]*│ \+new\n.*\n1\. yes, once/,
    );
    expect(text).toContain("Warning: The journal of this run is not written: the disk is full. Free some space");
  });

  test("an input that ends declines what is asked and ends the run", async () => {
    async function* asks(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      yield { type: "request", request: request() };
      await controls.until("answer r1 decline");
      await controls.until("close");
      yield ended;
    }
    const { done } = await walk({ play: asks }, "new", "begin");
    expect(done).toEqual(["answer r1 decline", "interrupt", "close"]);
  });

  test("questions take a number or words; one that somebody else answered is not asked any more", async () => {
    async function* asks(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      yield { type: "request", request: request({ id: "gone" }) };
      yield { type: "request-resolved", id: "gone", decision: "once", by: "kept" };
      const questions = [
        { id: "a", text: "Which?", options: ["red", "blue"] },
        { id: "b", text: "Why?", options: [] },
      ];
      yield { type: "request", request: request({ id: "q", kind: "question", questions }) };
      await controls.until('answer q once {"a":["blue"],"b":["because"]}');
      yield turnEnded;
      await controls.until("close");
      yield ended;
    }
    const { text, done } = await walk(
      { play: asks },
      ...["new", "begin"],
      { after: "Which?", line: "2" },
      { after: "Why?", line: "because" },
      { after: "Your turn.", line: "/quit" },
      { after: "Run completed", line: "quit" },
    );
    expect(done[0]).toBe('answer q once {"a":["blue"],"b":["because"]}');
    expect(text).toContain("allowed once (saved approval)");
  });

  test("an unsent message of before is offered", async () => {
    const lines = new ScriptedLines("new", "2", "", "quit");
    const runs = { offer: async () => null } as Partial<Runner> as Runner;
    const world = testWorld({ library: memoryLibrary([]), runs });
    world.saved.set("new:/home/me/shop", { text: "half a thought", cursor: 4, savedAt: world.now() });
    await runPlain({ world, lines, isAll: false });
    expect(lines.text).toContain("An unsent message:\nhalf a thought");
    expect(world.saved.get("new:/home/me/shop")?.text).toBe("half a thought"); // the draft is kept
  });

  test("an unsent message is sent with its images, which are named first; images alone stay for the app", async () => {
    const inputs = [{ kind: "image", path: "/tmp/a.png" }] as const;
    const place = "new:/home/me/shop";
    for (const [text, ...said] of [
      ["look", "new", "1", "/quit", "quit"],
      ["", "new", "hello", "/quit", "quit"],
    ] as const) {
      const lines = new ScriptedLines(...said);
      const wishes: RunWish[] = [];
      const run = async (wish: RunWish) => {
        wishes.push(wish);
        return playedRun(async function* () {
          yield ended;
        }, new Acting());
      };
      const runs = { offer: async () => null, run } as Partial<Runner> as Runner;
      const world = testWorld({ library: memoryLibrary([]), runs });
      world.saved.set(place, { text, cursor: 0, savedAt: world.now(), inputs });
      await runPlain({ world, lines, isAll: false });
      if (text === "") {
        expect(wishes).toMatchObject([{ prompt: "hello", inputs: [] }]);
        expect(lines.text).not.toContain("An unsent message");
        expect(world.saved.get(place)?.inputs).toEqual(inputs);
      } else {
        expect(wishes).toMatchObject([{ prompt: "look", inputs }]);
        expect(lines.text).toContain("look\nwith the image /tmp/a.png");
        expect(world.saved.get(place)?.text).toBe("");
      }
    }
  });

  test("what looks like a command is never sent; a second slash or a space sends it", async () => {
    async function* listens(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      yield turnEnded;
      await controls.until("close");
      yield ended;
    }
    const { text, runs, done } = await walk(
      { play: listens },
      ...["new", "/init", "!ls", "//begin"],
      { after: "Your turn.", line: "/model" },
      ...["!make", "q", "/usr/bin/x fails", " /quit", "/status", "/steer now", "exit"],
    );
    expect(runs.map(({ prompt }) => prompt)).toEqual(["/begin"]);
    expect(done).toEqual(["send /usr/bin/x fails", "send /quit", "close"]);
    expect(text).toContain("Unknown command /init here: /help /model /back /quit.");
    expect(text.match(/Reprise runs no shell commands/g)).toHaveLength(2);
    expect(text).toContain("q alone is not sent.");
    expect(text).toContain("No turn runs: without /steer");
    expect(text).toContain("a new session of codex");
    expect(text).toMatch(/Run completed\.\n$/); // and so does the app
  });

  test("/back goes to the sessions", async () => {
    async function* listens(controls: Acting): AsyncIterable<RestoreEvent> {
      yield turnEnded;
      await controls.until("close");
      yield ended;
    }
    const { text } = await walk(
      { play: listens },
      ...["new", "begin"],
      { after: "Your turn.", line: "/back" },
      { after: "Run completed.\nSessions", line: "list" },
    );
    expect(text.match(/Sessions of this project/g)).toHaveLength(3); // at the start, behind /back, and as asked for
  });

  test("says why a message is refused, and goes on", async () => {
    class Refusing extends PlayedControls {
      override send = async (text: string): Promise<string> => {
        this.done.push(`refuse ${text}`);
        throw new Error("This prompt is too long. Nothing was sent.");
      };
    }
    const lines = new ScriptedLines("second", { after: "Nothing was sent.", line: "/quit" });
    const conversation = new Conversation(lines, newRunView("codex"), { first: "first", world: testWorld() });
    const controls = new Refusing();
    conversation.hold(controls);
    async function* play(): AsyncIterable<RestoreEvent> {
      while (!controls.done.includes("close")) await new Promise((resolve) => setTimeout(resolve, 1));
      yield ended;
    }
    await conversation.run(play());
    expect(controls.done).toEqual(["refuse first", "refuse second", "close"]);
  });

  test("on a terminal a long turn is said to go on after 10 s and each minute, and not in a pipe", async () => {
    const waited: number[] = [];
    const begun = Promise.withResolvers<void>();
    class Slow extends ScriptedLines {
      override readonly columns = 80;
      override async wait(ms?: number): Promise<void> {
        waited.push(ms ?? 0);
        await begun.promise;
        // The turn ends during the fourth wait.
        if (waited.filter((one) => one >= 10_000).length > 3) await new Promise(() => {});
      }
    }
    const lines = new Slow({ after: "2 min 00 s · running make", line: "/quit" });
    const conversation = new Conversation(lines, newRunView("codex"), { first: null, world: testWorld() });
    const controls = new PlayedControls();
    conversation.hold(controls);
    async function* play(): AsyncIterable<RestoreEvent> {
      yield turnStarted;
      const item = {
        kind: "command",
        command: "make",
        output: null,
        exitCode: null,
        status: "open",
      } as const;
      yield { type: "item", key: "c", isComplete: false, item };
      begun.resolve();
      while (!controls.done.includes("close")) await new Promise((resolve) => setTimeout(resolve, 1));
      yield turnEnded;
      yield ended;
    }
    await conversation.run(play());
    expect(waited).toEqual([10_000, 50_000, 60_000, 60_000]);
    expect(lines.text.match(/Still working: .*/g)).toEqual([
      "Still working: 10 s · running make.",
      "Still working: 1 min 00 s · running make.",
      "Still working: 2 min 00 s · running make.",
    ]);
  });
});

describe("/model and /fork by lines", () => {
  async function* restores(controls: Acting): AsyncIterable<RestoreEvent> {
    const { settings } = resumePlan();
    yield { type: "run-started", run: "r" as RunId, agent: "codex", settings };
    yield { type: "checking" };
    yield { type: "checked", settings };
    await controls.until("close");
    yield ended;
  }
  const restored = (first: string, ...said: readonly string[]) =>
    walk({ play: restores }, "1", "2", "y", { after: "Done.", line: first }, ...said);

  test("show their plan, and a no leads back with the run as it was", async () => {
    const { wishes, done, consents, text } = await restored(
      ...(["/model other", "n", "hello", "/fork", "n", "/quit", "quit"] as const),
    );
    expect(wishes.slice(1)).toMatchObject([
      { settings: { model: "other" }, modes: ["resume", "replay"], endsRun: "r" },
      { modes: ["fork", "replay"], endsRun: "r" },
    ]);
    expect(consents).toHaveLength(1);
    expect(done).toEqual(["send hello", "close"]);
    expect(text).toContain("Back in the conversation: nothing was ended.");
  });

  test("a yes ends the run, and the next one starts as planned", async () => {
    const { done, consents } = await restored(...(["/model other", "y", "quit"] as const));
    expect(done).toEqual(["close"]);
    expect(consents).toHaveLength(2);
  });

  test("say what is missing", async () => {
    const { text, wishes } = await restored("/model", "/model two words", "/edit", "!ls", "/quit", "quit");
    expect(text).toContain("/model NAME continues with another one");
    expect(text).toContain("has no spaces");
    expect(text).toContain("There is no /edit here: /help");
    expect(text).toContain("Reprise runs no shell commands");
    expect(wishes).toHaveLength(1);
  });

  test("a new session starts with the model that was named", async () => {
    const { runs } = await walk({}, "new", "/model", "/model other", "begin", "/quit", "quit");
    expect(runs).toMatchObject([{ prompt: "begin", settings: { model: "other" } }]);
  });
});
