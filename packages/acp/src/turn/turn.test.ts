import { setImmediate as soon } from "node:timers/promises";
import type { Failure, ItemBody, RestoreEvent, SessionId } from "@reprise/model";
import { promptTurn, step, until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { MemoryStage, playing } from "../../test/memory-stage.ts";

const delta = (key: string, text: string): RestoreEvent => ({ type: "delta", key, kind: "reply", text });
const item = (key: string, body: ItemBody, isComplete = true): RestoreEvent => ({
  type: "item",
  key,
  isComplete,
  item: body,
});
const reply = (key: string, text: string, isComplete = true) => item(key, { kind: "reply", text }, isComplete);
const ended = (failure: Failure | null = null): RestoreEvent => ({
  type: "run-ended",
  status: failure === null ? "completed" : "failed",
  failure,
});

/** The editor after one prompt to a run that plays these events. */
async function after(...events: RestoreEvent[]) {
  const stage = await MemoryStage.open(
    playing(async function* () {
      yield* events;
      yield ended();
    }),
  );
  const { sessionId } = await stage.editor.create("/srv/app");
  expect(await stage.editor.prompt(sessionId, "hello")).toEqual({ stopReason: "end_turn" });
  return stage.editor;
}

describe("text", () => {
  test("that streamed is not repeated by its item; what did not stream follows", async () => {
    const editor = await after(
      reply("a", "", false),
      ...[delta("a", "Hel"), reply("a", "Hello", false), delta("a", ", wor"), reply("a", "Hello, world.")],
      reply("a", "Hello, world."),
      reply("b", "Whole."),
    );
    expect(editor.said).toEqual(["agent: Hello, world.", "agent: Whole."]);
  });

  test("with a gap is completed by the whole, and says so", async () => {
    const editor = await after(delta("a", "Hel"), delta("a", "world."), reply("a", "Hello, world."));
    expect(editor.said).toEqual([
      "agent: Helworld.\n\nThe reply above was incomplete. The whole reply:\n\nHello, world.",
    ]);
  });

  test("that the agent discards is followed by a line that says so", async () => {
    const editor = await after(
      ...[delta("a", "Wrong"), { type: "item-dropped", key: "a" } as const, reply("b", "Right.")],
    );
    expect(editor.conversation).toEqual([
      "agent: Wrong",
      "thought: Discarded: the agent asks the model again.",
      "agent: Right.",
    ]);
  });

  test("longer than a message comes in several, and no character is split", async () => {
    const text = `${"x".repeat(63_999)}😀${"y".repeat(70_000)}`;
    const editor = await after(reply("a", text));
    expect(editor.said).toEqual([`agent: ${text}`]);
    expect(
      editor.of("agent_message_chunk").every(({ content }) => "text" in content && content.text.isWellFormed()),
    ).toBe(true);
  });

  test("of reasoning is thought", async () => {
    const editor = await after(
      { type: "delta", key: "r", kind: "reasoning", text: "Hm" },
      item("r", { kind: "reasoning", text: "Hmm." }),
      reply("a", "Yes."),
    );
    expect(editor.conversation).toEqual(["thought: Hmm.", "agent: Yes."]);
  });
});

describe("tool calls", () => {
  const command = (status: "open" | "done" | "waiting", output: string | null = null): ItemBody => ({
    kind: "command",
    command: "make",
    output,
    exitCode: status === "done" ? 0 : null,
    status,
  });

  test("are announced once, updated in place, and none is left open", async () => {
    const editor = await after(
      ...[item("1", command("open"), false), item("1", command("open"), false)],
      ...[item("1", command("done", "built")), item("2", command("open"), false)],
    );
    expect(editor.of("tool_call").map(({ title, status }) => [title, status])).toEqual([
      ["make", "in_progress"],
      ["make", "in_progress"],
    ]);
    const [first, second] = editor.of("tool_call").map(({ toolCallId }) => toolCallId);
    expect(editor.of("tool_call_update").map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
      [first, "completed"],
      [second, "failed"],
    ]);
  });

  test("of two turns have ids of their own, though agents count from 1 in each", async () => {
    const stage = await MemoryStage.open(
      playing(async function* () {
        yield item("1", command("done"));
        yield ended();
      }),
    );
    for (const cwd of ["/a", "/b"]) await stage.editor.prompt((await stage.editor.create(cwd)).sessionId, "go");
    expect(new Set(stage.editor.of("tool_call").map(({ toolCallId }) => toolCallId)).size).toBe(2);
  });
});

describe("a request of the agent", () => {
  async function answered(optionId: string | null, ...more: Parameters<typeof step.request>) {
    const stage = await MemoryStage.open();
    stage.agent.plays({ turns: [[step.request(...more)]] });
    stage.editor.answers = () => optionId;
    const { sessionId } = await stage.editor.create("/srv/app");
    const response = await stage.editor.prompt(sessionId, "go");
    return { stage, response, said: stage.editor.said };
  }

  test("offers what the agent offers, and the choice is its answer", async () => {
    for (const decision of ["once", "session", "decline"]) {
      const { stage, said } = await answered(decision, "a");
      expect(said).toEqual(["call: run a", `agent: answered ${decision}`]);
      expect(stage.editor.asked[0]?.options).toEqual([
        { optionId: "once", name: "Allow once", kind: "allow_once" },
        { optionId: "session", name: "Allow for this session", kind: "allow_always" },
        { optionId: "decline", name: "Decline", kind: "reject_once" },
        { optionId: "cancel", name: "Decline and stop the turn", kind: "reject_once" },
      ]);
    }
  });

  test("without an answer, or with one that was not offered, is declined", async () => {
    for (const optionId of [null, "always", "anything"]) {
      const { said } = await answered(optionId, "a");
      expect(said).toEqual(["call: run a", "agent: answered decline"]);
    }
  });

  test("that no answer declines stops the turn", async () => {
    const { response } = await answered(null, "a", { choices: ["once"] });
    expect(response).toEqual({ stopReason: "cancelled" });
  });

  test("shows all of a hostile command, and none of it passes for our words", async () => {
    const subject = "echo hi ```\n\u001b]0;x\u0007Allow? yes";
    const { stage } = await answered("once", "a", { subject });
    const { toolCall } = stage.editor.asked[0] ?? {};
    expect(toolCall?.title).toBe(String.raw`echo hi ${"```"}␊\x1b]0;x\x07Allow? yes`);
    const text = JSON.stringify(toolCall?.content);
    expect(text).not.toContain("\\u001b");
    expect(text).toContain(String.raw`│ \\x1b]0;x\\x07Allow? yes`);
    expect(text).toContain("````");
  });

  const questions = [
    { id: "q", text: "Which?", options: ["red", "blue"], descriptions: ["", "as the sea"] },
    { id: "why", text: "And why?", options: [] },
  ];

  /** An agent that asks these; what it was answered. */
  async function questioned(asked: typeof questions, can = {}) {
    const answers: unknown[] = [];
    const { request } = step.request("a", { kind: "question", subject: "Tell me", questions: asked }) as {
      request: never;
    };
    const play = async function* (): AsyncGenerator<RestoreEvent> {
      yield { type: "request", request };
      await until(() => answers.length > 0);
      yield ended();
    };
    const answer = async (_request: string, given: unknown) => void answers.push(given);
    const stage = await MemoryStage.open(playing(play, { answer }), can);
    stage.editor.answers = ({ options }) => options.find(({ name }) => name === "blue: as the sea")?.optionId ?? null;
    stage.editor.fills = ({ message }) => (message === "Tell me" ? { q: "red", why: "I like it" } : null);
    const { sessionId } = await stage.editor.create("/srv/app");
    await stage.editor.prompt(sessionId, "go");
    return { answers, editor: stage.editor };
  }

  test("with questions is answered by their options, or in a form where the editor has forms", async () => {
    const chosen = await questioned(questions.slice(0, 1));
    expect(chosen.editor.asked[0]).toMatchObject({ toolCall: { title: "Which?" } });
    expect(chosen.answers).toEqual([{ decision: "once", answers: { q: ["blue"] } }]);
    const { answers } = await questioned(questions, { elicitation: { form: {} } });
    expect(answers).toEqual([{ decision: "once", answers: { q: ["red"], why: ["I like it"] } }]);
  });

  test("for an answer in one's own words is declined where there is no form, and says so", async () => {
    const { answers, editor } = await questioned(questions.slice(1));
    expect(answers).toEqual([{ decision: "decline" }]);
    expect(editor.text("agent_thought_chunk")).toBe(
      "The agent asked, and it was declined: And why? Answer in your next prompt.",
    );
  });

  test("that a saved approval answers is not asked, but told", async () => {
    const request = (step.request("a") as { request: never }).request;
    const editor = await after(
      { type: "request", request },
      { type: "request-resolved", id: "a", decision: "session", by: "kept" },
      reply("b", "Done."),
    );
    expect(editor.asked).toEqual([]);
    expect(editor.conversation).toEqual(["thought: run a: allowed for this session (saved approval)", "agent: Done."]);
  });
});

describe("cancel", () => {
  test("stops a turn, and also one that waits for an answer", async () => {
    for (const one of [step.hang, step.request("a")]) {
      const stage = await MemoryStage.open();
      stage.agent.plays({ turns: [[step.delta("d", "…"), one]] });
      stage.editor.answers = () => new Promise(() => undefined);
      const { sessionId } = await stage.editor.create("/srv/app");
      const prompted = stage.editor.prompt(sessionId, "go");
      await stage.editor.hears(() => true, "anything");
      if (one !== step.hang) await until(() => stage.editor.asked.length > 0);
      await stage.editor.cancel(sessionId);
      expect(await prompted).toEqual({ stopReason: "cancelled" });
      expect(stage.prompts.size).toBe(0);
    }
  });

  test("before the agent has started ends the run", async () => {
    const stage = await MemoryStage.open();
    stage.agent.plays({ startHangs: true });
    const { sessionId } = await stage.editor.create("/srv/app");
    const prompted = stage.editor.prompt(sessionId, "go");
    await until(() => stage.agent.launches.length > 0);
    await stage.editor.cancel(sessionId);
    expect(await prompted).toEqual({ stopReason: "cancelled" });
  });
});

test("when the editor leaves, its runs end, and what was not sent stays on disk", async () => {
  const stage = await MemoryStage.open();
  const { sessionId } = await stage.editor.create("/srv/app");
  stage.agent.plays({ startHangs: true });
  stage.editor.prompt(sessionId, "unsent").catch(() => undefined);
  await until(() => stage.agent.launches.length > 0);
  await stage.leave();
  expect(stage.store.runs.map(({ state }) => state.status)).toEqual(["cancelled"]);
  expect([...stage.prompts.values()]).toEqual([
    { text: "unsent", target: { mode: "new", session: null, agent: "codex", cwd: "/srv/app" } },
  ]);
});

describe("a failure", () => {
  const failing = async (failure: Failure) => {
    const stage = await MemoryStage.open(
      playing(async function* () {
        yield ended(failure);
      }),
    );
    const { sessionId } = await stage.editor.create("/srv/app");
    return { stage, prompted: stage.editor.prompt(sessionId, "go") };
  };

  test.each([
    ["limit", -32603, 1],
    ["authentication", -32000, 1],
    ["server", -32603, 1],
    ["agent-missing", -32603, 0],
    ["other", -32603, 0],
  ] as const)(
    "%s is an error with its message; its prompt is kept only if it may work later",
    async (kind, code, kept) => {
      const { stage, prompted } = await failing({ kind, message: `It failed: ${kind}.`, resetsAt: null });
      await expect(prompted).rejects.toMatchObject({
        code,
        message: `It failed: ${kind}.`,
        data: { code: kind },
      });
      expect(stage.prompts.size).toBe(kept);
    },
  );

  test("of a full context is max_tokens", async () => {
    const { prompted } = await failing({ kind: "context-full", message: "Full.", resetsAt: null });
    expect(await prompted).toEqual({ stopReason: "max_tokens" });
  });
});

describe("a prompt", () => {
  const sent = async (...prompt: object[]) => {
    const stage = await MemoryStage.open();
    const { sessionId } = await stage.editor.create("/srv/app");
    await stage.editor.agent.request("session/prompt", { sessionId, prompt });
    return stage.agent.texts;
  };

  test("is sent with its mentions and embedded texts", async () => {
    expect(
      await sent(
        { type: "text", text: "Explain " },
        { type: "resource_link", name: "a b.ts", uri: "file:///srv/app/a%20b.ts" },
        { type: "resource_link", name: "page", uri: "https://example.org/page" },
        { type: "resource", resource: { uri: "file:///srv/app/c.ts", text: "let c;" } },
      ),
    ).toEqual([
      'Explain /srv/app/a b.ts[page](https://example.org/page)\n<context name="/srv/app/c.ts">\nlet c;\n</context>\n',
    ]);
  });

  test("that nobody would get is refused by name", async () => {
    await expect(sent({ type: "image", data: "", mimeType: "image/png" })).rejects.toThrow("sends no image");
    await expect(sent({ type: "text", text: " \n" })).rejects.toThrow("The prompt is empty.");
    await expect(sent({ type: "resource", resource: { uri: "file:///a.bin", blob: "AAAA" } })).rejects.toThrow(
      "file:///a.bin is not a text.",
    );
  });

  test("is one at a time in a session, and another session runs beside it", async () => {
    const stage = await MemoryStage.open();
    const [one, other] = [await stage.editor.create("/srv/a"), await stage.editor.create("/srv/b")];
    stage.agent.plays({ turns: [[step.hang]] });
    const prompted = stage.editor.prompt(one.sessionId, "first");
    await until(() => stage.agent.texts.length > 0);
    await expect(stage.editor.prompt(one.sessionId, "second")).rejects.toThrow("A turn of this session is running.");
    expect(await stage.editor.prompt(other.sessionId, "beside")).toEqual({ stopReason: "end_turn" });
    await stage.editor.cancel(one.sessionId);
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    expect(stage.agent.texts).toEqual(["first", "beside"]);
  });
});

describe("a session that is continued", () => {
  const seed = {
    thread: "t1",
    workspace: "/srv/app",
    updatedAt: "2026-01-01T00:00:00.000Z",
    turns: [promptTurn("a")],
  };

  test("asks about other settings than recorded, and is not continued without a yes", async () => {
    const stage = await MemoryStage.open({ seeds: [seed] });
    await stage.editor.resume("codex:t1", "/srv/app");
    stage.agent.plays({ reports: { cwd: "/srv/moved" } });
    await expect(stage.editor.prompt("codex:t1", "go")).rejects.toMatchObject({ data: { code: "refused" } });
    expect(stage.agent.texts).toEqual([]);
    expect(stage.editor.asked[0]?.toolCall.title).toBe("Changed since. Continue?");
    expect(JSON.stringify(stage.editor.asked[0]?.toolCall.content)).toContain("/srv/moved");
    stage.editor.answers = () => "yes";
    expect(await stage.editor.prompt("codex:t1", "go")).toEqual({ stopReason: "end_turn" });
    expect(stage.agent.texts).toEqual(["go"]);
  });

  test("keeps the editor's name for it when its agent names it", async () => {
    const stage = await MemoryStage.open();
    const { sessionId } = await stage.editor.create("/srv/app");
    await stage.editor.prompt(sessionId, "one");
    await stage.editor.prompt(sessionId, "two");
    await soon();
    const session = `codex:${stage.agent.launches[1]?.thread}` as SessionId;
    expect([...stage.named]).toEqual([[sessionId, session]]);
    expect(stage.agent.texts).toEqual(["one", "two"]);
  });

  test("of which the agent saved nothing starts again; one that is gone later is an error", async () => {
    const stage = await MemoryStage.open();
    const { sessionId } = await stage.editor.create("/srv/app");
    stage.agent.plays({ turns: [[step.fail("It broke.")]] });
    await expect(stage.editor.prompt(sessionId, "one")).rejects.toThrow("It broke.");
    stage.store.logs.clear();
    expect(await stage.editor.prompt(sessionId, "two")).toEqual({ stopReason: "end_turn" });
    expect(stage.agent.launches.map(({ thread }) => thread)).toEqual([null, null]);
    stage.store.logs.clear();
    await expect(stage.editor.prompt(sessionId, "three")).rejects.toMatchObject({ code: -32002 });
    expect(stage.agent.texts).toEqual(["one", "two"]);
  });
});
