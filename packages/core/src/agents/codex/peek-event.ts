import { aboutSettings } from "./about.ts";
import type { CallKind } from "./call.ts";
import { recordRank } from "./completed-item.ts";
import type { Echo, Echoes } from "./echo.ts";
import type { LineView } from "./line-view.ts";
import { Mark } from "./mark.ts";
import { answered } from "./outline-body.ts";
import type { Peeked } from "./peek.ts";
import { SettingsMemo } from "./settings-memo.ts";
import type { Teller } from "./teller.ts";

const itemCompleted = new Mark('item_completed"');
const tokenCount = new Mark('token_count"');
const tokenCountWithInfo = new Mark('token_count","info":{');
const agentMessage = new Mark('agent_message"');
const taskStarted = new Mark('task_started"');
const taskComplete = new Mark('task_complete"');
const settingsApplied = new Mark('thread_settings_applied"');

const itemField = new Mark('"item":{"type":"');
const idField = new Mark('","id":"');
const turnField = new Mark('"turn_id":"');
const errorField = new Mark('"error":');
const settingsField = new Mark('"thread_settings":');

const agentMessageItem = new Mark('AgentMessage"');
const userMessageItem = new Mark('UserMessage"');
const reasoningItem = new Mark('Reasoning"');
const workItems: readonly (readonly [Mark, CallKind])[] = [
  [new Mark('CommandExecution"'), "command"],
  [new Mark('FileChange"'), "edit"],
  [new Mark('McpToolCall"'), "tool"],
];
const summaryText = new Mark('"summary_text":["');
const endOfSummary = new Mark('"],"raw_content":[]');
const betweenParts = new Mark('","');

const settings = new SettingsMemo((fields) => aboutSettings(fields.thread_settings));

/** Peeks at `event_msg` lines. */
export class EventPeek {
  readonly #teller: Teller;
  readonly #line: LineView;
  readonly #echoes: Echoes;
  #lastSettings = "";

  constructor(teller: Teller, line: LineView, echoes: Echoes) {
    this.#teller = teller;
    this.#line = line;
    this.#echoes = echoes;
  }

  forget(): void {
    this.#lastSettings = "";
  }

  /** `at`: where its type begins. */
  peek(at: number): Peeked {
    const line = this.#line;
    if (line.isAt(at, itemCompleted)) return this.#completed(at);
    if (line.isAt(at, tokenCount)) return line.isAt(at, tokenCountWithInfo) ? "usage" : "read";
    if (line.isAt(at, agentMessage)) {
      this.#teller.told("reply", "event", "", line.place(), null);
      return "read";
    }
    if (line.isAt(at, taskStarted)) return this.#start(at);
    if (line.isAt(at, taskComplete)) return this.#end(at);
    return line.isAt(at, settingsApplied) ? this.#settings(at) : "parse";
  }

  #start(at: number): Peeked {
    const line = this.#line;
    const turn = line.field(turnField, at, line.headEnd, this.#echoes.turns);
    if (turn === null) return "parse";
    this.#teller.turnStart(turn, line.place());
    return "read";
  }

  #end(at: number): Peeked {
    const line = this.#line;
    const turn = line.field(turnField, at, line.headEnd, this.#echoes.turns);
    if (turn === null || line.holds(errorField)) return "parse";
    this.#teller.turnEnd(turn, "completed", line.place());
    return "read";
  }

  #settings(at: number): Peeked {
    const line = this.#line;
    const from = line.find(settingsField, at, line.headEnd);
    const text = from === -1 ? "" : line.rest(from);
    if (text !== "" && text === this.#lastSettings) return "read";
    const about = text !== "" && line.isWholeBefore(from) ? settings.about(text) : null;
    this.#lastSettings = about ? text : "";
    if (about === null) return "parse";
    this.#teller.about(about);
    return "read";
  }

  #completed(at: number): Peeked {
    const line = this.#line;
    const itemAt = line.find(itemField, at, line.headEnd);
    if (itemAt === -1) return "parse";
    const typeAt = itemAt + itemField.length;
    if (line.isAt(typeAt, reasoningItem)) return this.#reasoning(typeAt);
    for (const [type, kind] of workItems) {
      if (!line.isAt(typeAt, type)) continue;
      const id = this.#idOf(typeAt, this.#echoes.calls);
      if (id === null) return "parse";
      const turn = line.field(turnField, at, itemAt, this.#echoes.turns);
      this.#teller.outcome(id, answered[kind], recordRank, line.place(), turn);
      return "read";
    }
    return this.#message(typeAt);
  }

  #message(at: number): Peeked {
    const line = this.#line;
    const isReply = line.isAt(at, agentMessageItem);
    if (!isReply && !(this.#teller.hasPrompt && line.isAt(at, userMessageItem))) return "parse";
    const id = this.#idOf(at, this.#echoes.messages);
    if (id === null) return "parse";
    this.#teller.told(isReply ? "reply" : "prompt", "event", "", line.place(), id);
    return "read";
  }

  #idOf(typeAt: number, echo: Echo): string | null {
    return this.#line.field(idField, typeAt, this.#line.headEnd, echo);
  }

  #reasoning(at: number): Peeked {
    const line = this.#line;
    const id = this.#idOf(at, this.#echoes.thoughts);
    if (id === null) return "parse";
    const from = line.find(summaryText, at, line.headEnd);
    const count = from === -1 ? -1 : this.#partCount(from + summaryText.length);
    const place = line.place();
    for (let part = 0; part < count; part += 1)
      this.#teller.told("reasoning", "event", "", place, `${id}#${part}`);
    return count === -1 ? "parse" : "read";
  }

  /** How many texts a summary has, the first of which begins at `from`; -1 when it is not as expected. */
  #partCount(from: number): number {
    const line = this.#line;
    let end = line.endOfText(from);
    for (let count = 1; end !== -1; count += 1) {
      if (line.isAt(end, endOfSummary)) return count;
      if (!line.isAt(end, betweenParts)) return -1;
      end = line.endOfText(end + betweenParts.length);
    }
    return -1;
  }
}
