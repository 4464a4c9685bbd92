import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StartedProgram } from "./started-program.ts";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const token = "a-token-that-all-servers-have";

/** Says what `codex exec --json` says, and waits for a file if it is told to. */
const program = `#!/usr/bin/env node
const { existsSync, readFileSync } = require("node:fs");
const say = (event) => console.log(JSON.stringify(event));
if (process.argv.includes("--version")) { console.log("codex-cli 0.166.0"); process.exit(); }
const prompt = readFileSync(0, "utf8");
const known = process.argv.find((word) => /^[0-9a-f]{8}-/.test(word));
say({ type: "thread.started", thread_id: known ?? "0199a213-81c0-7800-8aa1-bbab2a035a53" });
say({ type: "turn.started" });
const file = /wait for (\\S+)/.exec(prompt)?.[1];
const end = () => {
  say({ type: "item.completed", item: { id: "1", type: "agent_message", text: known ? "again" : "hello" } });
  say({ type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
  process.exit();
};
setInterval(() => { if (!file || existsSync(file)) end(); }, 20);
`;

let root: string;
let store: string;
const servers: StartedProgram[] = [];
beforeAll(async () => {
  store = await testDatabase();
  root = mkdtempSync(join(tmpdir(), "serve-fleet-"));
  writeFileSync(join(root, "codex"), program, { mode: 0o755 });
  writeFileSync(join(root, "token"), token, { mode: 0o600 });
});
afterAll(async () => {
  for (const server of servers) await server.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

async function serve(name: string): Promise<{ readonly program: StartedProgram; readonly url: string }> {
  const args = ["serve", "--json", "--port", "0", "--store", store, "--token-file", join(root, "token")];
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    REPRISE_STATE: join(root, name),
    REPRISE_CODEX_BIN: join(root, "codex"),
  };
  const started = new StartedProgram(spawn(reprise, [...args, "--objects", join(root, "objects")], { env, cwd: root }));
  servers.push(started);
  await started.started();
  if (started.hasEnded) throw new Error(started.stderr);
  return { program: started, url: (JSON.parse(started.firstLine) as { url: string }).url };
}

async function call(url: string, body?: object, headers: Record<string, string> = {}) {
  const around = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { headers: around, ...sent });
  const text = await response.text();
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  return {
    status: response.status,
    turn: response.headers.get("Reprise-Turn") ?? "",
    events: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

it("two servers on one database take, continue, follow and stop the same chats; one that stops leaves them to the other", async () => {
  const [a, b] = [await serve("a"), await serve("b")];
  for (const { url } of [a, b])
    expect(await call(`${url}/readyz`)).toMatchObject({ status: 200, events: [{ status: "ready" }] });
  const first = await call(`${a.url}/chat`, { chat_id: "demo", message: "hello" }, { "Idempotency-Key": "1" });
  expect(first.events.at(-1)).toMatchObject({ type: "result", status: "completed" });
  expect(first.events).toContainEqual(expect.objectContaining({ type: "message", content: "hello" }));

  const repeated = await call(`${b.url}/chat`, { chat_id: "demo", message: "hello" }, { "Idempotency-Key": "1" });
  expect(repeated).toEqual(first);
  const rest = await call(`${b.url}/chat/demo/turns/${first.turn}/events`, undefined, { "Last-Event-ID": "1" });
  expect(rest.events).toEqual(first.events.slice(1));

  const file = join(root, "go");
  const held = call(`${a.url}/chat`, { chat_id: "demo", message: `wait for ${file}`, detach: true });
  const chat = async () => (await call(`${b.url}/chat/demo`)).events[0] as { turns: { id: string; status: string }[] };
  const turn = await until(async () => (await chat()).turns[1]?.id);
  const cancelled = await call(`${b.url}/chat/demo/turns/${turn}/cancel`, {});
  expect(cancelled).toMatchObject({ status: 200, events: [{ status: "cancelled" }] });
  expect((await held).events.at(-1)).toMatchObject({ type: "result", status: "cancelled" });

  expect(await a.program.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  const last = await call(`${b.url}/chat`, { chat_id: "demo", message: "again" });
  expect(last.events).toContainEqual(expect.objectContaining({ type: "message", content: "again" }));
  expect((await chat()).turns.map(({ status }) => status)).toEqual(["completed", "cancelled", "completed"]);
  expect(a.program.stderr + b.program.stderr).toBe("");
});
