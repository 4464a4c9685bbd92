import { logs, metrics } from "@opentelemetry/api";
import type { TelemetryEvent, TelemetryEvents, TelemetryExport, TelemetryReport } from "@reprise/model";
import { Instruments } from "./instruments.ts";
import type { OtlpExport } from "./otlp-export.ts";

interface TelemetryOptions {
  readonly version: string;
  /** How often an exporter sends. */
  readonly everyMs?: number | undefined;
}

const mostEvents = 200;
const lastMs = 1000;
const off: TelemetryExport = { state: "off", address: null, detail: null };

/**
 * Events of this process: the latest are kept in memory, all go to OpenTelemetry's API, which drops them unless the program has an SDK.
 * With a collector they are sent there. Nothing here waits or fails because of one.
 */
export class Telemetry implements TelemetryEvents {
  readonly #options: TelemetryOptions;
  readonly #events: TelemetryEvent[] = [];
  #instruments: Instruments | null = null;
  #otlp: Promise<OtlpExport | null> = Promise.resolve(null);
  #export: TelemetryExport = off;

  constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  record(event: TelemetryEvent): void {
    this.#events.push(event);
    if (this.#events.length > mostEvents) this.#events.shift();
    void this.#otlp.then((otlp) => {
      this.#instruments ??= new Instruments(otlp ?? this.#signals());
      this.#instruments.record(event);
    });
  }

  recent(): TelemetryReport {
    return { events: [...this.#events], export: this.#export };
  }

  /** From now on. `off`: nothing leaves this machine. */
  exportTo(address: string): void {
    if (address === (this.#export.address ?? "off")) return;
    const before = this.#otlp;
    this.#export = address === "off" ? off : { state: "waiting", address, detail: null };
    this.#otlp = this.#opened(address, before);
  }

  /** Sends what waits, for a second at most. */
  async close(): Promise<void> {
    await (await this.#otlp)?.close(lastMs);
    this.#otlp = Promise.resolve(null);
    this.#instruments = null;
    this.#export = off;
  }

  async #opened(address: string, before: Promise<OtlpExport | null>): Promise<OtlpExport | null> {
    await (await before)?.close(lastMs);
    this.#instruments = null;
    if (address === "off") return null;
    try {
      // Loaded on demand: the SDK is large, and few want it.
      const { openOtlpExport } = await import("./otlp-export.ts");
      return openOtlpExport({ ...this.#options, address, onSent: (problem) => this.#sent(address, problem) });
    } catch (error) {
      this.#sent(address, (error as Error).message);
      return null;
    }
  }

  #sent(address: string, problem: string | null): void {
    if (this.#export.address !== address) return;
    this.#export = { state: problem === null ? "sending" : "failing", address, detail: problem };
  }

  #signals() {
    const { version } = this.#options;
    return { logger: logs.getLogger("reprise", version), meter: metrics.getMeter("reprise", version) };
  }
}
