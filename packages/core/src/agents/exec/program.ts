import type { Failure } from "@reprise/model";
import { findProgram } from "../../host/processes/find-program.ts";
import { DriverError, type Launch } from "../driving/driver.ts";
import type { ExecAgent } from "./exec-agent.ts";

/** Throws a `DriverError` that says what to install if the program is missing. */
export function programOf(agent: ExecAgent, launch: Pick<Launch, "program" | "env">): string {
  const found = foundProgram(agent, launch);
  if (found === null) throw new DriverError(missing(agent, nameOf(agent, launch)));
  return found;
}

export function foundProgram(agent: ExecAgent, launch: Pick<Launch, "program" | "env">): string | null {
  return findProgram(nameOf(agent, launch), launch.env);
}

export function missingProgram(agent: ExecAgent, launch: Pick<Launch, "program" | "env">): Failure | null {
  return foundProgram(agent, launch) === null ? missing(agent, nameOf(agent, launch)) : null;
}

function nameOf(agent: ExecAgent, launch: Pick<Launch, "program" | "env">): string {
  return launch.program ?? launch.env[variableOf(agent)] ?? agent.program;
}

export function missing(agent: ExecAgent, name: string): Failure {
  const message = `${agent.title} is not installed: program not found: ${name}. Install it (${agent.install}), or set its path in ${variableOf(agent)}.`;
  return { kind: "agent-missing", message, resetsAt: null };
}

/** For a program that exists but that the system does not run. */
export function unusable(agent: ExecAgent, why: string): Failure {
  const message = `${agent.title} cannot be started: ${why} Install it again (${agent.install}), or set another program in ${variableOf(agent)}.`;
  return { kind: "agent-missing", message, resetsAt: null };
}

function variableOf({ agent }: ExecAgent): string {
  return `REPRISE_${agent.toUpperCase()}_BIN`;
}
