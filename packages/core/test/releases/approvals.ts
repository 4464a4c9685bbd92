import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Controls, Decision, RestoreEvent } from "@reprise/model";
import { followed } from "@reprise/model";
import type { Action } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { type ReleaseStage, testAgents } from "./stage.ts";

/** A command that must be asked for, answered both ways. Gives what went wrong. */
export async function answerBothWays(stage: ReleaseStage): Promise<string[]> {
  const problems: string[] = [];
  for (const decision of ["once", "decline"] as const) {
    const file = join(stage.workspace, `${decision}.txt`);
    const events = await turnWith(stage, `touch ${decision}.txt`, decision);
    const asked = events.filter(({ type }) => type === "request").length;
    const end = events.findLast((event) => event.type === "turn-ended");
    if (asked !== 1) problems.push(`${decision}: it asked ${asked} times`);
    if (end?.state !== "completed") problems.push(`${decision}: the turn ended as ${end?.state}`);
    if (existsSync(file) !== (decision === "once")) problems.push(`${decision}: the answer did not count`);
  }
  return problems;
}

async function turnWith(stage: ReleaseStage, command: string, decision: Decision): Promise<RestoreEvent[]> {
  const runner = await openRunner(nodeHost(stage.env));
  const events: RestoreEvent[] = [];
  const given: Controls[] = [];
  stage.machine.model.push([callOf(stage, command)], [{ text: "Next." }]);
  const settings = { sandbox: "workspace-write", approvalPolicy: "untrusted" };
  const wish = { agent: stage.agent, cwd: stage.workspace, settings, prompt: command, canAnswer: true };
  try {
    for await (const event of followed(runner.run(wish), {
      onControls: (controls) => given.push(controls),
      signal: AbortSignal.timeout(120_000),
    })) {
      events.push(event);
      if (event.type === "request") given[0]?.answer(event.request.id, { decision });
    }
  } finally {
    runner.close();
  }
  return events;
}

/** By the shell tool that the release offered to the model. */
export function callOf(stage: ReleaseStage, command: string): Action {
  if (stage.agent !== "codex") return { call: testAgents[stage.agent].shellCall(command) };
  const body = stage.asked().at(-1)?.body as { tools?: readonly { name?: string }[] } | undefined;
  const has = (name: string) => body?.tools?.some((tool) => tool.name === name) === true;
  if (has("exec_command"))
    return { call: { name: "exec_command", arguments: { cmd: command, yield_time_ms: 30_000 } } };
  if (has("shell_command")) return { call: { name: "shell_command", arguments: { command } } };
  return { call: { name: "shell", arguments: { command: ["bash", "-lc", command] } } };
}
