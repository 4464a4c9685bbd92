import { Readable, Writable } from "node:stream";
import { builtInAgents } from "@reprise/core";
import type { Progress, PromptStore, PromptTarget } from "@reprise/model";
import { annotationsOver } from "@reprise/testkit";
import type { ExitCode } from "../../src/exit.ts";
import type { Machine, OnInterrupt } from "../../src/machine.ts";
import { main } from "../../src/main.ts";
import { openBundlesOn } from "../../src/open-bundles.ts";
import { type ScriptedKeyboard, scriptedKeyboard } from "./keyboard.ts";
import { type LibraryContents, libraryWith, type MemoryLibrary } from "./library.ts";
import { type ProjectScript, ScriptedProjects } from "./projects.ts";
import { type ReviewScript, ScriptedReviews } from "./reviews.ts";
import { ScriptedRunner } from "./runner.ts";
import type { Script } from "./script.ts";

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  readonly library: MemoryLibrary;
  readonly runner: ScriptedRunner;
  readonly keyboard: ScriptedKeyboard;
  readonly copied: readonly string[];
  /** How the library was opened; empty when it was not. */
  readonly opened: readonly { readonly homes: unknown }[];
  readonly prompts: PromptsInMemory;
  readonly projects: ScriptedProjects;
  readonly reviews: ScriptedReviews;
}

/** Prompts that were saved, and those that still are. */
export class PromptsInMemory implements PromptStore {
  readonly saved: (PromptTarget & { readonly text: string })[] = [];
  readonly left = new Set<string>();

  save(text: string, target: PromptTarget): string {
    this.saved.push({ text, ...target });
    const id = `prompt-${this.saved.length}`;
    this.left.add(id);
    return id;
  }

  drop(id: string): void {
    this.left.delete(id);
  }
}

type Given = Partial<Machine> & {
  readonly contents?: LibraryContents;
  /** Columns of a terminal on stdout. */
  readonly terminal?: number;
  readonly progress?: readonly Progress[];
  readonly script?: Script;
  readonly projects?: (press: (signal: NodeJS.Signals) => void) => ProjectScript;
  readonly reviews?: ReviewScript;
  /** A person at a terminal, and what they press: one word a key. Absent: there is nobody. */
  readonly keys?: string;
  /** The text of the configuration file; absent: there is none. */
  readonly config?: string;
  /** The clipboard program of the machine; absent: there is none. */
  readonly clipboard?: string;
  /** What is piped into it. */
  readonly stdin?: string;
};

/** The real `main`, over a library in memory. */
export async function run(line: string | readonly string[], given: Given = {}): Promise<Ran> {
  const {
    contents = {},
    terminal,
    progress = [],
    script = {},
    projects: projectScript = () => ({}),
    reviews: reviewScript = {},
    keys,
    stdin = "",
    config,
    clipboard,
    ...rest
  } = given;
  const [stdout, stderr] = [collector(), collector()];
  const library = libraryWith(contents);
  const opened: { homes: unknown }[] = [];
  const listeners = new Set<OnInterrupt>();
  const keyboard = scriptedKeyboard(keys);
  const press = (signal: NodeJS.Signals) => {
    for (const listener of listeners) if (listener(signal) === "ends") listeners.delete(listener);
  };
  const projects = new ScriptedProjects(projectScript(press));
  const runner = new ScriptedRunner(script, {
    press,
    key: (key) => keyboard.press(key),
  });
  const reviews = new ScriptedReviews(reviewScript);
  const annotations = annotationsOver(library);
  const copied: string[] = [];
  const prompts = new PromptsInMemory();
  const clock = { now: Date.parse("2026-11-16T12:00:00.000Z") };
  const machine: Machine = {
    agents: builtInAgents,
    stdout: stdout.stream,
    stderr: stderr.stream,
    isTerminal: {
      stdin: keys !== undefined,
      stdout: terminal !== undefined,
      stderr: keys !== undefined,
    },
    columns: terminal ?? 80,
    env: { NO_COLOR: "1" },
    cwd: "/home/shop",
    version: "1.2.3",
    now: () => new Date(clock.now),
    sleep: async (ms, signal) => {
      if (!signal.aborted) clock.now += ms;
    },
    every: () => () => {},
    readConfig: async () => (config === undefined ? null : { path: "/home/me/config.toml", text: config }),
    copy: async (text) => {
      copied.push(text);
      return clipboard ?? null;
    },
    readStdin: async () => stdin,
    openStdin: () => Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]),
    openKeyboard: async () => keyboard.open(),
    openAnnotations: async () => annotations,
    openRunner: async ({ homes, onHealth }) => {
      opened.push({ homes });
      for (const health of script.health ?? []) onHealth(health);
      return runner;
    },
    openProjects: async () => projects,
    openReviews: async () => reviews,
    migrateChats: () => Promise.reject(new Error("There is no database in this test.")),
    openTenants: () => Promise.reject(new Error("There is no database in this test.")),
    openChats: () => Promise.reject(new Error("There are no chats in this test.")),
    openBundles: async (opened, { homes }) =>
      openBundlesOn({}, { version: "1.2.3", agents: builtInAgents, homes, library: opened }),
    openPrompts: async () => prompts,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openLibrary: async ({ homes, onProgress }) => {
      opened.push({ homes });
      for (const report of progress) onProgress?.(report);
      return library;
    },
    homes: async () => [
      { agent: "codex", path: "/home/me/.codex" },
      { agent: "claude", path: "/home/me/.claude" },
    ],
    interruption: () => new AbortController().signal,
    ...rest,
  };
  const argv = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  const code = await main(argv, machine);
  const texts = { stdout: stdout.text(), stderr: stderr.text() };
  return { code, ...texts, library, runner, keyboard, copied, opened, prompts, projects, reviews };
}

export function collector(): { stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString("utf8") };
}
