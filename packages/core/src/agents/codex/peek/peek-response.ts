import type { ItemBody } from "@reprise/model";
import { type CallKind, callKind, stillRunning } from "../read/call.ts";
import type { FactCollector } from "../read/fact-collector.ts";
import { ByteSearch } from "./byte-search.ts";
import type { InternedTexts } from "./interned-text.ts";
import type { LineView } from "./line-view.ts";
import { answered, runningCommand, unanswered } from "./outline-body.ts";
import type { Peeked } from "./peek.ts";

const message = new ByteSearch('message"');
const functionOutput = new ByteSearch("function_call_output");
const customOutput = new ByteSearch("custom_tool_call_output");
const reasoning = new ByteSearch('reasoning"');
const functionCall = new ByteSearch('function_call"');
const customCall = new ByteSearch('custom_tool_call"');

const idField = new ByteSearch('"id":"');
const roleField = new ByteSearch('"role":"');
const nameField = new ByteSearch('"name":"');
const argumentsField = new ByteSearch('"arguments":"');
const callIdField = new ByteSearch('"call_id":"');
const outputField = new ByteSearch('"output":');
const turnField = new ByteSearch('"turn_id":"');
const turnOfOutput = new ByteSearch('_passthrough":{"turn_id":"');

const userRole = new ByteSearch('user"');
const assistantRole = new ByteSearch('assistant"');
const developerRole = new ByteSearch('developer"');
const systemRole = new ByteSearch('system"');
/** One part, typed by the user: the usual prompt of current releases. */
const writtenByUser = new ByteSearch(
  '"content_item_kinds":["user.text"],"content_item_metadata":[{"provenance":{"type":"user"}}]',
);
const promptOpening = new ByteSearch('user","content":[{"type":"input_text","text":"');
const replyOpening = new ByteSearch('assistant","content":[{"type":"output_text","text":"');
const promptClosing = new ByteSearch('"}],"internal_chat_message_metadata_passthrough":{');
/** What an editor sent may be above the words. */
const headingFirst = new ByteSearch('user","content":[{"type":"input_text","text":"# ');
/** One part that every thread gets; the parser reports attachments. */
const writtenByHarness = new ByteSearch(
  '"content_item_kinds":["environments.environment_context"],"content_item_metadata":[{"provenance":{"type":"harness"',
);
const hookContext = new ByteSearch('"hooks.additional_context"');
const compactionOutput = new ByteSearch('"compaction_output":true');

const summaryField = new ByteSearch('"summary":[');
const emptySummary = new ByteSearch('],"content":null');
const summaryPart = new ByteSearch('{"type":"summary_text","text":"');
const betweenParts = new ByteSearch('"},');
const endOfSummary = new ByteSearch('"}],"content":null');

const patchCommand = new ByteSearch('{\\"command\\":[\\"apply_patch\\",');
const running = new ByteSearch(stillRunning);
const abortedText = new ByteSearch('"aborted');
const timedText = new ByteSearch('"Wall time: ');
const listStart = new ByteSearch("[");
const commandText = new ByteSearch('"Command: ');

export class ResponsePeek {
  readonly #facts: FactCollector;
  readonly #line: LineView;
  readonly #interned: InternedTexts;

  constructor(facts: FactCollector, line: LineView, interned: InternedTexts) {
    this.#facts = facts;
    this.#line = line;
    this.#interned = interned;
  }

  /** `at`: start of its type. */
  peek(at: number): Peeked {
    const line = this.#line;
    if (line.isAt(at, message)) return this.#message(at);
    if (line.isAt(at, functionOutput) || line.isAt(at, customOutput)) return this.#output(at);
    if (line.isAt(at, reasoning)) return this.#reasoning(at);
    if (line.isAt(at, functionCall) || line.isAt(at, customCall)) return this.#call(at);
    return "parse";
  }

  #message(at: number): Peeked {
    const line = this.#line;
    const roleAt = line.find(roleField, at, line.headEnd);
    if (roleAt === -1) return "parse";
    const role = roleAt + roleField.length;
    if (line.isAt(role, developerRole)) return line.holds(hookContext, line.tailStart) ? "parse" : "read";
    if (line.isAt(role, systemRole)) return "read";
    const isUser = line.isAt(role, userRole);
    if (!isUser && !line.isAt(role, assistantRole)) return "parse";
    if (!isUser && !line.isAt(role, replyOpening)) return "parse";
    if (!isUser && line.holds(compactionOutput, line.tailStart)) return "read";
    const text = isUser ? this.#promptText(role) : "";
    if (text === null) return line.holds(writtenByHarness, line.tailStart) ? "read" : "parse";
    const id = line.field(idField, at, roleAt, this.#interned.messages);
    this.#facts.told(isUser ? "prompt" : "reply", "model", text, line.place(), id);
    return "read";
  }

  /** Null unless its only part was typed. Not needed once the session has a title. */
  #promptText(role: number): string | null {
    const line = this.#line;
    if (!line.holds(writtenByUser, line.tailStart) || line.isAt(role, headingFirst)) return null;
    if (!line.isAt(role, promptOpening)) return null;
    if (this.#facts.hasPrompt) return "";
    const from = role + promptOpening.length;
    const to = line.endOfText(from);
    return to !== -1 && line.isAt(to, promptClosing) ? line.parsedText(from, to) : null;
  }

  /** Only the summary parts are readable. */
  #reasoning(at: number): Peeked {
    const line = this.#line;
    const summaryAt = line.find(summaryField, at, line.headEnd);
    const count = summaryAt === -1 ? -1 : this.#summaryCount(summaryAt + summaryField.length);
    if (count === -1) return "parse";
    const id = line.field(idField, at, line.headEnd, this.#interned.thoughts);
    const place = count === 0 ? null : line.place();
    for (let part = 0; place && part < count; part += 1)
      this.#facts.told("reasoning", "model", "", place, id === null ? null : `${id}#${part}`);
    return "read";
  }

  /** -1 if anything but encrypted content follows. */
  #summaryCount(from: number): number {
    const line = this.#line;
    if (line.isAt(from, emptySummary)) return 0;
    let at = from;
    for (let count = 1; line.isAt(at, summaryPart); count += 1) {
      const end = line.endOfText(at + summaryPart.length);
      if (end === -1) return -1;
      if (line.isAt(end, endOfSummary)) return count;
      at = end + betweenParts.length;
      if (!line.isAt(end, betweenParts)) return -1;
    }
    return -1;
  }

  #call(at: number): Peeked {
    const line = this.#line;
    const nameAt = line.find(nameField, at, line.headEnd);
    if (nameAt === -1) return "parse";
    const name = line.text(nameAt + nameField.length, line.headEnd, this.#interned.names);
    const givenAt = line.find(argumentsField, at, line.headEnd);
    const id = this.#idOfCall(at, givenAt);
    if (name === null || id === null || (givenAt !== -1 && givenAt < nameAt)) return "parse";
    const isPatch = givenAt !== -1 && line.isAt(givenAt + argumentsField.length, patchCommand);
    const kind = callKind(name, isPatch ? '{"command":["apply_patch",' : "");
    this.#facts.call(id, kind, unanswered[kind], line.place());
    return "read";
  }

  /** Arguments have escaped quotes, so the field name is unambiguous. */
  #idOfCall(at: number, givenAt: number): string | null {
    const line = this.#line;
    const headEnd = givenAt === -1 ? line.headEnd : givenAt;
    const idAt = line.find(callIdField, at, headEnd);
    const found = idAt === -1 ? line.findLast(callIdField, line.start) : idAt;
    return found === -1 ? null : line.text(found + callIdField.length, line.end, this.#interned.calls);
  }

  #output(at: number): Peeked {
    const line = this.#line;
    const idAt = line.find(callIdField, at, line.headEnd);
    const outputAt = line.find(outputField, at, line.headEnd);
    if (idAt === -1 || outputAt < idAt) return "parse";
    const id = line.text(idAt + callIdField.length, line.headEnd, this.#interned.calls);
    if (id === null || line.isAt(outputAt + outputField.length, commandText)) return "parse";
    // May contain images.
    if (line.isAt(outputAt + outputField.length, listStart)) return "parse";
    const bodyOf = (kind: CallKind | null) => this.#outcome(kind ?? "tool", outputAt);
    this.#facts.output(id, bodyOf, 1, line.place(), this.#turnOfOutput());
    return "read";
  }

  #outcome(kind: CallKind, outputAt: number): ItemBody {
    const line = this.#line;
    if (kind === "command" && line.find(running, outputAt, line.headEnd) !== -1) return runningCommand;
    return this.#isAborted(outputAt + outputField.length) ? unanswered[kind] : answered[kind];
  }

  #isAborted(textAt: number): boolean {
    const line = this.#line;
    if (!line.isAt(textAt, abortedText) && !line.isAt(textAt, timedText)) return false;
    return /^"(?:Wall time: [^\\]*\\n)?aborted/.test(line.slice(textAt, textAt + 71));
  }

  #turnOfOutput(): string | null {
    const line = this.#line;
    const found = line.findLast(turnOfOutput, line.tailStart);
    if (found !== -1) return line.text(found + turnOfOutput.length, line.end, this.#interned.turns);
    return line.field(turnField, line.tailStart, line.end, this.#interned.turns);
  }
}
