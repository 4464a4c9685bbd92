import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectRun, Projects } from "@reprise/model";
import type { ScriptedAgent } from "../scripted-agent/scripted-agent.ts";

/** Projects of this process, or of a server: then every answer takes a moment. */
export interface TestedProjects extends Omit<Projects, "running"> {
  running(path: string): ProjectRun | null | Promise<ProjectRun | null>;
}

/** Projects on a disk, and the agent that works on them. */
export interface ProjectsStage {
  readonly projects: TestedProjects;
  readonly agent: ScriptedAgent;
  /** The workspace. */
  readonly cwd: string;
  /** Other projects on the same disk, as another process would open them. */
  second(): Promise<TestedProjects>;
  close(): Promise<void>;
}

/** As an agent declares the goal met. */
export function declareDone(project: string): void {
  const file = join(project, "MAIN.md");
  writeFileSync(file, readFileSync(file, "utf8").replace("finite_incantatem: false", "finite_incantatem: true"));
}

export function logOf(project: string): string {
  return join(project, "rounds.jsonl");
}
