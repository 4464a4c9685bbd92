import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model } from "../models/model.ts";
import { startModel } from "../models/start.ts";
import type { AgentHome } from "./agent.ts";
import { codex } from "./codex.ts";
import { type AppServer, AppServerError, type ServerRequest, startAppServer } from "./codex-app-server.ts";
import { disposeAll } from "./process.ts";

describe("a client of the real codex app-server", () => {
  let scratch: Scratch;
  let model: Model;
  let home: AgentHome;

  beforeAll(async () => {
    scratch = await makeScratch();
    model = await startModel("responses");
    home = await codex.prepareHome({ home: scratch.home, model });
  });
  afterAll(async () => {
    await disposeAll();
    await model.close();
    await scratch.remove();
  });

  const start = (answer?: (request: ServerRequest) => object | undefined) =>
    startAppServer({ home, cwd: scratch.workspace, ...(answer ? { answer } : {}) });
  const startThread = async (server: AppServer, approvalPolicy: string) => {
    const settings = { cwd: scratch.workspace, approvalPolicy, sandbox: "read-only" };
    const { thread } = await server.request("thread/start", settings);
    return (thread as { id: string }).id;
  };
  const startTurn = (server: AppServer, threadId: string, text: string) =>
    server.request("turn/start", { threadId, input: [{ type: "text", text }] });

  test("follows a turn by its notifications", async () => {
    model.push([{ text: "From the app-server." }]);
    const server = await start();
    await startTurn(server, await startThread(server, "never"), "say it");
    const { params } = await server.waitFor("turn/completed");
    expect(params.turn).toMatchObject({ status: "completed", items: [{ text: "From the app-server." }] });
    server.closeInput();
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test("answers an approval, and the command runs", async () => {
    const command = {
      cmd: "echo approved-$((1 + 1))",
      sandbox_permissions: "require_escalated",
      justification: "?",
    };
    model.push([{ call: { name: "exec_command", arguments: command } }], [{ text: "Done." }]);
    const server = await start(({ method }) =>
      method === "item/commandExecution/requestApproval" ? { decision: "accept" } : undefined,
    );
    await startTurn(server, await startThread(server, "on-request"), "ask me");
    const isCommand = ({ item }: Record<string, unknown>) => (item as { type: string }).type === "commandExecution";
    const { params } = await server.waitFor("item/completed", isCommand);
    expect(params.item).toMatchObject({ status: "completed", aggregatedOutput: "approved-2\n" });
    await server.waitFor("turn/completed");
    server.kill("SIGTERM");
    await server.exited;
  });

  test("tells a refusal, and the end of the server", async () => {
    const server = await start();
    const refusal = server.request("thread/resume", { threadId: "thr_123" });
    await expect(refusal).rejects.toThrow(AppServerError);
    const waiting = expect(server.waitFor("turn/completed")).rejects.toThrow("ended");
    server.killAlone("SIGKILL");
    await waiting;
    expect(await server.exited).toEqual({ code: null, signal: "SIGKILL" });
  });
});
