import type { ItemBody } from "@reprise/model";
import { type CallKind, callKind, stillRunning } from "./call.ts";
import type { Echoes } from "./echo.ts";
import type { LineView } from "./line-view.ts";
import { Mark } from "./mark.ts";
import { answered, runningCommand, unanswered } from "./outline-body.ts";
import type { Peeked } from "./peek.ts";
import type { Teller } from "./teller.ts";

const message = new Mark('message"');
const functionOutput = new Mark("function_call_output");
const customOutput = new Mark("custom_tool_call_output");
const reasoning = new Mark('reasoning"');
const functionCall = new Mark('function_call"');
const customCall = new Mark('custom_tool_call"');

const idField = new Mark('"id":"');
const roleField = new Mark('"role":"');
const nameField = new Mark('"name":"');
const argumentsField = new Mark('"arguments":"');
const callIdField = new Mark('"call_id":"');
const outputField = new Mark('"output":');
const turnField = new Mark('"turn_id":"');
const turnOfOutput = new Mark('_passthrough":{"turn_id":"');

const userRole = new Mark('user"');
const assistantRole = new Mark('assistant"');
const developerRole = new Mark('developer"');
const systemRole = new Mark('system"');
/** One part, typed by the person: the usual prompt of today's releases. */
const writtenByUser = new Mark(
  '"content_item_kinds":["user.text"],"content_item_metadata":[{"provenance":{"type":"user"}}]',
);
const promptOpening = new Mark('user","content":[{"type":"input_text","text":"');
const promptClosing = new Mark('"}],"internal_chat_message_metadata_passthrough":{');
const marksOfHarness = new Mark('"content_item_metadata":[{"provenance":{"type":"harness"');
const markOfUser = new Mark('"provenance":{"type":"user"');
const hookContext = new Mark('"hooks.additional_context"');
const shellKind = new Mark('"shell.user_command"');
const skillKind = new Mark('"skills.selected_skill_instructions"');
const compactionOutput = new Mark('"compaction_output":true');

const summaryField = new Mark('"summary":[');
const emptySummary = new Mark('],"content":null');
const summaryPart = new Mark('{"type":"summary_text","text":"');
const betweenParts = new Mark('"},');
const endOfSummary = new Mark('"}],"content":null');

const patchCommand = new Mark('{\\"command\\":[\\"apply_patch\\",');
const running = new Mark(stillRunning);
const abortedText = new Mark('"aborted');
const timedText = new Mark('"Wall time: ');
const listStart = new Mark("[");
const commandText = new Mark('"Command: ');

/** Peeks at `response_item` lines. */
export class ResponsePeek {
  readonly #teller: Teller;
  readonly #line: LineView;
  readonly #echoes: Echoes;

  constructor(teller: Teller, line: LineView, echoes: Echoes) {
    this.#teller = teller;
    this.#line = line;
    this.#echoes = echoes;
  }

  /** `at`: where its type begins. */
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
    if (!isUser && line.holds(compactionOutput, line.tailStart)) return "read";
    const text = isUser ? this.#promptText(role) : "";
    if (text === null) return this.#isAllHarness() ? "read" : "parse";
    const id = line.field(idField, at, roleAt, this.#echoes.messages);
    this.#teller.told(isUser ? "prompt" : "reply", "model", text, line.place(), id);
    return "read";
  }

  /** Of a prompt whose only part was typed: null when it is another. Once the session has a title no text is needed. */
  #promptText(role: number): string | null {
    const line = this.#line;
    if (!line.holds(writtenByUser, line.tailStart)) return null;
    if (this.#teller.hasPrompt) return "";
    const from = role + promptOpening.length;
    const to = line.isAt(role, promptOpening) ? line.endOfText(from) : -1;
    return to !== -1 && line.isAt(to, promptClosing) ? line.parsedText(from, to) : null;
  }

  /** All parts of a message were put there by the harness. */
  #isAllHarness(): boolean {
    const line = this.#line;
    // What was given to the model is told by the parser.
    if (line.holds(shellKind, line.tailStart) || line.holds(skillKind, line.tailStart)) return false;
    const at = line.find(marksOfHarness, line.tailStart, line.end);
    return at !== -1 && line.find(markOfUser, at, line.end) === -1;
  }

  /** Most of it is encrypted; what can be read are the parts of the summary. */
  #reasoning(at: number): Peeked {
    const line = this.#line;
    const summaryAt = line.find(summaryField, at, line.headEnd);
    const count = summaryAt === -1 ? -1 : this.#summaryCount(summaryAt + summaryField.length);
    if (count === -1) return "parse";
    const id = line.field(idField, at, line.headEnd, this.#echoes.thoughts);
    const place = count === 0 ? null : line.place();
    for (let part = 0; place && part < count; part += 1)
      this.#teller.told("reasoning", "model", "", place, id === null ? null : `${id}#${part}`);
    return "read";
  }

  /** How many parts a summary has, if nothing but what is encrypted comes after it; -1 when it is not as expected. */
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
    const name = line.text(nameAt + nameField.length, line.headEnd, this.#echoes.names);
    const givenAt = line.find(argumentsField, at, line.headEnd);
    const id = this.#idOfCall(at, givenAt);
    if (name === null || id === null || (givenAt !== -1 && givenAt < nameAt)) return "parse";
    const isPatch = givenAt !== -1 && line.isAt(givenAt + argumentsField.length, patchCommand);
    const kind = callKind(name, isPatch ? '{"command":["apply_patch",' : "");
    this.#teller.call(id, kind, unanswered[kind], line.place());
    return "read";
  }

  /** Before the arguments, or behind them: they hold their quotes escaped, so that the field can only be found as a field. */
  #idOfCall(at: number, givenAt: number): string | null {
    const line = this.#line;
    const headEnd = givenAt === -1 ? line.headEnd : givenAt;
    const idAt = line.find(callIdField, at, headEnd);
    const found = idAt === -1 ? line.findLast(callIdField, line.start) : idAt;
    return found === -1 ? null : line.text(found + callIdField.length, line.end, this.#echoes.calls);
  }

  #output(at: number): Peeked {
    const line = this.#line;
    const idAt = line.find(callIdField, at, line.headEnd);
    const outputAt = line.find(outputField, at, line.headEnd);
    if (idAt === -1 || outputAt < idAt) return "parse";
    const id = line.text(idAt + callIdField.length, line.headEnd, this.#echoes.calls);
    if (id === null || line.isAt(outputAt + outputField.length, commandText)) return "parse";
    // Among its parts may be images.
    if (line.isAt(outputAt + outputField.length, listStart)) return "parse";
    const bodyOf = (kind: CallKind | null) => this.#outcome(kind ?? "tool", outputAt);
    this.#teller.output(id, bodyOf, 1, line.place(), this.#turnOfOutput());
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
    if (found !== -1) return line.text(found + turnOfOutput.length, line.end, this.#echoes.turns);
    return line.field(turnField, line.tailStart, line.end, this.#echoes.turns);
  }
}
