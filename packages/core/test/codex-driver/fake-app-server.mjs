// A `codex app-server` that does what the real one cannot be made to do. What it plays stands in FAKE_SCENARIO:
//   thread: the id it gives; overloads: {METHOD: times}; mute: [METHODS it does not answer], startsAnyway;
//   afterStart, raw: [LINES written after a thread's start, in a turn]; batch: notifications in one line;
//   requests: [what it asks before it answers turn/start, numbered from firstId], told back as the turn's text;
//   neverStarts, waits: a turn that does not begin, or not end; stubborn: takes no signal and no end of input;
//   opened: what it says besides of a thread that it opens; version: its release, null for a server that does not say;
//   closesOutput, dies: what happens in the turn; servers: [answers to mcpServerStatus/list, one after the other]
import { createInterface } from "node:readline";

const scenario = JSON.parse(process.env.FAKE_SCENARIO ?? "{}");
const threadId = scenario.thread ?? "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8";
const overloads = { ...scenario.overloads };
const replies = [];
let turnCount = 0;

if (scenario.stubborn) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const notify = (method, params) => send({ method, params: { threadId, ...params }, emittedAtMs: 1_794_771_320_555 });

const input = createInterface({ input: process.stdin });
input.on("line", (line) => take(JSON.parse(line)));
input.on("close", () => {
  if (!scenario.stubborn) process.exit(0);
});

function take({ id, method, params, ...rest }) {
  if (method === undefined) return answered({ id, ...rest });
  if (id === undefined || scenario.mute?.includes(method)) return mutely(method);
  if (overloads[method] > 0) {
    overloads[method] -= 1;
    return send({ id, error: { code: -32001, message: "Server overloaded; retry later." } });
  }
  if (method === "initialize") send({ id, result: introduction() });
  else if (/^thread\/(start|resume|fork)$/.test(method)) openThread(id);
  else if (method === "thread/inject_items") send({ id, result: {} });
  else if (method === "turn/start") startTurn(id);
  else if (method === "turn/interrupt") send({ id, result: {} });
  else if (method === "turn/steer") send({ id, result: { turnId: turnId() } });
  else if (method === "mcpServerStatus/list") send({ id, result: scenario.servers?.shift() ?? { data: [] } });
  else send({ id, error: { code: -32600, message: `Invalid request: unknown variant \`${method}\`` } });
}

function introduction() {
  const { version = "0.166.0" } = scenario;
  return version === null ? {} : { userAgent: `fake/${version} (Linux; x86_64)` };
}

function openThread(id) {
  const sandbox = { type: "workspaceWrite" };
  send({ id, result: { thread: { id: threadId }, model: "m", sandbox, cwd: "/w", ...scenario.opened } });
  for (const line of scenario.afterStart ?? []) process.stdout.write(`${line}\n`);
}

function mutely(method) {
  if (method === "turn/start" && scenario.startsAnyway) startTurn(undefined);
}

const turnId = () => `turn-${turnCount}`;

function startTurn(id) {
  turnCount += 1;
  // The server numbers its requests itself: the first one may well have the number of the call it comes before.
  for (const [index, request] of (scenario.requests ?? []).entries())
    send({
      id: (scenario.firstId ?? 0) + index,
      method: request.method,
      params: { threadId, turnId: turnId(), ...request.params },
    });
  if (id !== undefined) send({ id, result: { turn: { id: turnId(), status: "inProgress" } } });
  if (scenario.neverStarts) return;
  notify("turn/started", { turn: { id: turnId(), status: "inProgress" } });
  for (const line of scenario.raw ?? []) process.stdout.write(`${line}\n`);
  if (scenario.dies !== undefined) {
    process.stderr.write("the fake was told to die\n");
    return process.exit(scenario.dies);
  }
  if (scenario.closesOutput) return process.stdout.end();
  if (scenario.batch)
    send([
      { method: "warning", params: { message: "one" } },
      { method: "warning", params: { message: "two" } },
    ]);
  if (!scenario.stubborn && !scenario.waits && !scenario.requests) finish("done");
}

function answered(reply) {
  replies.push(reply);
  if (replies.length === scenario.requests?.length) finish(JSON.stringify(replies));
}

function finish(text) {
  const item = { type: "agentMessage", id: `item-${turnCount}`, text };
  notify("item/completed", { turnId: turnId(), item });
  notify("turn/completed", { turn: { id: turnId(), status: "completed", error: null } });
}
