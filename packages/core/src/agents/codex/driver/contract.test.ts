import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Decision, ThreadId } from "@reprise/model";
import { locateBinary } from "@reprise/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, follow, promptOf } from "../../../../test/codex-driver/follow.ts";
import { everyKind } from "../../../../test/codex-driver/history.ts";
import { problemsIn } from "../../../../test/codex-driver/schema.ts";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { approvalOf } from "./requests/approval.ts";

type Schema = Parameters<typeof problemsIn>[1];

/** Checked against the schema that the installed binary generates. */
describe("every message we send", () => {
  const used = useStage();
  let folder = "";
  const schemaOf = async (name: string) => JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as Schema;

  beforeAll(async () => {
    const { scratch, home } = used.stage;
    folder = join(scratch.root, "schema");
    const args = ["app-server", "generate-json-schema", "--out", folder];
    await promisify(execFile)(locateBinary("codex").command, args, { env: home.env });
  });

  test("is a request or notification that Codex knows", async () => {
    const { stage } = used;
    const thread = await stage.fake({ waits: true }, { graceMs: 50 });
    const turn = follow(thread, "go");
    await turn.seen("turn-started");
    await thread.steer(promptOf("more"));
    await thread.toolServers();
    await thread.interrupt();
    const resumed = await stage.fake({ thread: thread.thread }, {}, thread.thread as ThreadId);
    await ask(resumed, "again");
    const forked = await stage.fake({}, {}, { thread: "source" as ThreadId, afterTurn: "turn-1" });
    await forked.inform?.(everyKind);
    const messages = stage.sent.map((line) => JSON.parse(line) as { id?: number; method: string });
    expect(new Set(messages.map(({ method }) => method))).toEqual(
      new Set([
        "initialize",
        "initialized",
        "thread/start",
        "thread/resume",
        "thread/fork",
        "thread/inject_items",
        "turn/start",
        "turn/steer",
        "turn/interrupt",
        "mcpServerStatus/list",
      ]),
    );
    const [request, notification] = [await schemaOf("ClientRequest"), await schemaOf("ClientNotification")];
    for (const message of messages)
      expect(problemsIn(message, message.id === undefined ? notification : request), message.method).toEqual([]);
  });

  const responses: [string, string, Record<string, unknown>][] = [
    [
      "item/commandExecution/requestApproval",
      "CommandExecutionRequestApprovalResponse",
      { command: "ls", proposedExecpolicyAmendment: ["ls"] },
    ],
    [
      "item/commandExecution/requestApproval",
      "CommandExecutionRequestApprovalResponse",
      { proposedNetworkPolicyAmendments: [{ host: "a.test", action: "allow" }] },
    ],
    ["item/fileChange/requestApproval", "FileChangeRequestApprovalResponse", {}],
    [
      "item/permissions/requestApproval",
      "PermissionsRequestApprovalResponse",
      {
        permissions: {
          network: { enabled: true },
          fileSystem: {
            read: null,
            write: ["/w"],
            entries: [{ path: { type: "path", path: "/w" }, access: "write" }],
          },
        },
      },
    ],
    ["item/tool/requestUserInput", "ToolRequestUserInputResponse", { questions: [{ id: "q", question: "?" }] }],
    [
      "mcpServer/elicitation/request",
      "McpServerElicitationRequestResponse",
      { message: "?", requestedSchema: { properties: { q: { type: "string" } } } },
    ],
    [
      "mcpServer/elicitation/request",
      "McpServerElicitationRequestResponse",
      { message: "?", _meta: { codex_approval_kind: "mcp_tool_call", persist: ["session", "always"] } },
    ],
    ["execCommandApproval", "ExecCommandApprovalResponse", { command: ["ls"] }],
    ["applyPatchApproval", "ApplyPatchApprovalResponse", { fileChanges: { "/w/a": {} } }],
  ];

  test.each(responses)("is an answer to %s that Codex takes (%s)", async (method, name, params) => {
    const approval = approvalOf(
      { kind: "request", id: 0, method, params },
      {
        scope: { home: "/h", workspace: "/w", sandbox: { type: "read-only" } },
        changesOf: () => [],
        commandOf: () => null,
      },
    );
    const schema = await schemaOf(name);
    for (const decision of ["once", "session", "always", "decline", "cancel"] as Decision[])
      expect(problemsIn(approval?.reply({ decision, answers: { q: ["a"] } }), schema), decision).toEqual([]);
  });

  test("would be found out by the schema if it were wrong", async () => {
    const request = await schemaOf("ClientRequest");
    const params = { threadId: "t", input: [{ type: "text", text: "x" }] };
    expect(problemsIn({ id: 1, method: "turn/start", params }, request)).toEqual([]);
    for (const wrong of [
      { ...params, clientUserMessage: "misspelt" },
      { ...params, threadId: 5 },
      { input: [] },
      { ...params, input: [{ type: "text" }] },
    ])
      expect(problemsIn({ id: 1, method: "turn/start", params: wrong }, request)).not.toEqual([]);
    expect(problemsIn({ decision: "approve" }, await schemaOf("FileChangeRequestApprovalResponse"))).not.toEqual([]);
  });
});
