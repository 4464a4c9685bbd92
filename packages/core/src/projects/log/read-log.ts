import { SessionError, tryParseJson } from "@reprise/model";
import { fieldOf } from "../../agents/foreign.ts";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Files } from "../../host/files/files.ts";
import { type LogLine, logLines } from "../../log/read-log.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import { decodeRecord, excerpt } from "./decode-record.ts";
import { LogIndex } from "./index-log.ts";
import type { LogProblem, ProjectLog } from "./log-record.ts";

const mostBytes = 256 * 1024 * 1024;

/** Never throws: what cannot be read is a problem, and everything around it is still there. */
export function readLog(place: ProjectPlace, files: Files): ProjectLog {
  try {
    // An agent may write here, but not everywhere that a link leads to and that we may write.
    if (entryAt(place.logFile)?.kind === "link") return without(place, "a file", "a link to another one");
    const lines = logLines(place.logFile, files, mostBytes);
    if (lines) return new LogReader(place).read(lines);
    // Ours is made right after the progress file: a crash came between.
    if (place.origin === "reprise") return new LogReader(place).read([]);
    return without(place, "a log", "none (unsupported: made by an older version of CodexPotter, which kept no log)");
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return without(place, "a file that can be read", error.message);
  }
}

function without({ logFile }: ProjectPlace, expected: string, found: string): ProjectLog {
  const problem = { path: logFile, line: 1, expected, found, isTail: false };
  return { started: null, resumed: null, rounds: [], problems: [problem], wholeBytes: 0, words: "project" };
}

interface BadLine extends LogLine {
  readonly problem: LogProblem;
}

class LogReader {
  readonly #place: ProjectPlace;
  readonly #index: LogIndex;
  readonly #problems: LogProblem[] = [];
  /** Since the last line that can be read, or closed by a later writer. */
  #bad: BadLine[] = [];
  #line = 0;
  #words: ProjectLog["words"] = "project";

  constructor(place: ProjectPlace) {
    this.#place = place;
    this.#index = new LogIndex(place.origin, (complaint, isTail) =>
      this.#problems.push({ path: place.logFile, line: Math.max(this.#line, 1), ...complaint, isTail }),
    );
  }

  read(lines: readonly LogLine[]): ProjectLog {
    for (const line of lines) this.#take(line);
    const torn = this.#torn();
    this.#index.end({ isTorn: torn.length > 0 });
    const problems = this.#problems.map((one) => ({
      ...one,
      expected: this.#words === "session" ? one.expected.replace(/\bproject_/, "session_") : one.expected,
      isTail: one.isTail || torn.some(({ problem }) => problem === one),
    }));
    return {
      ...this.#index.log,
      problems: problems.toSorted((one, other) => one.line - other.line),
      wholeBytes: torn[0]?.fromByte ?? lines.at(-1)?.toByte ?? 0,
      words: this.#words,
    };
  }

  /**
   * The last line, if a crash cut it off. In our own log all bad lines at the end: a crash may have cut off the repair too. A
   * whole line of CodexPotter's is not of this kind, since it writes a line with its newline.
   */
  #torn(): readonly BadLine[] {
    if (this.#place.origin === "reprise") return this.#bad;
    return this.#bad.filter(({ hasEnd }) => !hasEnd);
  }

  #take(line: LogLine): void {
    const { text, hasEnd } = line;
    this.#line = line.number;
    const problem = (expected: string, found: string) => {
      const told = { path: this.#place.logFile, line: this.#line, expected, found, isTail: false };
      this.#problems.push(told);
      return told;
    };
    const bad = (expected: string, found: string) => {
      this.#bad.push({ ...line, problem: problem(expected, found) });
    };
    if (text.trim() === "") return bad("a record", "a blank line");
    const value = tryParseJson(text);
    if (value === undefined)
      return bad("a record in JSON", hasEnd ? excerpt(text) : `a line that was cut off: ${excerpt(text)}`);
    const { origin, workspace } = this.#place;
    const { latest } = this.#index;
    const decoded = decodeRecord(value, { origin, workspace, latest, next: latest + 1 });
    if ("expected" in decoded && decoded.isNewer !== true) return bad(decoded.expected, decoded.found);
    if ("repaired" in decoded) this.#forgive(decoded.repaired);
    this.#bad = [];
    if ("expected" in decoded) problem(decoded.expected, decoded.found);
    if (!("record" in decoded)) return;
    if (fieldOf(value, "type") === "session_started") this.#words = "session";
    this.#index.take(decoded.record);
  }

  #forgive({ fromByte, byteCount }: { readonly fromByte: number; readonly byteCount: number }): void {
    const isForgiven = (bad: BadLine) => bad.fromByte >= fromByte && bad.fromByte < fromByte + byteCount;
    const forgiven = new Set(this.#bad.filter(isForgiven).map(({ problem }) => problem));
    const kept = this.#problems.filter((problem) => !forgiven.has(problem));
    this.#problems.splice(0, this.#problems.length, ...kept);
  }
}
