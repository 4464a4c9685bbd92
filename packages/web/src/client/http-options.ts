import type { OptionsRead, WorkbenchOptions } from "@reprise/model";
import type { Call } from "./call.ts";
import { Link, posted } from "./link.ts";

/** The options of a server. */
export interface PageOptions {
  read(): Promise<OptionsRead>;
  /** Throws for a value that is not allowed; then nothing is changed. */
  change(values: Partial<WorkbenchOptions>): Promise<OptionsRead>;
}

export function httpOptions(call: Call): PageOptions {
  const link = new Link(call);
  return {
    read: () => link.get<OptionsRead>("/options", "options"),
    change: async (values) =>
      link.json<OptionsRead>(await link.open("/options", { ...posted(values), method: "PATCH" }), "options"),
  };
}
