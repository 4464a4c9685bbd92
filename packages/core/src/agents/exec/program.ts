import { isAbsolute, join } from "node:path";
import type { Failure } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { nodeHost } from "../../host/node-host.ts";
import { DriverError, type Launch } from "../driver.ts";
import type { ExecAgent } from "./agent.ts";

/** The program to start. Throws a `DriverError` that says what to install when it is not there. */
export function programOf(agent: ExecAgent, launch: Pick<Launch, "program" | "env">): string {
  const name = launch.program ?? launch.env[variableOf(agent)] ?? agent.program;
  const host = nodeHost(launch.env);
  const found = placesOf(name, host).find((path) => isProgram(path, host));
  if (found === undefined) throw new DriverError(missing(agent, name));
  return found;
}

function placesOf(name: string, { env, platform }: Host): string[] {
  if (isAbsolute(name) || name.includes("/")) return [name];
  const isWindows = platform === "win32";
  const folders = (env.PATH ?? "").split(isWindows ? ";" : ":").filter((folder) => folder !== "");
  return folders.flatMap((folder) =>
    (isWindows ? [".exe", ".com"] : [""]).map((ending) => join(folder, name + ending)),
  );
}

/** Whether it may be run is told by the attempt. */
function isProgram(path: string, { files }: Host): boolean {
  try {
    return files.stamp(path) !== null && files.list(path) === null;
  } catch {
    // A folder of the path that may not be looked into offers nothing.
    return false;
  }
}

export function missing(agent: ExecAgent, name: string): Failure {
  const message = `${agent.title} is not installed: there is no program ${name}. Install it (${agent.install}), or name it in ${variableOf(agent)}.`;
  return { kind: "agent-missing", message, resetsAt: null };
}

function variableOf({ agent }: ExecAgent): string {
  return `REPRISE_${agent.toUpperCase()}_BIN`;
}
