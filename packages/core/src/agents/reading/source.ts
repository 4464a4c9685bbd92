import type { Agent, Owner, ThreadId, Warning } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import type { Fact } from "./fact.ts";

/** One file, or one session in a shared store, that an agent wrote. Found without opening it, where that is possible. */
export interface RolloutRef {
  readonly agent: Agent;
  /** The agent's home it lies in. */
  readonly home: string;
  /** Unique on this machine, stable while the rollout stays where it is: the path, for a file. */
  readonly key: string;
  /** The file a person would look at. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Changes when the content does. Same key and version: nothing to read again. */
  readonly version: string;
  /** As far as the name tells; the decoder's `about.thread` decides. */
  readonly thread: ThreadId | null;
  /** What other files call this one, where the agent chains files; the thread id otherwise. */
  readonly rolloutId: string | null;
  readonly archived: boolean;
}

/** How much to tell. `outline`: kinds, keys, turns and the first prompts; texts may be empty. `full`: everything. */
export type Depth = "outline" | "full";

/** Where to go on reading. `state` is the decoder's own and means nothing to anyone else. */
export interface Position {
  readonly byteOffset: number;
  readonly line: number;
  readonly state: string;
}

/** Of a line, without its newline, `bytes[start, end)`, that tells of the item with this key. */
export type LineChoice = (key: string, bytes: Buffer, start: number, end: number) => boolean;

export interface DecodeOptions {
  readonly depth: Depth;
  /**
   * With `full`, for a source that has `ownWords`: of the lines that add an outcome to a call only these are told;
   * nor is what counts or sets something. Most of a log is outcomes.
   */
  readonly outcomes?: LineChoice | undefined;
  /** From the start when absent. */
  readonly from?: Position | undefined;
  /** Read no further than this byte; for files that other files continue. */
  readonly toByte?: number | undefined;
}

/** A piece of a decoded rollout: some facts, and where one could go on after them. */
export interface Decoded {
  readonly facts: readonly Fact[];
  readonly position: Position;
  /**
   * The facts of a last line that has no newline yet: more may be written to it.
   * `position` is then before that line, and whoever goes on later must forget these facts first.
   */
  readonly isTail: boolean;
}

/** A thread whose last turn has no recorded end. */
export interface OpenThread {
  readonly thread: ThreadId;
  readonly cwd: string | null;
  readonly updatedAtMs: number;
}

/** Rollouts whose keys lie in one folder. */
export interface RolloutFolder {
  readonly folder: string;
  /** Says of each rollout in it which it is and in what version: the same marks mean that nothing there has to be read again. */
  readonly marks: Uint8Array;
  readonly rollouts: readonly RolloutRef[];
  find(key: string): RolloutRef | null;
}

export interface Located {
  readonly rollouts: readonly RolloutRef[];
  /** The same by folder, where it can be told without a ref of each. */
  readonly folders?: readonly RolloutFolder[] | undefined;
  /** Folders that could not be looked into. */
  readonly warnings: readonly Warning[];
}

export interface AgentSource {
  readonly agent: Agent;
  /** Loads what tells why a session of it fails when it is resumed; nobody knows where there is none. */
  readonly ailments?: (() => Promise<AilmentScan>) | undefined;
  /**
   * For a source that can leave outcomes out: words, in lower case, that it puts into texts and that need not stand in
   * the line the text is told by. Any other word of a text stands in that line.
   */
  readonly ownWords?: readonly string[] | undefined;
  /** Where its homes are, by environment and defaults, there or not. */
  homes(host: Host): readonly string[];
  /** Every rollout below the home, damaged and empty ones too. */
  locate(home: string, host: Host): Located;
  /** Never throws on any bytes: what cannot be read becomes damage. Deterministic. Facts of a cut-off reading are a prefix of those of the whole. */
  decode(rollout: RolloutRef, host: Host, options: DecodeOptions): AsyncIterable<Decoded>;
  /** Files that are read beside the rollouts, there or not; `doctor` names those that cannot be read. */
  indexes?(home: string, host: Host): readonly string[];
  /** Given names, by thread id. */
  names(home: string, host: Host): ReadonlyMap<string, string>;
  /**
   * Threads held by a living process. `open` helps where an agent keeps no lock or registry, and costs something only
   * where it is gone through; with those the answer may hold others too.
   */
  owners(home: string, open: Iterable<OpenThread>, host: Host): ReadonlyMap<string, Owner>;
}

/** The homes that are there, by their real paths, each once. */
export function existingHomes(paths: readonly string[], { files }: Pick<Host, "files">): string[] {
  return [...new Set(paths.filter((path) => files.stamp(path) !== null).map((path) => files.real(path)))];
}
