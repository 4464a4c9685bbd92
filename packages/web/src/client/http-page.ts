import type { About, Annotations, OptionsRead, TelemetryEvents, WorkbenchOptions } from "@reprise/model";
import type { aboutRoutes, annotationRoutes, optionRoutes, telemetryRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";

/** What the server says about itself. */
export function httpAbout(call: Call): Promise<About> {
  return callsOf<typeof aboutRoutes>(new Link(call)).get("/about", {}, "agents");
}

/** The telemetry of a server. */
export function httpTelemetry(call: Call, options?: LinkOptions): TelemetryEvents {
  const { get } = callsOf<typeof telemetryRoutes>(new Link(call, options));
  return { recent: () => get("/telemetry", {}, "events") };
}

/** The options of a server. */
export interface PageOptions {
  read(): Promise<OptionsRead>;
  /** Throws for a value that is not allowed; then nothing is changed. */
  change(values: Partial<WorkbenchOptions>): Promise<OptionsRead>;
}

export function httpOptions(call: Call): PageOptions {
  const { get, send } = callsOf<typeof optionRoutes>(new Link(call));
  return {
    read: () => get("/options", {}, "options"),
    change: (values) => send("patch", "/options", {}, values, "options"),
  };
}

/** The annotations of a server. */
export function httpAnnotations(call: Call, options?: LinkOptions): Annotations {
  const { get, send } = callsOf<typeof annotationRoutes>(new Link(call, options));
  return {
    read: (id) => get("/sessions/:id/annotation", { id }, "annotation"),
    annotate: (id, change) => send("post", "/sessions/:id/annotation", { id }, change, "after"),
    tags: async () => (await get("/tags", {}, "tags")).tags,
  };
}
