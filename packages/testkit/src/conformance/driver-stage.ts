import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "@reprise/core";
import { type Failure, type FailureKind, noSettings, type RunEvent, type Settings } from "@reprise/model";
import type { AgentHome, TestAgent } from "../agents/agent.ts";
import { locateBinary } from "../agents/binaries.ts";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model, ModelRequest } from "../models/model.ts";
import type { HttpAnswer } from "../models/script.ts";
import { startModel } from "../models/start.ts";

/** A driver with the real agent behind it, and what is peculiar to both. */
export interface DriverCase {
  readonly driver: AgentDriver;
  readonly agent: TestAgent;
  /** Of every launch. */
  readonly settings: Partial<Settings>;
  /** With which the agent runs commands without asking. */
  readonly wide: Partial<Settings>;
  /** An id of the right shape that no thread has. */
  readonly unknownThread: string;
  /** What the model answers, and what kind of failure comes of it. */
  readonly failures: readonly { readonly answer: HttpAnswer; readonly kind: FailureKind }[];
  readonly env?: Readonly<Record<string, string>>;
  /** By the name of the check; the reason is shown. */
  readonly skips?: Readonly<Record<string, string>>;
}

export interface DriverStage {
  readonly scratch: Scratch;
  readonly model: Model;
  readonly home: AgentHome;
  /** Every line that reached `onLine`. */
  readonly lines: { direction: "in" | "out" | "stderr"; line: string }[];
  launch(settings?: Partial<Settings>, changes?: Partial<Launch>): Launch;
}

export async function setStage({ agent, settings, env }: DriverCase): Promise<DriverStage> {
  const scratch = await makeScratch();
  const model = await startModel(agent.modelKind);
  const home = await agent.prepareHome({ home: scratch.home, model });
  const { command, leadingArgs } = locateBinary(agent.name);
  const lines: DriverStage["lines"] = [];
  return {
    scratch,
    model,
    home,
    lines,
    launch: (more = {}, changes = {}) => ({
      settings: { ...noSettings, cwd: scratch.workspace, ...settings, ...more },
      env: { ...home.env, ...env },
      home: null,
      program: leadingArgs[0] ?? command,
      keepIn: join(scratch.root, "kept"),
      onLine: (direction, line) => void lines.push({ direction, line }),
      signal: new AbortController().signal,
      ...changes,
    }),
  };
}

export async function heard(events: AsyncIterable<RunEvent>, into: RunEvent[] = []): Promise<RunEvent[]> {
  for await (const event of events) into.push(event);
  return into;
}

let promptCount = 0;

export function say(live: LiveThread, text: string, into?: RunEvent[]): Promise<RunEvent[]> {
  promptCount += 1;
  return heard(live.ask({ id: `prompt-${promptCount}`, text }), into);
}

/** Whichever tells it: the driver before the turn, or the turn by its end. */
export async function failureOf(open: () => Promise<LiveThread>): Promise<Failure | null> {
  try {
    const live = await open();
    const events = await say(live, "hello");
    await live.close();
    return endOf(events).failure;
  } catch (error) {
    if (error instanceof DriverError) return error.failure;
    throw error;
  }
}

export function endOf(events: readonly RunEvent[]): Extract<RunEvent, { type: "turn-ended" }> {
  const ends = events.filter((event) => event.type === "turn-ended");
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== "turn-ended")
    throw new Error(`The turn has ${ends.length} ends, and its last event is ${JSON.stringify(last)}.`);
  return last;
}

export function repliesIn(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "item" && event.isComplete && event.item.kind === "reply" ? [event.item.text] : [],
  );
}

/** Whether one of the texts in a request is exactly this one. */
export function holdsText({ body }: ModelRequest, text: string): boolean {
  const look = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.values(value).some(look) : value === text;
  return look(body);
}

export function mentions({ body }: ModelRequest, text: string): boolean {
  return JSON.stringify(body).includes(text);
}

export async function contentsOf(home: AgentHome): Promise<Map<string, Buffer>> {
  const files = await home.sessionFiles();
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}
