import type { Readable, Writable } from "node:stream";
import type { AgentDefinition } from "@reprise/core";
import type { Bundles } from "@reprise/core/bundles";
import type {
  Agent,
  Annotations,
  Chats,
  Library,
  MigratedChat,
  Progress,
  Projects,
  PromptStore,
  Reviews,
  Runner,
  Tenants,
} from "@reprise/model";
import type { Keyboard } from "./ask/keyboard.ts";
import type { ConfigFile } from "./config.ts";

/** A folder where an agent keeps its rollouts, existing or not. */
export interface Home {
  readonly agent: Agent;
  readonly path: string;
}

export interface LibraryOptions {
  /** Folders to read instead of those from the environment and the defaults, by agent. */
  readonly homes?: Readonly<Partial<Record<Agent, readonly string[]>>> | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Chats of programs. Absent: sessions alone. */
  readonly chats?: ReadChats | undefined;
}

export interface ReadChats {
  /** Of servers that share this database; null: of this machine. */
  readonly store: string | null;
  readonly objects: string | null;
  readonly tenant: string | null;
  readonly cwd: string;
  /** Beside the sessions of this machine. */
  readonly isWithSessions: boolean;
}

/** Whether writes reach the disk; `degraded` keeps them in memory until they can be written. */
export type Health =
  | { readonly state: "good" }
  | { readonly state: "degraded"; readonly reason: string; readonly waitingCount: number };

export interface RunnerOptions {
  /** From `openLibrary`, with the same homes; absent: the runner opens its own. */
  readonly library?: Library | undefined;
  readonly homes?: LibraryOptions["homes"];
  readonly onHealth: (health: Health) => void;
}

export interface ChatsOptions extends Pick<LibraryOptions, "homes"> {
  /** Shared with other servers instead of kept in files of this machine. */
  readonly fleet?: FleetChoice | undefined;
}

export interface FleetChoice {
  readonly store: string;
  readonly objects: string | undefined;
  readonly leaseSeconds: number | undefined;
  readonly cwd: string;
  readonly onProblem: (error: unknown) => void;
}

export interface MigrationOptions extends Pick<FleetChoice, "store" | "cwd"> {
  readonly objects: string | null;
  readonly tenant: string | null;
}

/** With the same homes. */
export interface ReviewsOptions {
  readonly library: Library;
  readonly runner: Runner;
}

export interface ProjectsOptions {
  readonly library: Library;
  readonly runner: Runner;
  readonly homes?: LibraryOptions["homes"];
}

/** Whether Ctrl-C or a stop signal ends the work. */
export type OnInterrupt = (signal: NodeJS.Signals) => "goes-on" | "ends";

/** Everything the command line takes from the machine. */
export interface Machine {
  /** Registered agents; the first is the default. */
  readonly agents: readonly [AgentDefinition, ...AgentDefinition[]];
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Writes to stdout without creating a stream; returns what was not accepted at once, null when all was. */
  readonly writeNow?: ((text: string) => Uint8Array | null) | undefined;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Of the terminal behind stdout; meaningless without one. */
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  now(): Date;
  /** Resolves after `ms` or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `listener` every `ms` until the returned function is called; does not keep the program alive. */
  every(ms: number, listener: () => void): () => void;
  /** The person's settings; null when there are none. */
  readConfig(): Promise<ConfigFile | null>;
  /** Copies with a clipboard program; resolves with its name, or null when there is none. */
  copy(text: string): Promise<string | null>;
  readStdin(): Promise<string>;
  /** Stdin as it comes, for a protocol on it. */
  openStdin(): Readable;
  /** Reads the terminal's keys one by one until closed; earlier input is not included. */
  openKeyboard(): Promise<Keyboard>;
  openLibrary(options: LibraryOptions): Promise<Library>;
  /** `library`: from `openLibrary`. */
  openAnnotations(library: Library): Promise<Annotations>;
  openRunner(options: RunnerOptions): Promise<Runner>;
  /** `library` and `runner`: with the same homes. */
  openProjects(options: ProjectsOptions): Promise<Projects>;
  openReviews(options: ReviewsOptions): Promise<Reviews>;
  /** Conversations of programs with agents. */
  openChats(options: ChatsOptions): Promise<Chats>;
  /** Copies the chats of this machine into a store that servers share. */
  migrateChats(options: MigrationOptions): Promise<AsyncIterable<MigratedChat>>;
  /** Who may use chats that servers share through this database. */
  openTenants(store: string): Promise<Tenants>;
  /** `library`: from `openLibrary` with the same homes. */
  openBundles(library: Library, options: Pick<LibraryOptions, "homes">): Promise<Bundles>;
  /** Where prompts are kept until an agent has them. */
  openPrompts(): Promise<PromptStore>;
  /** Folders `openLibrary` reads with the same homes. */
  homes(options: LibraryOptions): Promise<readonly Home[]>;
  /** Aborts on an interrupt. Until it is called, an interrupt ends the program at once: right when nothing is left behind. */
  interruption(): AbortSignal;
  /** Reports interrupts until the returned function is called or one returns `ends`; the next ends the program at once. */
  onInterrupt(listener: OnInterrupt): () => void;
}
