import { resolve } from "node:path";
import type { ProjectOrigin, RoundOutcome } from "@reprise/model";
import { agentShape, asTimestamp } from "@reprise/model";
import { type Foreign, isForeign } from "../../agents/foreign.ts";
import { potterAgent } from "../../agents/registry.ts";
import type { LogRecord } from "./log-record.ts";
import { logVersion, type RecordType, tailRepaired, typeNamed, typeNames } from "./log-words.ts";
import { RecordFields } from "./record-fields.ts";

interface LineContext {
  readonly origin: ProjectOrigin;
  /** Relative paths are below it. */
  readonly workspace: string;
  /** CodexPotter records no numbers: those of the next round and of the latest. */
  readonly next: number;
  readonly latest: number;
}

export type DecodedLine =
  | { readonly record: LogRecord }
  /** Lines that a crash cut off, and the next writer closed. */
  | { readonly repaired: { readonly fromByte: number; readonly byteCount: number } }
  /** `isNewer`: of a later format of ours. */
  | { readonly expected: string; readonly found: string; readonly isNewer?: boolean };

/** One line of a log that is JSON. */
export function decodeRecord(value: unknown, context: LineContext): DecodedLine {
  const name = isForeign(value) && typeof value.type === "string" ? value.type : null;
  if (name === null || !isForeign(value))
    return { expected: "a record with a type", found: excerpt(JSON.stringify(value)) };
  if (context.origin === "reprise") {
    if (typeof value.v !== "number") return { expected: `a record of format ${logVersion}`, found: name };
    if (value.v > logVersion) {
      const found = `format ${value.v}, written by a newer Reprise: update Reprise`;
      return { expected: `format ${logVersion}`, found, isNewer: true };
    }
  }
  const fields = new RecordFields(value);
  if (context.origin === "reprise" && name === tailRepaired)
    return { repaired: { fromByte: fields.count("byte_offset"), byteCount: fields.count("byte_count") } };
  const type = typeNamed(name, context.origin);
  if (type === undefined) {
    if (context.origin === "codexpotter") return { expected: "a record that CodexPotter writes", found: excerpt(name) };
    return { record: { type: "unknown", at: asTimestamp(value.at), name } };
  }
  const record = recordOf(type, fields, value, context);
  if (fields.missing.length === 0) return { record };
  return { expected: `${name} with ${fields.missing.join(", ")}`, found: excerpt(JSON.stringify(value)) };
}

function recordOf(type: RecordType, fields: RecordFields, value: Foreign, context: LineContext): LogRecord {
  const isOurs = context.origin === "reprise";
  const at = isOurs ? fields.time("at") : asTimestamp(value.at);
  const numbered = (otherwise: number) => ({ at, number: isOurs ? fields.count("number", 1) : otherwise });
  switch (type) {
    case "project-started":
      return {
        type,
        at,
        goal: fields.textOrNull("user_message"),
        progressFile: fields.text("user_prompt_file"),
        agent: agentIn(fields),
        settings: fields.settingsOrNull("settings"),
      };
    case "project-resumed": {
      const settings = fields.settingsOrNull("settings") ?? {};
      return { type, at, rounds: fields.count("rounds"), agent: fields.text("agent"), settings };
    }
    case "round-started": {
      const counts = { current: fields.count("current", 1), total: fields.count("total", 1) };
      return { type, ...numbered(context.next), ...counts, gitCommit: fields.textOrNull("git_commit") };
    }
    case "round-configured":
      return {
        type,
        ...numbered(context.latest),
        agent: isOurs ? fields.text("agent") : potterAgent,
        thread: fields.text("thread_id"),
        rolloutPath: rolloutPathIn(fields, context),
      };
    case "request-declined":
      return { type, ...numbered(context.latest), subject: fields.text("subject") };
    case "round-parked": {
      const message = fields.textOrNull("message") ?? "";
      return { type, ...numbered(context.latest), until: fields.time("until"), message };
    }
    case "project-succeeded":
      return {
        type,
        ...numbered(context.latest),
        rounds: fields.count("rounds"),
        durationSecs: fields.count("duration_secs"),
        progressFile: fields.text("user_prompt_file"),
        gitCommitStart: fields.text("git_commit_start"),
        gitCommitEnd: fields.text("git_commit_end"),
      };
    case "round-finished":
      return {
        type,
        ...numbered(context.latest),
        outcome: outcomeIn(fields),
        tokens: fields.countOrNull("tokens"),
        commits: fields.commitsOrNull("commits"),
        files: fields.textsOrNull("files"),
      };
  }
}

function agentIn(fields: RecordFields): string | null {
  const agent = fields.textOrNull("agent");
  return agent !== null && agentShape.test(agent) ? agent : null;
}

function rolloutPathIn(fields: RecordFields, { origin, workspace }: LineContext): string | null {
  const path = origin === "reprise" ? fields.textOrNull("rollout_path") : fields.text("rollout_path");
  return path === null || path === "" ? null : resolve(workspace, path);
}

const outcomes: readonly RoundOutcome["type"][] = [
  "completed",
  "interrupted",
  "user_requested",
  "task_failed",
  "fatal",
];

function outcomeIn(fields: RecordFields): RoundOutcome {
  const outcome = fields.object("outcome");
  const name = outcome.textOrNull("type");
  const type = outcomes.find((one) => one === name);
  if (type === undefined && fields.missing.length === 0)
    fields.missing.push(`one of the outcomes ${outcomes.join(", ")}`);
  return { type: type ?? "fatal", message: outcome.textOrNull("message") };
}

export function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** For messages: the name of a record in the file. */
export function nameOf(record: LogRecord): string {
  return record.type === "unknown" ? record.name : typeNames[record.type];
}
