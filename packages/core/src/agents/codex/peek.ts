import type { ItemBody, Origin, Timestamp } from "@reprise/model";
import { type CallKind, callKind, stillRunning } from "./call.ts";
import { recordRank } from "./completed-item.ts";
import type { Place, Teller } from "./teller.ts";

const usageEvent = 'event_msg","payload":{"type":"token_count",';
const headBytes = 420;
const tailBytes = 640;
const opening = '{"timestamp":"';
const approvedField = Buffer.from('"approved_command_prefixes":[[');
const errorField = Buffer.from('"error":');
const summaryPart = Buffer.from('{"type":"summary_text"');
const noContent = Buffer.from('"content":null');
const compactionMark = '"compaction_output":true';
/** One part, typed by the person: the usual prompt of today's releases. */
const writtenByUser =
  '"content_item_kinds":["user.text"],"content_item_metadata":[{"provenance":{"type":"user"}}]';
const callIdField = Buffer.from('"call_id":"');

/** Items of an outline say what they are, not what they hold. */
const answered: Record<CallKind, ItemBody> = {
  command: { kind: "command", command: "", output: "", exitCode: null, status: "done" },
  edit: { kind: "edit", changes: [], status: "done" },
  tool: { kind: "tool", name: "", input: null, output: "", status: "done" },
};
const unanswered: Record<CallKind, ItemBody> = {
  command: { kind: "command", command: "", output: null, exitCode: null, status: "open" },
  edit: { kind: "edit", changes: [], status: "open" },
  tool: { kind: "tool", name: "", input: null, output: null, status: "open" },
};
const openOutcome: Record<CallKind, ItemBody> = {
  command: { kind: "command", command: "", output: "", exitCode: null, status: "open" },
  edit: unanswered.edit,
  tool: { kind: "tool", name: "", input: null, output: "", status: "open" },
};
const workItems: Readonly<Record<string, CallKind>> = {
  CommandExecution: "command",
  FileChange: "edit",
  McpToolCall: "tool",
};

/** `read`: told by its beginning. `usage`: a running total, of which only the last matters. `parse`: read it whole. `odd`: a line before it is not what it seems. */
export type Peeked = "read" | "usage" | "parse" | "odd";

/**
 * Tells an outline of a line by its first bytes, without parsing it: most of a rollout is text that an outline leaves out.
 * Whatever is not exactly as expected is left to the parser, so that both ways of reading tell the same.
 */
export class Peek {
  readonly #teller: Teller;
  readonly #repeats = new Repeats();
  #ordinal: number | null = null;
  #line: Bytes = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  constructor(teller: Teller) {
    this.#teller = teller;
  }

  /** Where the line stands is asked for only when there is something to tell. */
  line(bytes: Buffer, start: number, end: number, originOf: () => Origin): Peeked {
    if (bytes[end - 1] !== 125) return "parse";
    const head = bytes.toString("latin1", start, Math.min(end, start + headBytes));
    if (!head.startsWith(opening) || head.charCodeAt(37) !== 90 || head.charCodeAt(38) !== 34) return "parse";
    const typeAt = this.#afterOrdinal(head);
    if (typeAt === -1) return "parse";
    const at = head.slice(14, 38) as Timestamp;
    if (head.startsWith("token_usage_record", typeAt)) return this.#told(at);
    if (head.startsWith(usageEvent, typeAt)) {
      const told = this.#told(at);
      return told === "read" && head.startsWith('"info":{', typeAt + usageEvent.length) ? "usage" : told;
    }
    this.#line = { bytes, start, end };
    const result = this.#byType(head, typeAt, { origin: originOf(), at });
    return result === "parse" ? result : this.#told(at);
  }

  #told(at: Timestamp): "read" | "odd" {
    if (!this.#teller.isNext(this.#ordinal)) return "odd";
    this.#teller.seenAt(at);
    return "read";
  }

  /** Position behind `"type":"`; -1 when the line does not begin as expected. */
  #afterOrdinal(head: string): number {
    this.#ordinal = null;
    if (head.startsWith('"type":"', 40)) return 48;
    if (!head.startsWith('"ordinal":', 40)) return -1;
    let ordinal = 0;
    let at = 50;
    for (let digit = head.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = head.charCodeAt(at) - 48) {
      ordinal = ordinal * 10 + digit;
      at += 1;
    }
    this.#ordinal = ordinal;
    return at > 50 && head.startsWith(',"type":"', at) ? at + 9 : -1;
  }

  #byType(head: string, at: number, place: Place): Peeked {
    if (head.startsWith('response_item","payload":{"type":"', at))
      return this.#responseItem(head, at + 34, place);
    if (head.startsWith('event_msg","payload":{"type":"', at)) return this.#event(head, at + 30, place);
    if (head.startsWith("turn_context", at))
      return this.#repeats.isSame("turn", this.#line, head.indexOf('"cwd":', at)) ? "read" : "parse";
    if (head.startsWith("world_state", at)) return holds(this.#line, approvedField) ? "parse" : "read";
    return "parse";
  }

  #responseItem(head: string, at: number, place: Place): Peeked {
    if (head.startsWith('message"', at)) return this.#message(head, at, place);
    if (head.startsWith("function_call_output", at) || head.startsWith("custom_tool_call_output", at))
      return this.#output(head, at, place);
    if (head.startsWith('reasoning"', at)) return this.#reasoning(head, at, place);
    if (head.startsWith('function_call"', at) || head.startsWith('custom_tool_call"', at))
      return this.#call(head, at, place);
    return "parse";
  }

  #message(head: string, at: number, place: Place): Peeked {
    const role = stringAfter(head, '"role":"', at);
    if (role === "developer" || role === "system") return "read";
    const id = stringAfter(head.slice(0, head.indexOf('"role":"')), '"id":"', at);
    if (role === "user" && this.#teller.hasPrompt && tailOf(this.#line).includes(writtenByUser)) {
      this.#teller.told("prompt", "model", "", place, id);
      return "read";
    }
    if (role === "user" && isAllHarness(tailOf(this.#line))) return "read";
    if (role !== "assistant") return "parse";
    if (!tailOf(this.#line).includes(compactionMark)) this.#teller.told("reply", "model", "", place, id);
    return "read";
  }

  /** Most of it is encrypted; what can be read are the parts of the summary. */
  #reasoning(head: string, at: number, place: Place): Peeked {
    const id = stringAfter(head, '"id":"', at);
    if (!holds(this.#line, noContent) || head.indexOf('"summary":[', at) === -1) return "parse";
    const { bytes, start, end } = this.#line;
    const line = bytes.subarray(start, end);
    let part = 0;
    for (let found = line.indexOf(summaryPart); found !== -1; found = line.indexOf(summaryPart, found + 1)) {
      this.#teller.told("reasoning", "model", "", place, id === null ? null : `${id}#${part}`);
      part += 1;
    }
    return "read";
  }

  /** Within a string quotes are escaped: `","` can only stand between two parts. */
  #reasoningItem(id: string, place: Place): Peeked {
    const { bytes, start, end } = this.#line;
    const line = bytes.toString("latin1", start, end);
    const from = line.indexOf('"summary_text":["');
    const to = line.indexOf('"],"raw_content":[]');
    if (from === -1 || to < from) return "parse";
    let part = 0;
    for (let at = from; at !== -1 && at < to; at = line.indexOf('","', at + 1)) {
      this.#teller.told("reasoning", "event", "", place, `${id}#${part}`);
      part += 1;
    }
    return "read";
  }

  #call(head: string, at: number, place: Place): Peeked {
    const nameAt = head.indexOf('"name":"', at);
    const name = stringAfter(head, '"name":"', at);
    const givenAt = head.indexOf('"arguments":"', at);
    const id = headCallId(head, at, givenAt) ?? tailCallId(this.#line);
    if (name === null || id === null || (givenAt !== -1 && givenAt < nameAt)) return "parse";
    const given = givenAt === -1 ? "" : head.slice(givenAt + 13, givenAt + 60).replaceAll('\\"', '"');
    const kind = callKind(name, given);
    this.#teller.call(id, kind, unanswered[kind], place);
    return "read";
  }

  #output(head: string, at: number, place: Place): Peeked {
    const id = stringAfter(head, '"call_id":"', at);
    const outputAt = head.indexOf('"output":', at);
    if (id === null || outputAt === -1 || outputAt < head.indexOf('"call_id":"', at)) return "parse";
    const kind = this.#teller.answer(id) ?? "tool";
    const isRunning = kind === "command" && head.indexOf(stillRunning, outputAt) !== -1;
    const isAborted = /^"output":"(?:Wall time: [^\\]*\\n)?aborted/.test(head.slice(outputAt, outputAt + 80));
    const body = isRunning || isAborted ? openOutcome[kind] : answered[kind];
    this.#teller.outcome(id, body, 1, place, stringAfter(tailOf(this.#line), '"turn_id":"', 0));
    return "read";
  }

  #event(head: string, at: number, place: Place): Peeked {
    if (head.startsWith('item_completed"', at)) return this.#completed(head, at, place);
    if (head.startsWith('token_count"', at))
      return head.startsWith('token_count","info":{', at) ? "usage" : "read";
    if (head.startsWith('agent_message"', at)) {
      this.#teller.told("reply", "event", "", place, null);
      return "read";
    }
    if (head.startsWith('task_started"', at) || head.startsWith('task_complete"', at))
      return this.#boundary(head, at, place);
    const settingsAt = head.startsWith('thread_settings_applied"', at)
      ? head.indexOf('"thread_settings":', at)
      : -1;
    return settingsAt !== -1 && this.#repeats.isSame("thread", this.#line, settingsAt) ? "read" : "parse";
  }

  #boundary(head: string, at: number, place: Place): Peeked {
    const turn = stringAfter(head, '"turn_id":"', at);
    if (turn === null) return "parse";
    if (head.startsWith('task_started"', at)) this.#teller.turnStart(turn, place);
    else if (holds(this.#line, errorField)) return "parse";
    else this.#teller.turnEnd(turn, "completed", place);
    return "read";
  }

  #completed(head: string, at: number, place: Place): Peeked {
    const itemAt = head.indexOf('"item":{"type":"', at);
    const type = itemAt === -1 ? null : stringAfter(head, '"type":"', itemAt);
    const id = itemAt === -1 ? null : stringAfter(head, '","id":"', itemAt + 16);
    if (type === null || id === null) return "parse";
    if (type === "AgentMessage" || (type === "UserMessage" && this.#teller.hasPrompt)) {
      this.#teller.told(type === "AgentMessage" ? "reply" : "prompt", "event", "", place, id);
      return "read";
    }
    if (type === "Reasoning") return this.#reasoningItem(id, place);
    const kind = workItems[type];
    if (!kind) return "parse";
    this.#teller.outcome(
      id,
      answered[kind],
      recordRank,
      place,
      stringAfter(head.slice(0, itemAt), '"turn_id":"', at),
    );
    return "read";
  }
}

/** Settings are written at every turn and seldom change: a line that says the same again says nothing. */
class Repeats {
  readonly #last = new Map<string, Buffer>();

  isSame(kind: string, { bytes, start, end }: Bytes, from: number): boolean {
    if (from === -1) return false;
    const now = bytes.subarray(start + from, end);
    if (this.#last.get(kind)?.equals(now)) return true;
    this.#last.set(kind, Buffer.from(now));
    return false;
  }
}

interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The string that follows `field`, as far as it stands in the head unescaped. */
function stringAfter(head: string, field: string, from: number): string | null {
  const at = head.indexOf(field, from);
  if (at === -1) return null;
  const end = head.indexOf('"', at + field.length);
  const text = end === -1 ? null : head.slice(at + field.length, end);
  return text === null || text.includes("\\") ? null : text;
}

function headCallId(head: string, at: number, givenAt: number): string | null {
  const idAt = head.indexOf('"call_id":"', at);
  return idAt === -1 || (givenAt !== -1 && idAt > givenAt) ? null : stringAfter(head, '"call_id":"', at);
}

/** Behind the arguments, which hold their quotes escaped: the field can only be found as a field. */
function tailCallId({ bytes, start, end }: Bytes): string | null {
  const line = bytes.subarray(start, end);
  const at = line.lastIndexOf(callIdField);
  if (at === -1) return null;
  const from = at + callIdField.length;
  const to = line.indexOf(34, from);
  const id = line.toString("latin1", from, to);
  return id.includes("\\") ? null : id;
}

/** All parts of a message were put there by the harness. */
function isAllHarness(tail: string): boolean {
  const marks = tail.indexOf('"content_item_metadata":[{"provenance":{"type":"harness"');
  return marks !== -1 && tail.indexOf('"provenance":{"type":"user"', marks) === -1;
}

function tailOf({ bytes, start, end }: Bytes): string {
  return bytes.toString("latin1", Math.max(start, end - tailBytes), end);
}

function holds({ bytes, start, end }: Bytes, field: Buffer): boolean {
  return bytes.subarray(start, end).includes(field);
}
