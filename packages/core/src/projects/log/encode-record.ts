import type { ProjectOrigin, RoundOutcome, Timestamp } from "@reprise/model";
import type { NewRecord, ProjectLog } from "./log-record.ts";
import { isKnown, logVersion, tailRepaired, typeNames } from "./log-words.ts";

interface LogStyle {
  readonly origin: ProjectOrigin;
  readonly words: ProjectLog["words"];
  readonly at: Timestamp;
}

/** A line with its newline; null if the program does not write such records. */
export function encodeRecord(record: NewRecord, { origin, words, at }: LogStyle): string | null {
  if (!isKnown(record.type, origin)) return null;
  const name = typeNames[record.type];
  if (origin === "reprise") return ours(name, at, fieldsOf(record), ownFieldsOf(record));
  const type = words === "session" ? name.replace(/^project_/, "session_") : name;
  // CodexPotter requires a path.
  const path = record.type === "round-configured" ? { rollout_path: record.rolloutPath ?? "" } : {};
  return `${JSON.stringify({ type, ...fieldsOf(record), ...path })}\n`;
}

/** Closes bytes that a crash left, so that they are no damage. Our own log only. */
export function encodeRepair(fromByte: number, byteCount: number, at: Timestamp): string {
  return ours(tailRepaired, at, { byte_offset: fromByte, byte_count: byteCount });
}

function ours(type: string, at: Timestamp, ...fields: readonly object[]): string {
  return `${JSON.stringify(Object.assign({ v: logVersion, at, type }, ...fields))}\n`;
}

/** What both programs record. */
function fieldsOf(record: NewRecord): object {
  switch (record.type) {
    case "project-started":
      return { user_message: record.goal, user_prompt_file: record.progressFile };
    case "round-started":
      return { current: record.current, total: record.total };
    case "round-configured":
      return { thread_id: record.thread, rollout_path: record.rolloutPath };
    case "project-succeeded":
      return {
        rounds: record.rounds,
        duration_secs: record.durationSecs,
        user_prompt_file: record.progressFile,
        git_commit_start: record.gitCommitStart,
        git_commit_end: record.gitCommitEnd,
      };
    case "round-finished":
      return { outcome: outcomeFields(record.outcome) };
    default:
      return {};
  }
}

/** CodexPotter requires a message of a failure and knows none of other outcomes. */
function outcomeFields({ type, message }: RoundOutcome): object {
  const isFailure = type === "task_failed" || type === "fatal";
  return isFailure ? { type, message: message ?? "" } : { type };
}

/** What only we record. */
function ownFieldsOf(record: NewRecord): object {
  switch (record.type) {
    case "project-started":
      return { agent: record.agent, settings: record.settings };
    case "project-resumed":
      return { rounds: record.rounds, agent: record.agent, settings: record.settings };
    case "round-started":
      return { number: record.number, git_commit: record.gitCommit };
    case "round-configured":
      return { number: record.number, agent: record.agent };
    case "request-declined":
      return { number: record.number, subject: record.subject };
    case "round-parked":
      return { number: record.number, until: record.until, message: record.message };
    case "project-succeeded":
      return { number: record.number };
    case "round-finished":
      return {
        number: record.number,
        outcome: { type: record.outcome.type, message: record.outcome.message },
        tokens: record.tokens,
        commits: record.commits,
        files: record.files,
      };
  }
}
