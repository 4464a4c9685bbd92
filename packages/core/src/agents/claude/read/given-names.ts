import type { Host } from "../../../host/host.ts";
import { livingRegistrations } from "./process-registry.ts";

/** Names of running sessions; other names are in the session files. */
export function claudeNames(home: string, host: Host): Map<string, string> {
  const names = new Map<string, string>();
  for (const { thread, name, nameSource } of livingRegistrations(home, host)) {
    if (name && nameSource === "user") names.set(thread, name);
  }
  return names;
}
