/**
 * A search looks at the bytes of files that are not indexed, and reads and indexes only those that may have what is searched.
 * What they say then is found, ranked and shown as everything else is; the rest is indexed when nobody waits.
 *
 *   a file has some letters of every term: it is read, and with it every file of its thread, which decide together what is shown
 *   a file that its decoder does not take as it is, or that continues another one: it is read
 *   what is left has a term nowhere: not in a title, nor in what was said, run or edited
 *
 * - which letters: raw-letters.ts; how they are found in bytes: byte-finder.ts, and scripts/find-bytes.ts, which writes find-bytes.ts
 */

import { fold, type Progress, type SearchTerm, SessionError } from "@reprise/model";
import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { ByteReader } from "../../host/files/files.ts";
import type { Host } from "../../host/host.ts";
import { ProgressReport } from "../progress.ts";
import { shareOut, type Threads } from "../threads.ts";
import { ByteFinder } from "./byte-finder.ts";
import { lineMayHave, mayHideNumbers, type RawLetters, rawLettersOf } from "./raw-letters.ts";

/** The keys of those that are read now. `isNew`: they have no row yet. */
export type Choose = (
  rollouts: readonly RolloutRef[],
  source: AgentSource,
  how: { readonly isNew: boolean },
) => Promise<ReadonlySet<string>>;

type Sought = Pick<SearchTerm, "text">;

interface ChoosingFrom {
  readonly database: Database;
  /** Names that are not in the files. */
  readonly names: readonly { readonly thread: string; readonly name: string }[];
  /** Others that look. */
  readonly threads: Threads | null;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal | undefined;
}

export interface ScanOptions {
  /** So many bytes are read without a look at what is in them. */
  readonly fewBytes?: number | undefined;
  /** From so many bytes on, other threads look too. */
  readonly bytesForThreads?: number | undefined;
}

/** What a thread is to say of each rollout of one agent: whether it may have all terms. */
export interface ScanJob {
  readonly kind: "scan";
  readonly agent: string;
  readonly terms: readonly Sought[];
}

/** In a thread. */
export function scanning({ terms }: ScanJob, source: AgentSource, host: Host): (rollout: RolloutRef) => boolean {
  const files = new UnindexedFiles(terms, host);
  return (rollout) => files.mayHave(rollout, source);
}

/** Fewer bytes together are read and indexed as quickly as they are searched. */
const fewBytes = 4 * 1024 * 1024;
/** Looking at fewer takes no longer than starting another thread. */
const bytesForThreads = 1024 * 1024 * 1024;
const newline = 10;

export class UnindexedFiles {
  readonly #terms: readonly Sought[];
  readonly #host: Host;
  readonly #fewBytes: number;
  readonly #bytesForThreads: number;
  readonly #letters = new Map<AgentSource, readonly RawLetters[]>();
  #finder: ByteFinder | null = null;
  #hasLeft = false;

  constructor(terms: readonly Sought[], host: Host, options: ScanOptions = {}) {
    this.#terms = terms;
    this.#host = host;
    this.#fewBytes = options.fewBytes ?? fewBytes;
    this.#bytesForThreads = options.bytesForThreads ?? bytesForThreads;
  }

  /** Whether files were left for later. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Whether bytes can tell anything. */
  canChoose(source: AgentSource): boolean {
    return this.#lettersIn(source).length > 0;
  }

  /** Call it when the texts of our journals are known. */
  chooser({ database, names, threads: others, ...report }: ChoosingFrom): Choose {
    const apart = new Set([...threadsNamed(names, this.#terms), ...threadsWithJournalTexts(database)]);
    return async (rollouts, source, { isNew }) => {
      const totalBytes = rollouts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      if (totalBytes <= this.#fewBytes || !this.canChoose(source)) return new Set(rollouts.map(({ key }) => key));
      const threads = new Set([...apart, ...(isNew ? threadsIn(database) : [])]);
      const options = { host: this.#host, ...report };
      const pace = new ProgressReport({ stage: "text", totalCount: rollouts.length, totalBytes }, options);
      await shareOut<ScanJob, RolloutRef, boolean>({
        threads: totalBytes >= this.#bytesForThreads ? others : null,
        job: { kind: "scan", agent: source.agent, terms: this.#terms.map(({ text }) => ({ text })) },
        items: rollouts,
        act: async (rollout) =>
          rollout.thread !== null && !threads.has(rollout.thread) && this.mayHave(rollout, source),
        take: (rollout, mayHave) => {
          if (mayHave && rollout.thread !== null) threads.add(rollout.thread);
          return pace.step(rollout.sizeBytes);
        },
      });
      const chosen = rollouts.filter(({ thread }) => thread === null || threads.has(thread));
      this.#hasLeft ||= chosen.length < rollouts.length;
      return new Set(chosen.map(({ key }) => key));
    };
  }

  #lettersIn(source: AgentSource): readonly RawLetters[] {
    let letters = this.#letters.get(source);
    if (!letters) {
      const { isApart, ownWords = [] } = source;
      const found = isApart === undefined ? [] : this.#terms.map((term) => rawLettersOf(term, ownWords));
      letters = found.filter((one) => one !== null).toSorted((a, b) => b.text.length - a.text.length);
      this.#letters.set(source, letters);
    }
    return letters;
  }

  /** Whether a file that is apart may have all terms; true where its bytes cannot tell. */
  mayHave(rollout: RolloutRef, source: AgentSource): boolean {
    const { key, path } = rollout;
    if (key !== path || !path.endsWith(".jsonl")) return true;
    try {
      const reader = this.#host.files.open(path);
      // Reading it says what is wrong.
      if (!reader) return true;
      try {
        return this.#mayHold(reader, rollout, source);
      } finally {
        reader.close();
      }
    } catch (error) {
      if (error instanceof SessionError) return true;
      throw error;
    }
  }

  #mayHold(reader: ByteReader, rollout: RolloutRef, source: AgentSource): boolean {
    this.#finder ??= new ByteFinder();
    const { bytes } = this.#finder;
    let left = this.#lettersIn(source);
    let [filled, seen] = [0, 0];
    for (let isFirst = true; ; isFirst = false) {
      const isLast = !fill(reader);
      if (isFirst && !isApart(bytes.subarray(0, filled), rollout, source)) return true;
      const end = isLast ? filled : bytes.lastIndexOf(newline) + 1;
      // A line that does not fit is left to the decoder.
      if (end === 0) return filled > 0;
      left = left.filter((letters) => !this.#has(letters, end));
      if (left.length === 0) return true;
      if (isLast) return false;
      bytes.copyWithin(0, end, filled);
      filled -= end;
    }

    /** False at the end of the file. */
    function fill(from: ByteReader): boolean {
      while (filled < bytes.length) {
        const got = from.read(bytes, filled) as number;
        filled += got;
        seen += got;
        // What was added since the look is found by the next one.
        if (got === 0 || seen >= rollout.sizeBytes) return false;
      }
      return true;
    }
  }

  #has(letters: RawLetters, end: number): boolean {
    const finder = this.#finder as ByteFinder;
    const { bytes } = finder;
    const { text, isPlain } = letters;
    if (!isPlain && bytes.subarray(0, end).includes(text)) return true;
    const mayHold = (from: number, to: number) => lineMayHave(letters, bytes.toString("utf8", from, to));
    if (finder.has(isPlain ? text : null, [0, end], mayHold)) return true;
    return /^\d+$/.test(text) && mayHideNumbers(bytes.toString("latin1", 0, end));
  }
}

function isApart(bytes: Buffer, rollout: RolloutRef, source: AgentSource): boolean {
  const end = bytes.indexOf(newline);
  return end !== -1 && source.isApart?.(bytes.subarray(0, end), rollout) === true;
}

function threadsNamed(names: ChoosingFrom["names"], terms: readonly Sought[]): string[] {
  const parts = terms.flatMap(({ text }) => text.split(" "));
  const isNamed = (name: string) => parts.some((part) => name.includes(part));
  return names.filter(({ name }) => isNamed(fold(name))).map(({ thread }) => thread);
}

function threadsWithJournalTexts(database: Database): string[] {
  const rows = database.prepare("SELECT DISTINCT thread FROM run_text WHERE texts <> '[]'").all();
  return rows.map(({ thread }) => String(thread));
}

/** Another file of a thread that has a row may take its place. */
function threadsIn(database: Database): string[] {
  const rows = database.prepare("SELECT DISTINCT thread FROM rollout").all();
  return rows.map(({ thread }) => String(thread));
}
