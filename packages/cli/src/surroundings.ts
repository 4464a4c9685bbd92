import type { Writable } from "node:stream";
import type { Agent, Library, Progress } from "@reprise/model";

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

/** Everything the command line takes from the machine. */
export interface Surroundings {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly isTerminal: { readonly stdout: boolean; readonly stderr: boolean };
  /** Of the terminal behind stdout; meaningless without one. */
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  now(): Date;
  openLibrary(options: LibraryOptions): Promise<Library>;
  /** Where `openLibrary` looks with the same homes. */
  homes(options: LibraryOptions): Promise<readonly Home[]>;
  /**
   * Aborts when the person interrupts the program. Until it is asked for, an interrupt ends the program at once, which
   * is right for everything that leaves nothing behind.
   */
  interruption(): AbortSignal;
}
