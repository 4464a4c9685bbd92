import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { chatAgentOf, localSandbox, runChat, type Sandbox } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { ChatEvent, ChatInput } from "@reprise/model";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";

let machine: Machine;
let sandbox: Sandbox;
let scratch: string;
beforeEach(async () => {
  machine = await startMachine("chat-errors", codex);
  scratch = mkdtempSync(join(tmpdir(), "chat-errors-"));
  sandbox = await localSandbox(nodeHost(machine.env)).open({
    chat: "c",
    workspace: null,
    snapshot: null,
    scratch,
    signal: new AbortController().signal,
  });
  const { home } = (await chatAgentOf(builtInAgents, "codex")) ?? {};
  await sandbox.takePersonal?.(home?.personal(nodeHost(machine.env)) ?? []);
});
afterEach(async () => {
  await sandbox.dispose();
  rmSync(scratch, { recursive: true, force: true });
  await machine.close();
});

async function said(input: ChatInput, signal?: AbortSignal): Promise<ChatEvent[]> {
  const agent = await chatAgentOf(builtInAgents, "codex");
  if (!agent) throw new Error("There is no codex.");
  const events: ChatEvent[] = [];
  const program = machine.env.REPRISE_CODEX_BIN;
  for await (const event of runChat({ agent, input, sandbox, program, signal })) events.push(event);
  return events;
}

const failed = (code: string) => [
  { type: "error", code },
  { type: "result", status: "failed" },
];
const ending = (events: readonly ChatEvent[]) => events.slice(-2);
const rolloutsIn = (folder: string) =>
  readdirSync(join(sandbox.home, ".codex", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(sandbox.home, ".codex", folder, name));

it("each reason that a conversation cannot continue has a code of its own", async () => {
  const unknown = "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b";
  expect(ending(await said({ message: "go on", session_id: unknown }))).toMatchObject(failed("thread-missing"));
  await expect(said({ message: "go on", session_id: "a name" })).rejects.toMatchObject({ code: "bad-use" });
  machine.model.push([{ text: "Here." }]);
  const first = await said({ message: "hello" });
  const session_id = first.flatMap((event) => (event.type === "init" ? [event.session_id] : []))[0] ?? "";
  // Another process of Codex has the thread.
  machine.model.push([{ text: "Slow. ".repeat(20), chunks: 20, paceMs: 200 }]);
  const stop = new AbortController();
  const holding = said({ message: "hold it", session_id }, stop.signal);
  await expect.poll(() => machine.model.requests.length).toBe(2);
  expect(ending(await said({ message: "me too", session_id }))).toMatchObject(failed("busy"));
  stop.abort();
  expect((await holding).at(-1)).toMatchObject({ type: "result", status: "cancelled" });
  const archive = join(sandbox.home, ".codex", "archived_sessions");
  mkdirSync(archive, { recursive: true });
  for (const path of rolloutsIn("sessions")) renameSync(path, join(archive, basename(path)));
  for (const name of readdirSync(join(sandbox.home, ".codex")))
    if (name.includes(".sqlite")) rmSync(join(sandbox.home, ".codex", name));
  expect(ending(await said({ message: "go on", session_id }))).toMatchObject(failed("thread-archived"));
});

it.each([
  ["authentication", { status: 401, body: { error: { message: "bad key" } } }],
  ["server", { status: 500, body: {} }],
] as const)("%s: a failed turn is never an empty success", async (code, reply) => {
  machine.model.push([{ http: reply }]);
  expect(ending(await said({ message: "hello" }))).toMatchObject(failed(code));
});
