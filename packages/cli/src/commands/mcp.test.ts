import { expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { session } from "../../test/support/sessions.ts";

const messages = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { id: 2, method: "tools/call", params: { name: "list_sessions", arguments: { scope: "all" } } },
];
const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");

test("answers with the sessions of the library, then ends with stdin", async () => {
  const ran = await run("mcp", { stdin, contents: { sessions: [session("abc")] } });
  const answers = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: "reprise", version: "1.2.3" } } },
    { id: 2, result: { content: [{ type: "text", text: expect.stringContaining("codex:abc") }] } },
  ]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
});

test("asks for the folder's project unless another is named", async () => {
  const here = stdin.replace('"scope":"all"', "");
  const scopeOf = async (line: string) => (await run(line, { stdin: here })).library.asked.query?.scope;
  expect(await scopeOf("mcp")).toEqual({ workspace: "/home/shop" });
  expect(await scopeOf("mcp -C ../bank")).toEqual({ workspace: "/home/bank" });
});

test("on a terminal, says on stderr what it waits for", async () => {
  const ran = await run("mcp", { keys: "" });
  expect(ran.stdout).toBe("");
  expect(ran.stderr).toContain("waiting for an MCP client");
});
