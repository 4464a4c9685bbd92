import { agentShape } from "@reprise/model";
import type { RecordBody } from "./journal-record.ts";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const boolean: Check = (value) => typeof value === "boolean";
const object: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    object(value) && Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));

type Shape = Readonly<Record<string, Check>>;

const settings = object;
const process = shaped({ pid: number });
const failure = orNull(shaped({ kind: text, message: text }));
const agent: Check = (value) => text(value) && agentShape.test(value as string);
const request = shaped({
  id: text,
  subject: text,
  choices: orAbsent(listOf(text)),
  questions: orAbsent(listOf(object)),
});
const bodies: Readonly<Record<string, Shape>> = {
  prompt: { text },
  reply: { text },
  reasoning: { text },
  notice: { text },
  attachment: { name: text, text: orNull(text) },
  command: { command: text, output: orNull(text) },
  edit: { changes: listOf(shaped({ path: text })) },
  tool: { name: text, output: orNull(text) },
  approval: { subject: text },
};
/** Kinds that a later release adds are taken as they are. */
const body: Check = (value) => {
  if (!shaped({ kind: text })(value)) return false;
  const { kind } = value as { kind: string };
  return !Object.hasOwn(bodies, kind) || shaped(bodies[kind] ?? {})(value);
};
export const isScope: Check = (value) =>
  shaped({ kind: text, root: text })(value) ||
  shaped({ kind: text, path: text })(value) ||
  shaped({ kind: text, host: text, owner: text, repository: text, number })(value);

/** Required fields; a record without them is damage. */
const shapes: Partial<Readonly<Record<RecordBody["type"], Shape>>> = {
  "run-started": {
    run: text,
    agent,
    scope: isScope,
    settings,
    process: orNull(process),
    workspace: orNull(text),
    instructions: orAbsent(orNull(text)),
  },
  "run-resumed": { process, settings },
  "agent-started": { process },
  "thread-known": { thread: text, isPersisted: orAbsent(boolean) },
  "settings-effective": {
    settings,
    permissions: orAbsent(object),
    workspaceFiles: orAbsent(listOf(text)),
    realCwd: orAbsent(text),
  },
  "tool-servers": { servers: listOf(shaped({ name: text, tools: listOf(text) })) },
  "prompt-sending": {
    prompt: text,
    text,
    written: orAbsent(text),
    carries: orAbsent(listOf(text)),
    inputs: orAbsent(listOf(object)),
  },
  "prompt-persisted": { prompt: text },
  "turn-started": { turn: orAbsent(orNull(text)) },
  mcp_tools_missing: { tools: listOf(text) },
  usage: { tokens: orAbsent(orNull(number)), isOfThread: orAbsent(boolean) },
  "segment-sent": { segment: number },
  text: { item: text, text },
  "item-started": { item: text, body },
  "item-completed": { item: text, body: orAbsent(body) },
  notice: { text },
  "request-asked": { request },
  "request-answered": { request: text, answer: shaped({ decision: text }) },
  "turn-ended": { state: text, failure },
  "restore-begun": { from: text, hash: text },
  "worktree-seen": {
    moment: text,
    root: text,
    commit: text,
    files: listOf(shaped({ path: text, hash: orNull(text) })),
  },
  parked: { until: text },
  "run-ended": { status: text, failure },
};

/** Unknown types have no required fields. */
export function isShaped(record: { readonly type: string; readonly at?: unknown }): boolean {
  const shape = Object.hasOwn(shapes, record.type) ? shapes[record.type as RecordBody["type"]] : undefined;
  return shape === undefined || (text(record.at) && shaped(shape)(record));
}

export const isRunState: Check = shaped({
  run: text,
  agent,
  status: text,
  scope: isScope,
  settings,
  process: orNull(process),
  startedAt: text,
  updatedAt: text,
  thread: orNull(text),
  workspace: orNull(text),
  home: orNull(text),
  failure,
  agentProcess: orNull(process),
  instructions: orAbsent(orNull(text)),
  pending: orAbsent(listOf(request)),
  parkedUntil: orNull(text),
  restore: orNull(shaped({ from: text, hash: text })),
  turnStartedAt: orAbsent(orNull(text)),
  turn: orAbsent(orNull(text)),
});
