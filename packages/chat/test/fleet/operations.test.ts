import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { builtInAgents, nodeHost } from "@reprise/core";
import { echoAgent, echoProgram, eventsOf, until } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FleetChats, openFleet } from "../../src/fleet.ts";
import { tracesIn } from "../../src/traces/traces-in.ts";

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

let root: string;
let collector: Server;
let fleet: FleetChats | null;
const sent: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "operations-"));
  sent.length = 0;
  collector = createServer(async (request, response) => {
    sent.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await fleet?.close();
  collector.closeAllConnections();
  collector.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(env: Record<string, string>): Promise<FleetChats> {
  const host = nodeHost({ ...process.env, REPRISE_STATE: join(root, "state"), REPRISE_ECHO_BIN: echoProgram, ...env });
  const store = await testDatabase();
  fleet = await openFleet(host, { store, agents: [echoAgent, ...builtInAgents], version: "1.2.3", cwd: root });
  return fleet;
}
const address = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const hello = (chat_id: string, message = "hello words") => ({ chat_id, message, agent: "echo" });

describe("traces", () => {
  it("tell how each turn went, under the usual names and by the usual variables, without a word of it", async () => {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = address();
    process.env.OTEL_EXPORTER_OTLP_HEADERS = "x-key=secret";
    process.env.OTEL_SERVICE_NAME = "chats";
    try {
      const chats = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: address() });
      const turn = await chats.send(hello("c"));
      const events = await eventsOf(turn);
      await eventsOf(await chats.send(hello("c", "second")));
      await chats.close();
      expect(sent.map(({ path }) => path)).toContain("/v1/traces");
      expect(sent[0]?.headers["x-key"]).toBe("secret");
      const bodies = sent.map(({ body }) => JSON.parse(body));
      expect(JSON.stringify(bodies[0].resourceSpans[0].resource)).toContain(
        '{"key":"service.name","value":{"stringValue":"chats"}}',
      );
      const spans: Span[] = bodies.flatMap((body) => body.resourceSpans[0].scopeSpans[0].spans);
      const turns = spans.filter(({ name }) => name === "invoke_agent Echo");
      const session = events.find(({ event }) => event.type === "init")?.event as { session_id: string };
      const first = attributesOf(turns[0]);
      expect(first).toMatchObject({
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "Echo",
        "gen_ai.conversation.id": session.session_id,
        "reprise.turn.id": turn.id,
        "reprise.turn.attempt": expect.anything(),
      });
      expect(attributesOf(turns[1])["gen_ai.conversation.id"]).toBe(session.session_id);
      expect(JSON.stringify(bodies)).not.toContain("hello words");
    } finally {
      for (const name of ["ENDPOINT", "HEADERS"]) delete process.env[`OTEL_EXPORTER_OTLP_${name}`];
      delete process.env.OTEL_SERVICE_NAME;
    }
  });

  it("have a span for each tool, the tokens of the turn, and what went wrong", async () => {
    process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = `${address()}/v1/traces`;
    try {
      const traces = await tracesIn({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address() }, "1.2.3");
      const agent = { name: "codex", title: "Codex", vendor: "openai" };
      const trace = traces?.begin({ id: "t", attempt: 2, waitedMs: 12.4, agent, model: "m", conversation: null });
      trace?.event({ type: "init", session_id: "s", modelId: "m-1" });
      trace?.event({ type: "tool_use", tool_id: "1", tool_name: "shell", parameters: { command: "cat secret" } });
      trace?.event({ type: "tool_result", tool_id: "1", status: "success", output: "secret" });
      trace?.event({ type: "tool_use", tool_id: "2", tool_name: "search", parameters: {} });
      const usage = { input_tokens: 7, cached_input_tokens: 3, output_tokens: 5, total_tokens: 12 };
      const result = { type: "result", status: "failed", usage, resets_at: null } as const;
      trace?.end({ result, number: 5, error: { code: "time-limit", message: "secret" }, state: null });
      await traces?.close();
      const spans: Span[] = sent.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
      const turn = spans.find(({ name }) => name === "invoke_agent Codex");
      expect(attributesOf(turn)).toMatchObject({
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.response.model": "m-1",
        "gen_ai.conversation.id": "s",
        "gen_ai.usage.input_tokens": 7,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.usage.cache_read.input_tokens": 3,
        "error.type": "time-limit",
        "reprise.turn.attempt": 2,
      });
      const tools = spans.filter(({ name }) => name.startsWith("execute_tool "));
      expect(tools.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
        ["execute_tool shell", turn?.spanId],
        ["execute_tool search", turn?.spanId],
      ]);
      expect(tools.map((tool) => attributesOf(tool)["error.type"])).toEqual([undefined, "unknown"]);
      expect(JSON.stringify(sent)).not.toContain("secret");
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
    }
  });

  it("are sent to nobody unless a collector is named, or when they are switched off", async () => {
    for (const env of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
      { OTEL_EXPORTER_OTLP_ENDPOINT: address(), OTEL_SDK_DISABLED: "true" },
    ]) {
      const chats = await open(env);
      await eventsOf(await chats.send(hello("c")));
      await chats.close();
    }
    expect(sent).toEqual([]);
  });
});

describe("figures", () => {
  it("count what waits and runs at all servers", async () => {
    const chats = await open({});
    const release = join(root, "release");
    const held = await chats.send(hello("a", `wait for ${release}`));
    await chats.send({ ...hello("a", "next"), queue: true });
    const figures = await until(async () => {
      const now = await chats.figures();
      return now.runningCount === 1 ? now : undefined;
    });
    expect(figures).toMatchObject({
      waitingCount: 1,
      runningCount: 1,
      lapsedCount: 0,
      workerCount: 1,
      takeoverCount: 0,
    });
    expect(figures.oldestWaitingSeconds).toBeGreaterThanOrEqual(0);
    await held.cancel();
  });
});

function attributesOf(span: Span | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}
