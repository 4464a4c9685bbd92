import type { Agent, Owner, ThreadId, Warning } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import type { Fact } from "./fact.ts";

/** One file, or one session in a shared store, written by an agent. Found without opening it where possible. */
export interface RolloutRef {
  readonly agent: Agent;
  /** The agent's home that contains it. */
  readonly home: string;
  /** Unique on this machine, stable until the rollout moves: for a file, its path. */
  readonly key: string;
  /** The file to show to a user. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Changes with the content. Same key and version: nothing to read again. */
  readonly version: string;
  /** From the name, if it has one; the decoder's `about.thread` decides. */
  readonly thread: ThreadId | null;
  /** The name other files refer to, if the agent chains files; otherwise the thread id. */
  readonly rolloutId: string | null;
  readonly archived: boolean;
}

/** `outline`: kinds, keys, turns and the first prompts; texts may be empty. `full`: everything. */
export type Depth = "outline" | "full";

/** Where to resume reading. `state` is opaque outside the decoder. */
export interface Position {
  readonly byteOffset: number;
  readonly line: number;
  readonly state: string;
}

/** Selects a line, `bytes[start, end)` without its newline, by the item key it belongs to. */
export type LineChoice = (key: string, bytes: Buffer, start: number, end: number) => boolean;

export interface DecodeOptions {
  readonly depth: Depth;
  /**
   * With `full`, for a source that has `ownWords`: of lines that add an outcome to a call, decodes only these, and skips counters
   * and settings. Most of a log is outcomes.
   */
  readonly outcomes?: LineChoice | undefined;
  /** Absent: from the start. */
  readonly from?: Position | undefined;
  /** Stop at this byte; for files that other files continue. */
  readonly toByte?: number | undefined;
}

/** Some facts of a rollout, and the position after them. */
export interface Decoded {
  readonly facts: readonly Fact[];
  readonly position: Position;
  /** Facts of a last line without a newline: it may still grow. `position` is then before that line; discard these facts before reading on. */
  readonly isTail: boolean;
}

/** A thread whose last turn has no recorded end. */
export interface OpenThread {
  readonly thread: ThreadId;
  readonly cwd: string | null;
  readonly updatedAtMs: number;
}

/** Rollouts whose keys are in one folder. */
export interface RolloutFolder {
  readonly folder: string;
  /** Identity and version of each rollout in it: unchanged marks mean nothing has to be read again. */
  readonly marks: Uint8Array;
  /** They are those of the last refresh, which takes no comparing. */
  readonly isAsBefore: boolean;
  readonly rollouts: readonly RolloutRef[];
  find(key: string): RolloutRef | null;
}

export interface Located {
  readonly rollouts: readonly RolloutRef[];
  /** The same by folder, if possible without creating refs. */
  readonly folders?: readonly RolloutFolder[] | undefined;
  /** Folders that could not be read. */
  readonly warnings: readonly Warning[];
}

export interface AgentSource {
  readonly agent: Agent;
  /** Loads the scan for ailments; absent: none is known for this agent. */
  readonly ailments?: (() => Promise<AilmentScan>) | undefined;
  /**
   * For a source that can skip outcomes: lower-case words it adds to texts that may be missing from the source line. Any other word of a
   * text is in that line.
   */
  readonly ownWords?: readonly string[] | undefined;
  /**
   * For a source with `ownWords` whose rollouts that end in `.jsonl` have every other word of any text in their bytes, as it is or escaped:
   * whether a file, by its first line, continues no other and is of the thread in its name.
   */
  readonly isApart?: ((firstLine: Buffer, rollout: RolloutRef) => boolean) | undefined;
  /**
   * For a source whose rollouts that end in `.jsonl` can be read from the start of any line, not only of a turn: the state there, of the one
   * before the lines of the same turn that are left out.
   */
  readonly afterGap?: ((state: string) => string) | undefined;
  /** What it calls its tools for commands and edits. */
  readonly toolNames?: { readonly command: readonly string[]; readonly edit: readonly string[] } | undefined;
  /** Its homes, by environment and defaults, existing or not. */
  homes(host: Host): readonly string[];
  /** Every rollout below the home, including damaged and empty ones. */
  locate(home: string, host: Host): Located;
  /** Deterministic; never throws on any bytes: unreadable parts become damage. Facts of a truncated read are a prefix of those of the whole. */
  decode(rollout: RolloutRef, host: Host, options: DecodeOptions): AsyncIterable<Decoded>;
  /** Files read besides rollouts, existing or not; `doctor` names unreadable ones. */
  indexes?(home: string, host: Host): readonly string[];
  /** User-given names by thread id. */
  names(home: string, host: Host): ReadonlyMap<string, string>;
  /**
   * Threads held by a running process. `open` is for agents without a lock or registry and is iterated only then;
   * with a lock or registry the result may include other threads.
   */
  owners(home: string, open: Iterable<OpenThread>, host: Host): ReadonlyMap<string, Owner>;
}

/** Homes that exist, by real path, without duplicates. */
export function existingHomes(paths: readonly string[], { files }: Pick<Host, "files">): string[] {
  return [...new Set(paths.filter((path) => files.stamp(path) !== null).map((path) => files.real(path)))];
}
