import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import type { Signals } from "./instruments.ts";

export interface OtlpExport extends Signals {
  /** Sends what waits, for so long at most. Never rejects. */
  flush(timeoutMs: number): Promise<void>;
  close(timeoutMs: number): Promise<void>;
}

export interface OtlpOptions {
  /** The collector, such as `http://127.0.0.1:4318`. */
  readonly address: string;
  readonly version: string;
  /** After each attempt; null: it succeeded. */
  readonly onSent: (problem: string | null) => void;
  readonly everyMs?: number | undefined;
}

const usualEveryMs = 5000;
const mostMs = 5000;

/** Sends log records and metrics to a collector, in the background. This module loads the SDK: import it only when asked for. */
export function openOtlpExport({ address, version, onSent, everyMs = usualEveryMs }: OtlpOptions): OtlpExport {
  const base = address.replace(/\/+$/, "");
  const resource = resourceFromAttributes({ "service.name": "reprise", "service.version": version });
  const common = { timeoutMillis: mostMs, concurrencyLimit: 1 };
  const logExporter = watched(new OTLPLogExporter({ ...common, url: `${base}/v1/logs` }), onSent);
  const metricExporter = watched(new OTLPMetricExporter({ ...common, url: `${base}/v1/metrics` }), onSent);
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: logExporter, scheduledDelayMillis: everyMs })],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: Math.max(everyMs, mostMs),
    exportTimeoutMillis: mostMs,
  });
  const metrics = new MeterProvider({ resource, readers: [reader] });
  const flushed = () => Promise.allSettled([logs.forceFlush(), metrics.forceFlush()]);
  return {
    logger: logs.getLogger("reprise", version),
    meter: metrics.getMeter("reprise", version),
    flush: (timeoutMs) => within(timeoutMs, flushed()),
    close: (timeoutMs) => within(timeoutMs, Promise.allSettled([logs.shutdown(), metrics.shutdown()])),
  };
}

interface Exporter {
  export(records: never, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** The same exporter; tells how each attempt ended. */
function watched<Kind extends Exporter>(exporter: Kind, onSent: OtlpOptions["onSent"]): Kind {
  const send = exporter.export.bind(exporter) as Exporter["export"];
  exporter.export = (records, done) =>
    send(records, (result) => {
      onSent(result.code === 0 ? null : (result.error?.message ?? "The collector refused it."));
      done(result);
    });
  return exporter;
}

function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, timeoutMs);
  void work.finally(() => {
    clearTimeout(late);
    resolve();
  });
  return promise;
}
