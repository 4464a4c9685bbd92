import type { Annotations, Library, Projects, Reviews, Runner } from "@reprise/model";
import type { SavedPrompt } from "../acting/saved-prompt.ts";
import type { Values } from "../arguments/options.ts";
import type { ExitCode } from "../exit.ts";
import type { LibraryOptions, Machine } from "../machine.ts";
import type { Output } from "../output.ts";
import type { Paint } from "../print/paint.ts";

/** One invocation of a command, with everything it may use. */
export interface Job {
  readonly values: Values;
  readonly operands: readonly string[];
  readonly machine: Machine;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly paint: Paint;
  /** Columns to fit into; null: cut nothing. */
  readonly width: number | null;
  readonly libraryOptions: LibraryOptions;
  /** Opened at the first call, closed by `main`. */
  library(): Promise<Library>;
  /** Opened at the first call. */
  annotations(): Promise<Annotations>;
  /** Opened at the first call, closed by `main`. */
  runner(): Promise<Runner>;
  /** Opened at the first call, closed by `main`. */
  projects(): Promise<Projects>;
  /** Opened at the first call. */
  reviews(): Promise<Reviews>;
  readonly prompt: SavedPrompt;
}

export type Command = (job: Job) => Promise<ExitCode>;
