import { type Logger, type Meter, SeverityNumber } from "@opentelemetry/api";
import type { TelemetryEvent } from "@reprise/model";

export interface Signals {
  readonly logger: Logger;
  readonly meter: Meter;
}

const severities: Readonly<Record<TelemetryEvent["name"], SeverityNumber>> = {
  "session.persist.save": SeverityNumber.INFO,
  "session.persist.failure": SeverityNumber.ERROR,
  "session.resume.start": SeverityNumber.INFO,
  "session.resume.success": SeverityNumber.INFO,
  "session.resume.partial": SeverityNumber.WARN,
  "session.resume.failure": SeverityNumber.ERROR,
};

/** Each event as a log record, and as metrics without the workspace. */
export class Instruments {
  readonly #logger: Logger;
  readonly #saves;
  readonly #saveFailures;
  readonly #saveTime;
  readonly #saveSize;
  readonly #resumes;
  readonly #resumeTime;

  constructor({ logger, meter }: Signals) {
    this.#logger = logger;
    this.#saves = meter.createCounter("session.persist.saves");
    this.#saveFailures = meter.createCounter("session.persist.failures");
    this.#saveTime = meter.createHistogram("session.persist.duration", { unit: "ms" });
    this.#saveSize = meter.createHistogram("session.persist.size", { unit: "By" });
    this.#resumes = meter.createCounter("session.resumes");
    this.#resumeTime = meter.createHistogram("session.resume.duration", { unit: "ms" });
  }

  record(event: TelemetryEvent): void {
    this.#logger.emit({
      eventName: event.name,
      timestamp: Date.parse(event.at),
      severityNumber: severities[event.name],
      attributes: { ...event.attributes },
    });
    this.#count(event);
  }

  #count(event: TelemetryEvent): void {
    switch (event.name) {
      case "session.persist.save": {
        const { trigger, durationMs, bytes } = event.attributes;
        this.#saves.add(1, { trigger });
        this.#saveTime.record(durationMs, { trigger });
        return this.#saveSize.record(bytes, { trigger });
      }
      case "session.persist.failure": {
        const { trigger, errorType } = event.attributes;
        return this.#saveFailures.add(1, { trigger, errorType });
      }
      case "session.resume.success":
        this.#resumes.add(1, { outcome: "success" });
        return this.#resumeTime.record(event.attributes.elapsedMs);
      case "session.resume.partial":
        return this.#resumes.add(1, { outcome: "partial" });
      case "session.resume.failure":
        return this.#resumes.add(1, { outcome: "failure", errorType: event.attributes.errorType });
    }
  }
}
