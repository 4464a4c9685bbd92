import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  nothingSaved,
  type OptionsRead,
  type SavedOptions,
  type SavedState,
  SessionError,
  type TelemetryEvent,
  type Timestamp,
} from "@reprise/model";
import { telemetryEventSchema, telemetryReportSchema } from "@reprise/model/schema";
import { afterEach, describe, expect, it, vi } from "vitest";
import { optionsInEffect } from "../../workbench.ts";
import { Telemetry } from "./telemetry.ts";
import { workspaceReport } from "./workspace-report.ts";

const workspace = "9f86d081884c7d65";
const at = "2026-11-17T12:00:00.000Z" as Timestamp;
const secret = "sk-live-4242424242";

/** A state with words of a person in every place. */
const state = {
  ...nothingSaved,
  draft: { text: secret, cursor: 0, tokens: 1, inputs: [] },
  entries: [
    { id: "1", at, item: { kind: "prompt", text: secret }, isComplete: true, exec: null, diff: null },
    { id: "2", at, item: { kind: "reply", text: secret }, isComplete: true, exec: null, diff: null },
  ],
  execs: [{ id: "e", header: secret, command: secret, cwd: "/home/ann", status: "running" }],
  diffs: [{ id: "d", documents: [{ path: "/home/ann/a", state: "proposed" }] }],
} as unknown as SavedState;

let ticks = 0;
const clock = { now: () => at, ticks: () => ticks };

function everyEvent(record: (event: TelemetryEvent) => void): void {
  const report = workspaceReport(workspace, record, clock);
  report.saved({ bytes: 1234, ms: 3.4, trigger: "turn" }, state);
  report.failed({ errorType: "ENOSPC", trigger: "timer", attempt: 2 });
  ticks = 100;
  report.start(state);
  ticks = 350;
  report.end({ changes: [], staleExecCount: 0, staleDiffCount: 0, droppedApprovals: 0 }, state);
  report.end({ changes: [], staleExecCount: 1, staleDiffCount: 2, droppedApprovals: 3 }, state);
  report.failure(new SessionError("unreadable", `${secret} in /home/ann`), { hadBackup: true });
}

describe("events of a workspace", () => {
  it("have the properties of the document, and nothing that a person wrote", () => {
    const events: TelemetryEvent[] = [];
    everyEvent((event) => events.push(event));
    for (const event of events) expect(telemetryEventSchema.parse(event)).toEqual(event);
    expect(events.map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        "session.persist.save",
        { workspaceId: workspace, turnCount: 1, execCount: 1, bytes: 1234, durationMs: 3, trigger: "turn" },
      ],
      ["session.persist.failure", { workspaceId: workspace, errorType: "ENOSPC", trigger: "timer", attempt: 2 }],
      ["session.resume.start", { workspaceId: workspace, hasDraft: true, hasPendingDiff: true, hasPendingExec: true }],
      ["session.resume.success", { workspaceId: workspace, turnCount: 1, execCount: 1, diffCount: 1, elapsedMs: 250 }],
      ["session.resume.partial", { workspaceId: workspace, staleExecCount: 1, staleDiffCount: 2, droppedApprovals: 3 }],
      ["session.resume.failure", { workspaceId: workspace, errorType: "unreadable", hadBackup: true }],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/sk-live|\/home/);
  });

  it("never have the message of an error, whatever it is called", () => {
    const events: TelemetryEvent[] = [];
    const report = workspaceReport(workspace, (event) => events.push(event), clock);
    for (const error of [new Error(secret), { code: `/home/${secret}`, name: secret.repeat(9) }, secret, null])
      report.failure(error);
    report.failed({ errorType: `${secret} in /home`, trigger: "turn", attempt: 1 });
    expect(events.map(({ attributes }) => (attributes as { errorType: string }).errorType)).toEqual([
      "Error",
      "unknown",
      "unknown",
      "unknown",
      "unknown",
    ]);
  });
});

describe("telemetry", () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  const opened = (everyMs = 50) => {
    const telemetry = new Telemetry({ version: "1.2.3", everyMs });
    open.push(telemetry);
    return telemetry;
  };

  it("keeps the latest events, and sends nothing by itself", async () => {
    const telemetry = opened();
    for (let round = 0; round < 50; round += 1) everyEvent((event) => telemetry.record(event));
    const report = telemetry.recent();
    expect(telemetryReportSchema.parse(report)).toEqual(report);
    expect(report.events).toHaveLength(200);
    expect(report.export).toEqual({ state: "off", address: null, detail: null });
  });

  it("sends every event as a log record and as metrics to the collector that was named", async () => {
    const collector = await openCollector();
    open.push(collector);
    const telemetry = opened();
    telemetry.exportTo(collector.address);
    expect(telemetry.recent().export.state).toBe("waiting");
    everyEvent((event) => telemetry.record(event));
    await vi.waitFor(() => expect(collector.records()).toHaveLength(6), { timeout: 20_000 });
    await telemetry.close();
    expect(collector.records().map(({ name }) => name)).toEqual(telemetry.recent().events.map(({ name }) => name));
    const [save] = collector.records();
    expect(save).toEqual({
      name: "session.persist.save",
      attributes: {
        workspaceId: workspace,
        turnCount: 1,
        execCount: 1,
        bytes: 1234,
        durationMs: 3,
        trigger: "turn",
      },
    });
    expect(Object.keys(collector.metrics()).sort()).toEqual([
      "session.persist.duration",
      "session.persist.failures",
      "session.persist.saves",
      "session.persist.size",
      "session.resume.duration",
      "session.resumes",
    ]);
    expect(collector.text()).not.toMatch(/sk-live|\/home|host\.name|process\.command/);
  });

  it("says that a collector cannot be reached, and goes on without waiting for it", async () => {
    const collector = await openCollector();
    await collector.close();
    const telemetry = opened();
    telemetry.exportTo(collector.address);
    everyEvent((event) => telemetry.record(event));
    await vi.waitFor(() => expect(telemetry.recent().export.state).toBe("failing"), { timeout: 30_000 });
    expect(telemetry.recent().export.detail).not.toBeNull();
    expect(telemetry.recent().events).toHaveLength(6);
  });

  it("stops sending when the person switches it off", async () => {
    const collector = await openCollector();
    open.push(collector);
    const telemetry = opened();
    telemetry.exportTo(collector.address);
    everyEvent((event) => telemetry.record(event));
    await vi.waitFor(() => expect(collector.records()).toHaveLength(6), { timeout: 20_000 });
    telemetry.exportTo("off");
    everyEvent((event) => telemetry.record(event));
    await telemetry.close();
    expect(collector.records()).toHaveLength(6);
    expect(telemetry.recent().events).toHaveLength(12);
  });
});

interface Sent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of OTLP over HTTP, with JSON bodies. */
async function openCollector() {
  const bodies: { path: string; text: string }[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      bodies.push({ path: request.url ?? "", text: Buffer.concat(pieces).toString() });
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // biome-ignore lint/suspicious/noExplicitAny: what another program sent
  const of = (path: string): any[] => bodies.filter((one) => one.path === path).map(({ text }) => JSON.parse(text));
  return {
    address: `http://127.0.0.1:${port}`,
    records: (): Sent[] =>
      of("/v1/logs")
        .flatMap(({ resourceLogs }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords)
        .map(({ eventName, attributes }) => ({ name: eventName, attributes: plain(attributes) })),
    metrics: (): Record<string, unknown> =>
      Object.fromEntries(
        of("/v1/metrics")
          .flatMap(({ resourceMetrics }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics)
          .map((metric) => [metric.name, metric]),
      ),
    text: () => bodies.map(({ text }) => text).join("\n"),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function plain(attributes: readonly { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

describe("the option of a collector", () => {
  it("counts at once when a person changes it", async () => {
    const exported: string[] = [];
    const read = (telemetry: string) => ({ options: { telemetry } }) as OptionsRead;
    const saved: SavedOptions = { read: () => read("off"), change: ({ telemetry = "off" }) => read(telemetry) };
    const telemetry = { exportTo: (address: string) => exported.push(address) };
    const options = optionsInEffect(saved, { telemetry, keys: { openUnasked: async () => expect.unreachable() } });
    await options.change({ telemetry: "http://127.0.0.1:4318" });
    await options.change({ telemetry: "off" });
    expect([options.read().options.telemetry, exported]).toEqual(["off", ["http://127.0.0.1:4318", "off"]]);
  });
});
