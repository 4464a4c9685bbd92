import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "@reprise/model";
import { compareTrees, hashTree, startAppServer } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ask, endOf } from "../../../../test/codex-driver/follow.ts";
import {
  command,
  everyKind,
  everyKindAtTheModel,
  sentHistory,
  sentItems,
} from "../../../../test/codex-driver/history.ts";
import { orderOf } from "../../../../test/codex-driver/order.ts";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { nodeHost } from "../../../host/node-host.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { codexWriter } from "./writer.ts";

describe("a written rollout, for the real codex", () => {
  const used = useStage({ pairedCalls: true, cleanText: true });
  const prompt = { type: "message", role: "user", content: [{ type: "input_text", text: "go on" }] };
  const recorded = {
    model: "gpt-5.5",
    provider: "scripted",
    sandbox: "danger-full-access",
    approvalPolicy: "never",
  };

  async function write(history: readonly PortableItem[], settings: Partial<Settings>) {
    const { home, scratch } = used.stage;
    const host = nodeHost(home.env);
    const thread = codexWriter.newThread(host);
    const order = orderOf(home.env.CODEX_HOME ?? "", settings, { thread, cwd: scratch.workspace });
    return codexWriter.write(history, order, host);
  }

  test("is listed with its first prompt, shown with its turns, and resumed as it was set up", async () => {
    const { home, scratch, model } = used.stage;
    const server = await startAppServer({ home, cwd: scratch.workspace });
    expect((await server.request("thread/list", {})).data).toEqual([]);
    const { thread, path } = await write(everyKind, recorded);
    expect((await server.request("thread/list", {})).data).toMatchObject([
      {
        id: thread,
        preview: "first  question: ünï 漢字 🎉\n\n\tsecond line\r\n".trim(),
        source: "cli",
        path,
      },
    ]);
    const resumed = await server.request("thread/resume", { threadId: thread });
    expect(resumed).toMatchObject({
      model: "gpt-5.5",
      // Codex takes it from its configuration when nobody asks for another.
      sandbox: { type: "readOnly" },
      approvalPolicy: "never",
      cwd: scratch.workspace,
      thread: { turns: codexTurns },
    });
    const read = await server.request("thread/read", { threadId: thread, includeTurns: true });
    expect(read).toMatchObject({ thread: { turns: codexTurns } });
    expect(model.requests).toEqual([]);
    server.closeInput();
    await server.exited;
  });

  test("is the history that the model gets, in one request, and Codex goes on in the same file", async () => {
    const { model, home } = used.stage;
    const { thread, path } = await write(everyKind, recorded);
    const written = await readFile(path);
    const sessions = join(home.env.CODEX_HOME ?? "", "sessions");
    const before = await hashTree(sessions);
    const sent = model.requests.length;
    const resumed = await used.stage.resume(thread, recorded);
    expect(resumed.settings).toMatchObject(recorded);
    expect(endOf(await ask(resumed, "go on"))?.state).toBe("completed");
    expect(model.requests).toHaveLength(sent + 1);
    expect(sentHistory(model.requests.at(-1))).toEqual([...everyKindAtTheModel, prompt]);
    expect((await readFile(path)).subarray(0, written.length).equals(written)).toBe(true);
    const changes = compareTrees(before, await hashTree(sessions));
    expect(changes).toEqual([{ path: expect.stringContaining(thread), change: "content" }]);
  });

  test("has Codex's own instructions, and is told to another model without being summarised", async () => {
    const { stage } = used;
    const own = (config: string) => config.replace(/^model_instructions_file.*\n/m, "");
    await stage.withConfig(own, async () => {
      const { thread } = await write(everyKind, { ...recorded, model: "gpt-5.6-sol" });
      const sent = stage.model.requests.length;
      await ask(await stage.resume(thread, { ...recorded, model: "gpt-5.5" }), "go on");
      expect(stage.model.requests).toHaveLength(sent + 1);
      const told = instructionsIn(stage.model.requests.at(-1));
      await ask(await stage.start({ model: "gpt-5.5" }), "a fresh one");
      expect(told).toBe(instructionsIn(stage.model.requests.at(-1)));
      expect(told.length).toBeGreaterThan(1000);
    });
  });

  test("needs neither a model nor a provider, and may begin with a reply and hold long outputs", async () => {
    const { stage } = used;
    const long = "wörd ".repeat(30_000);
    const history: PortableItem[] = [
      { kind: "assistant", at: null, text: "before any prompt" },
      { kind: "user", at: null, text: "# AGENTS.md instructions for me" },
      command("long", "cat long", long),
    ];
    const { thread } = await write(history, {});
    const resumed = await stage.resume(thread);
    expect(resumed.settings).toMatchObject({ model: "gpt-5.5", sandbox: "read-only", provider: "scripted" });
    await ask(resumed, "go on");
    expect(sentHistory(stage.model.requests.at(-1))).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "before any prompt" }] },
      {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "# AGENTS.md instructions for me" }],
      },
      {
        type: "function_call",
        call_id: "long",
        name: "exec_command",
        arguments: '{"cmd":"cat long"}',
      },
      { type: "function_call_output", call_id: "long", output: long },
      prompt,
    ]);
  });
});

function instructionsIn(request: { readonly body: unknown } | undefined): string {
  return sentItems(request).find(({ role }) => role === "developer")?.content?.[0]?.text ?? "";
}

const codexTurns = [
  {
    status: "completed",
    error: null,
    items: [
      { type: "userMessage", content: [{ text: "first  question: ünï 漢字 🎉\n\n\tsecond line\r\n" }] },
      { type: "agentMessage", text: "I will look." },
      {
        type: "commandExecution",
        id: "call_look",
        status: "completed",
        aggregatedOutput: "total 0\n\u001b[31mred\u001b[0m\n",
      },
      { type: "fileChange", id: "call_patch", status: "completed" },
      { type: "agentMessage", text: "Done." },
    ],
  },
  {
    status: "completed",
    error: null,
    items: [
      { type: "userMessage", content: [{ text: "<environment_context> is how I begin" }] },
      { type: "dynamicToolCall", tool: "mcp__files__read", status: "completed", success: true },
      { type: "dynamicToolCall", tool: "WebFetch", status: "failed", success: false },
      { type: "commandExecution", id: "gemini-3", status: "failed" },
      { type: "agentMessage", text: "That did not work." },
    ],
  },
];
