import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programEnv, until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StartedProgram } from "./started-program.ts";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const token = "a-token-that-all-servers-have";

/** Says what `codex exec --json` says, and waits for a file if it is told to. */
const program = `#!/usr/bin/env node
const { appendFileSync, existsSync, mkdirSync, readFileSync } = require("node:fs");
const say = (event) => console.log(JSON.stringify(event));
if (process.argv.includes("--version")) { console.log("codex-cli 0.166.0"); process.exit(); }
const prompt = readFileSync(0, "utf8");
const known = process.argv.find((word) => /^[0-9a-f]{8}-/.test(word));
const id = known ?? "0199a213-81c0-7800-8aa1-bbab2a035a53";
const folder = process.env.CODEX_HOME + "/sessions/2026/11/19";
mkdirSync(folder, { recursive: true });
const record = (type, payload) => appendFileSync(
  folder + "/rollout-2026-11-19T10-00-00-" + id + ".jsonl",
  JSON.stringify({ timestamp: "2026-11-19T10:00:00.000Z", type, payload }) + "\\n",
);
if (!known) record("session_meta", { id, timestamp: "2026-11-19T10:00:00.000Z", cwd: process.cwd(), originator: "codex_exec", cli_version: "0.166.0", source: "exec" });
record("response_item", { type: "message", role: "user", content: [{ type: "input_text", text: prompt }] });
record("event_msg", { type: "user_message", message: prompt });
say({ type: "thread.started", thread_id: id });
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
    ...programEnv,
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

function reprised(...args: string[]): {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
} {
  const env = { ...programEnv, HOME: root, REPRISE_STATE: join(root, "operator"), REPRISE_STORE: store };
  return spawnSync(reprise, args, { env, cwd: root, encoding: "utf8" });
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
    text,
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
  const listed = await call(`${b.url}/sessions`);
  expect(listed.events[0]).toMatchObject({ sessions: [{ name: "demo", title: "hello", turnCount: 2 }] });
  expect(a.program.stderr + b.program.stderr).toBe("");

  const objects = ["--objects", join(root, "objects")];
  for (const which of [["--store", store], ["--chats"]]) {
    const list = reprised("list", "--json", ...which, ...objects);
    expect(JSON.parse(list.stdout || list.stderr)).toMatchObject({ sessions: [{ name: "demo", title: "hello" }] });
  }
  expect(reprised("show", "demo", "--chats", ...objects).stdout).toMatch(/> hello[\s\S]*> again/);
  expect(reprised("search", "again", "--chats", ...objects).stdout).toContain("1 hit in 1 session");
  expect(JSON.parse(reprised("list", "--all", "--json").stdout)).toMatchObject({ total: 0 });
  expect(reprised("list", "--chats", "--store", "x").stderr).toContain("--store needs the address");
});

it("a token of a tenant works at every server, for its own chats, until it is revoked; the operator sees who did what", async () => {
  const [a, b] = [await serve("c"), await serve("d")];
  const tenant = `acme-${Date.now()}`;
  const made = reprised("token", "create", "--tenant", tenant, "--name", "web", "--chats", "web-*", "--expires", "30");
  expect(made.stderr).toContain(` may send, cancel and read in the chats web-* of ${tenant}, until `);
  expect(made.stdout).toMatch(/^rp_[0-9a-f]{16}_[\w-]{43}\n$/);
  const id = made.stdout.slice(3, 19);
  const acme = { Authorization: `Bearer ${made.stdout.trim()}` };
  const set = reprised("token", "quota", tenant, "--sandbox", "local", "--turns-a-day", "2");
  expect(set).toMatchObject({
    status: 0,
    stdout: `${tenant} · 0 of any turns at once · 0 of 2 today · 0 of any bytes · sandbox local\n`,
  });
  const other = JSON.parse(reprised("token", "create", "--tenant", "other", "--json").stdout) as { secret: string };

  const sent = await call(`${a.url}/chat`, { chat_id: "web-1", message: "hello" }, { ...acme, "Idempotency-Key": "1" });
  expect(sent.events.at(-1)).toMatchObject({ type: "result", status: "completed" });
  const repeated = await call(
    `${b.url}/chat`,
    { chat_id: "web-1", message: "hello" },
    { ...acme, "Idempotency-Key": "1" },
  );
  expect(repeated).toEqual(sent);
  expect((await call(`${b.url}/chat/web-1`, undefined, acme)).events[0]).toMatchObject({ turn_count: 1 });
  const foreign = [{}, { Authorization: `Bearer ${other.secret}` }];
  for (const headers of foreign) {
    expect((await call(`${b.url}/chat/web-1`, undefined, headers)).status).toBe(404);
    expect((await call(`${b.url}/chat/web-1/turns/${sent.turn}/events`, undefined, headers)).status).toBe(404);
    expect((await call(`${b.url}/chat/web-1/turns/${sent.turn}/cancel`, {}, headers)).status).toBe(404);
  }
  expect((await call(`${b.url}/chat`, { chat_id: "sales", message: "hello" }, acme)).status).toBe(403);
  expect((await call(`${b.url}/chat`, { chat_id: "web-2", message: "x", workspace: root }, acme)).status).toBe(403);
  expect((await call(`${b.url}/sessions`, undefined, acme)).status).toBe(403);
  expect((await call(`${b.url}/chat`, { chat_id: "web-1", message: "again" }, acme)).status).toBe(200);
  const full = await call(`${a.url}/chat`, { chat_id: "web-1", message: "more" }, acme);
  expect([full.status, full.text]).toEqual([429, expect.stringContaining("2 messages a day")]);

  expect(reprised("token", "revoke", id).stdout).toBe(`Token ${id} of ${tenant} is revoked.\n`);
  for (const { url } of [a, b]) expect((await call(`${url}/chat/web-1`, undefined, acme)).status).toBe(401);
  const audit = reprised("token", "audit", "--tenant", tenant, "--json").stdout.trimEnd().split("\n");
  const acts = audit.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(acts.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    ...["token-created done", "quota-changed done", "send done", "send repeated", "read done", "send forbidden"],
    ...["send done", "send quota", "token-revoked done", "read revoked", "read revoked"],
  ]);
  expect(acts[2]).toMatchObject({ tenant, token: id, chat: "web-1", turn: sent.turn });
  expect(reprised("token", "list").stdout).toContain(`  ${id} · web · sends and reads · web-* · revoked · used `);
  expect(reprised("migrate-chats")).toMatchObject({ status: 0, stdout: "0 of 0 chats are there.\n" });
  expect(reprised("migrate-chats", "--to", "http://x").stderr).toContain("--to needs the address");
  expect(reprised("token", "revoke", "nobody").status).toBe(3);
  expect(reprised("token", "create").stderr).toContain("--tenant TENANT");
});
