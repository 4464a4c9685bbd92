import type { Writable } from "node:stream";
import type { AgentDefinition } from "@reprise/core";
import type { Agent, Library, Progress, PromptStore, Runner } from "@reprise/model";
import type { Keyboard } from "./ask/keyboard.ts";
import type { ConfigFile } from "./config.ts";

/** A folder in which an agent keeps its rollouts, whether it exists or not. */
export interface Home {
  readonly agent: Agent;
  readonly path: string;
}

export interface LibraryOptions {
  /** Folders to read instead of the ones that the environment and the defaults name, by agent. */
  readonly homes?: Readonly<Partial<Record<Agent, readonly string[]>>> | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Whether what happens reaches the disk; `degraded` waits in memory until it can be written. */
export type Health =
  | { readonly state: "good" }
  | { readonly state: "degraded"; readonly reason: string; readonly waitingCount: number };

export interface RunnerOptions {
  /** From `openLibrary`, with the same homes; absent: the runner opens its own. */
  readonly library?: Library | undefined;
  readonly homes?: LibraryOptions["homes"];
  readonly onHealth: (health: Health) => void;
}

/** What the press of Ctrl-C, or the wish of the system, leads to. */
export type OnInterrupt = (signal: NodeJS.Signals) => "goes-on" | "ends";

/** Everything the command line takes from the machine. */
export interface Machine {
  /** Those that are registered; the first is run when none is named. */
  readonly agents: readonly [AgentDefinition, ...AgentDefinition[]];
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Puts a text on stdout without making a stream of it; gives back what was not taken at once, null when all was. */
  readonly writeNow?: ((text: string) => Uint8Array | null) | undefined;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Of the terminal behind stdout; meaningless without one. */
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  now(): Date;
  /** Resolves when the time is over or the signal says stop. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls it each `ms` until the returned function is called; keeps no program alive. */
  every(ms: number, listener: () => void): () => void;
  /** The person's settings; null where there are none. */
  readConfig(): Promise<ConfigFile | null>;
  /** Gives a text to a clipboard program; resolves with its name, or null where there is none. */
  copy(text: string): Promise<string | null>;
  /** All of stdin, as text. */
  readStdin(): Promise<string>;
  /** Takes the terminal's keys one by one, from now until it is closed; what was typed before is not among them. */
  openKeyboard(): Promise<Keyboard>;
  openLibrary(options: LibraryOptions): Promise<Library>;
  openRunner(options: RunnerOptions): Promise<Runner>;
  /** Where prompts are kept until an agent has them. */
  openPrompts(): Promise<PromptStore>;
  /** Where `openLibrary` looks with the same homes. */
  homes(options: LibraryOptions): Promise<readonly Home[]>;
  /**
   * Aborts when the person interrupts the program. Until it is asked for, an interrupt ends the program at once, which
   * is right for everything that leaves nothing behind.
   */
  interruption(): AbortSignal;
  /** Tells of every interrupt until the returned function is called, or one has led to the end: the next one then ends the program at once. */
  onInterrupt(listener: OnInterrupt): () => void;
}
