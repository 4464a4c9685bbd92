import type { telemetryEventSchema, telemetryExportSchema, telemetryReportSchema } from "../schema/telemetry.ts";
import type { Value } from "../schema/value.ts";

/** What happened to a saved workbench, without anything a person wrote. */
export type TelemetryEvent = Value<typeof telemetryEventSchema>;

export type TelemetryExport = Value<typeof telemetryExportSchema>;

export type TelemetryReport = Value<typeof telemetryReportSchema>;

/** Events of this process. They leave the machine only if the person named a collector. */
export interface TelemetryEvents {
  recent(): TelemetryReport | Promise<TelemetryReport>;
}
