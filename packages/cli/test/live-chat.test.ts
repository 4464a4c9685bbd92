import { fileURLToPath } from "node:url";
import type { ChatEvent } from "@reprise/model";
import { type AgentProcess, codex, type Machine, spawnAgent, startMachine } from "@reprise/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine("live-chat", codex);
});
afterAll(() => machine.close());

function started(args: readonly string[], input: string | null = null): AgentProcess {
  const { env, scratch } = machine;
  const hasInput = input !== null;
  const launch = { command: reprise, leadingArgs: [], args: ["chat", ...args] };
  const program = spawnAgent({ ...launch, cwd: scratch.workspace, env, hasInput });
  if (input !== null) program.write(input);
  if (hasInput) program.closeInput();
  return program;
}

async function ran(args: readonly string[], input: string | null = null) {
  const program = started(args, input);
  const { code } = await program.exited;
  return { code, lines: program.lines, stderr: program.stderr() };
}

const eventsIn = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as ChatEvent);
const lastRequest = () => JSON.stringify(machine.model.requests.at(-1)?.body);

test("a message and the next one, for people and for programs", async () => {
  const { model } = machine;
  model.push([{ call: codex.shellCall("echo hi") }], [{ text: "Done\u001b[31m so." }]);
  const first = await ran(["--chat", "a", "--workspace", ".", "say hi"]);
  expect(first).toMatchObject({ code: 0, lines: ["Done so."] });
  expect(first.stderr).toContain("$ echo hi");
  model.push([{ text: "Again." }]);
  const next = await ran(["--chat", "a", "--json"], "from a pipe\nwith --two lines");
  expect(next.code).toBe(0);
  expect(eventsIn(next.lines).map(({ type }) => type)).toEqual(["init", "message", "result"]);
  expect(lastRequest()).toContain("from a pipe\\nwith --two lines");
  expect(lastRequest()).toContain("say hi");
});

test("a key runs once; a chat in use is exit code 4; Ctrl-C cancels and leaves the chat as it was", async () => {
  const { model } = machine;
  model.push([{ text: "Once." }]);
  const once = await ran(["--chat", "b", "--json", "--key", "k", "count"]);
  const asked = model.requests.length;
  expect(await ran(["--chat", "b", "--json", "--key", "k", "count"])).toMatchObject({ lines: once.lines });
  expect(model.requests).toHaveLength(asked);
  model.push([{ text: "Slowly. ".repeat(50), chunks: 50, paceMs: 100 }]);
  const running = started(["--chat", "b", "--json", "take your time"]);
  await running.line((line) => line.includes('"init"'));
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const other = await ran(["--chat", "b", "me too"]);
  expect(other.code).toBe(4);
  expect(other.stderr).toContain(`process ${running.pid}`);
  running.killAlone("SIGINT");
  expect(await running.exited).toEqual({ code: null, signal: "SIGINT" });
  expect(eventsIn(running.lines).at(-1)).toMatchObject({ type: "result", status: "cancelled" });
  model.push([{ text: "Here." }]);
  expect(await ran(["--chat", "b", "go on"])).toMatchObject({ code: 0, lines: ["Here."] });
  expect(lastRequest()).not.toContain("take your time");
});

test.each<[string, string[], RegExp]>([
  ["no chat", ["hello"], /chat needs --chat/],
  ["no message", ["--chat", "c", ""], /chat needs MESSAGE/],
  ["an unknown sandbox", ["--chat", "c", "--sandbox", "read-only", "x"], /no sandbox read-only.*--permissions/s],
  ["another agent", ["--chat", "a", "--agent", "claude", "x"], /agent of chat a is codex/],
  ["a missing folder", ["--chat", "c", "--workspace", "./no/such/folder", "x"], /not a folder/],
])("%s is refused with what to do", async (_, args, message) => {
  const asked = machine.model.requests.length;
  const { code, stderr } = await ran(args);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(message);
  expect(machine.model.requests).toHaveLength(asked);
});
