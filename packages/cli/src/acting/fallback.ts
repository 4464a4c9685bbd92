import type { RestoreMode } from "@reprise/model";
import { type Fallback, fallbacks } from "../arguments/options.ts";
import type { Job } from "../commands/command.ts";
import { warningText } from "../print/problem.ts";

/** What to do where a resume is not possible: as said now, else as set for every call, else ask. */
export async function fallbackOf({ values, surroundings, stderr }: Job): Promise<Fallback> {
  const said = fallbacks.find((one) => one === values.fallback);
  if (said !== undefined) return said;
  const file = await surroundings.readConfig();
  if (file === null) return "ask";
  const { parseConfig } = await import("../config.ts");
  const { config, unknown } = parseConfig(file);
  for (const setting of unknown) await stderr.write(warningText(setting, { asJson: values.json }));
  return config.fallback ?? "ask";
}

/**
 * What is planned. Without a chosen fallback the next mode is planned too, since a plan costs nothing. Who wants nothing else
 * than a resume gets one also where it is known to fail.
 */
export function modesOf(fallback: Fallback): readonly RestoreMode[] {
  if (fallback === "none") return ["resume"];
  if (fallback === "replay" || fallback === "handoff") return ["resume", fallback];
  return ["resume", "replay", "handoff"];
}
