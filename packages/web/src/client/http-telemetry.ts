import type { TelemetryEvents, TelemetryReport } from "@reprise/model";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";

/** The telemetry of a server. */
export function httpTelemetry(call: Call, options?: LinkOptions): TelemetryEvents {
  const link = new Link(call, options);
  return { recent: () => link.get<TelemetryReport>("/telemetry", "events") };
}
