import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "@reprise/core";
import {
  type Failure,
  type FailureKind,
  noSettings,
  type RunEvent,
  type Settings,
  type ThreadId,
} from "@reprise/model";
import type { AgentHome, TestAgent } from "../agents/agent.ts";
import { locateBinary } from "../agents/binaries.ts";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model } from "../models/model.ts";
import type { HttpAnswer } from "../models/script.ts";
import { startModel } from "../models/start.ts";
import { endOf } from "./driver-events.ts";

/** A driver with the real agent, and the specifics of both. */
export interface DriverCase {
  readonly driver: AgentDriver;
  readonly agent: TestAgent;
  /** For every launch. */
  readonly settings: Partial<Settings>;
  /** Settings that let the agent run commands without asking. */
  readonly wide: Partial<Settings>;
  /** A well-formed id that no thread has. */
  readonly unknownThread: string;
  /** Whether its session files only grow; default true. */
  readonly isAppendOnly?: boolean;
  /** Answers of the model, and the kind of failure each causes. */
  readonly failures: readonly { readonly answer: HttpAnswer; readonly kind: FailureKind }[];
  readonly env?: Readonly<Record<string, string>>;
  /** By the title of the check; the reason is shown. */
  readonly skips?: Readonly<Record<string, string>>;
}

export interface DriverStage {
  readonly given: DriverCase;
  readonly driver: AgentDriver;
  readonly scratch: Scratch;
  readonly model: Model;
  readonly home: AgentHome;
  /** Every line that reached `onLine`. */
  readonly lines: { direction: "in" | "out" | "stderr"; line: string }[];
  /** State passed from one check to the next. */
  readonly threads: { first: ThreadId | null; wide?: LiveThread; broken?: LiveThread; revived?: LiveThread };
  launch(settings?: Partial<Settings>, changes?: Partial<Launch>): Launch;
}

/** Checks run in order, and may leave a thread to a later one. */
export type Check = (stage: DriverStage) => Promise<void>;

export async function setStage(given: DriverCase): Promise<DriverStage> {
  const { driver, agent, settings, env } = given;
  const scratch = await makeScratch();
  const model = await startModel(agent.modelKind);
  const home = await agent.prepareHome({ home: scratch.home, model });
  const { command, leadingArgs } = locateBinary(agent.name);
  const lines: DriverStage["lines"] = [];
  const launch: DriverStage["launch"] = (more = {}, changes = {}) => ({
    settings: { ...noSettings, cwd: scratch.workspace, ...settings, ...more },
    env: { ...home.env, ...env },
    home: null,
    program: leadingArgs[0] ?? command,
    keepIn: join(scratch.root, "kept"),
    onLine: (direction, line) => void lines.push({ direction, line }),
    signal: new AbortController().signal,
    ...changes,
  });
  return { given, driver, scratch, model, home, lines, threads: { first: null }, launch };
}

let promptCount = 0;

export async function say(live: LiveThread, text: string, into: RunEvent[] = []): Promise<RunEvent[]> {
  promptCount += 1;
  for await (const event of live.ask({ id: `prompt-${promptCount}`, text })) into.push(event);
  return into;
}

/** Reported by the driver before the turn, or by the end of the turn. */
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

export async function contentsOf(home: AgentHome): Promise<Map<string, Buffer>> {
  const files = await home.sessionFiles();
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}
