import { type Failure, type RunEvent, tryParseJson } from "@reprise/model";
import { makeTemporaryFile } from "../../host/files/temporary-file.ts";
import { nodeHost } from "../../host/node-host.ts";
import { type Child, startChild } from "../../host/processes/child.ts";
import { DriverError, type ToolServer } from "../driving/driver.ts";
import { type Foreign, isForeign } from "../foreign.ts";
import { EventFilter } from "./event-filter.ts";
import type { ExecAgent, ExecTurn, TurnEnd, TurnReader } from "./exec-agent.ts";
import { missing, programOf, unusable } from "./program.ts";
import { endsWithin, stopChild } from "./stop-process.ts";
import { endOf } from "./turn-end.ts";

/** A turn in progress, as others see and control it. */
export interface Running {
  child: Child | null;
  /** Set before stopping the process, so its end is not mistaken for a natural one. */
  isStopped: boolean;
  toolServers: readonly ToolServer[] | null;
}

/** How long a program that closed its output may take to exit. */
const lingeringMs = 5_000;

/** One process from start to end. `onLine` gets every line before it becomes an event. */
export async function* runTurn(agent: ExecAgent, turn: ExecTurn, running: Running): AsyncGenerator<RunEvent, TurnEnd> {
  const { instructions } = turn.launch;
  if (!instructions || !agent.readsInstructions) return yield* runProcess(agent, turn, running);
  const file = makeTemporaryFile("instructions.md", instructions);
  try {
    return yield* runProcess(agent, { ...turn, instructionsFile: file.path }, running);
  } finally {
    file.remove();
  }
}

async function* runProcess(agent: ExecAgent, turn: ExecTurn, running: Running): AsyncGenerator<RunEvent, TurnEnd> {
  const sinceMs = Date.parse(nodeHost({}).now());
  const started = await launched(agent, turn).catch((error: unknown) => failed(agent, error));
  if (!("child" in started)) return started;
  const { child, input } = started;
  running.child = child;
  turn.launch.onProcess?.(child.pid);
  const reader = agent.reader(turn);
  const filter = new EventFilter(agent.title, turn.thread, turn.isNew);
  try {
    if (running.isStopped) await stopChild(child, agent.stopSteps);
    say(child, turn, input);
    yield* hear(child, reader, filter, turn, running);
    if (filter.isOther) return otherThread(agent, turn);
    if (!(await endsWithin(child, lingeringMs))) await stopChild(child, agent.stopSteps);
    const exit = await child.exited;
    if (reader.end === null && exit.code === 0 && !running.isStopped)
      for (const line of agent.missingLines?.(turn, { thread: filter.thread ?? turn.thread, sinceMs }) ?? [])
        for (const event of reader.take(line)) yield* filter.filter(event);
    for (const event of reader.rest(exit)) yield* filter.filter(event);
    const { isStopped } = running;
    return endOf({
      title: agent.title,
      said: reader.end,
      isStopped,
      hasBegun: filter.hasBegun,
      exit,
      stderr: child.stderr(),
    });
  } finally {
    // Also if the consumer stopped reading.
    await stopChild(child, agent.stopSteps);
  }
}

async function launched(agent: ExecAgent, turn: ExecTurn): Promise<{ readonly child: Child; readonly input: string }> {
  const { launch, prompt } = turn;
  const program = programOf(agent, launch);
  const { args, env, input = prompt.text } = agent.command(turn);
  const home = launch.home === null ? {} : agent.homeEnv(launch.home, launch);
  const { cwd } = launch.settings;
  launch.onLine("out", JSON.stringify({ argv: [program, ...args], cwd }));
  const child = await startChild({
    program,
    args,
    cwd,
    env: { ...launch.env, ...home, ...env },
    onStderr: (line) => launch.onLine("stderr", line),
  });
  return { child, input };
}

function failed(agent: ExecAgent, error: unknown): TurnEnd {
  return { state: "failed", failure: launchFailure(agent, error) };
}

export function launchFailure(agent: ExecAgent, error: unknown): Failure {
  if (error instanceof DriverError) return error.failure;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === "ENOEXEC") return unusable(agent, message);
  if (code === "EACCES" || (code === "ENOENT" && !/^The folder /.test(message)))
    return missing(agent, path ?? agent.program);
  return { kind: "other", message: `${agent.title} could not be started. ${message}`, resetsAt: null };
}

/** On stdin, where no text can be mistaken for an option. Logged without file bytes, which may be large. */
function say(child: Child, { prompt, launch }: ExecTurn, input: string): void {
  launch.onLine("out", prompt.text);
  child.write(input);
  child.closeInput();
}

async function* hear(
  child: Child,
  reader: TurnReader,
  filter: EventFilter,
  { launch }: ExecTurn,
  running: Running,
): AsyncGenerator<RunEvent, void> {
  for await (const line of child.lines) {
    launch.onLine("in", line);
    const value = parsed(line);
    for (const event of value ? reader.take(value) : []) yield* filter.filter(event);
    running.toolServers = reader.toolServers ?? running.toolServers;
    if (filter.isOther) return;
  }
}

/** A line that is not an object is ignored; `onLine` already has it. */
function parsed(line: string): Foreign | null {
  const value = tryParseJson(line);
  return isForeign(value) ? value : null;
}

function otherThread({ title }: ExecAgent, { thread }: ExecTurn): TurnEnd {
  const message = `${title} was asked to continue thread ${thread} but started another one. It was stopped; thread ${thread} did not change.`;
  return { state: "failed", failure: { kind: "other", message, resetsAt: null } };
}
