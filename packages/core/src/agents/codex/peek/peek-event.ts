import { aboutSettings } from "../read/about.ts";
import type { CallKind } from "../read/call.ts";
import { recordRank } from "../read/completed-item.ts";
import type { FactCollector } from "../read/fact-collector.ts";
import { ByteSearch } from "./byte-search.ts";
import type { InternedText, InternedTexts } from "./interned-text.ts";
import type { LineView } from "./line-view.ts";
import { answered } from "./outline-body.ts";
import type { Peeked } from "./peek.ts";
import { SettingsCache } from "./settings-cache.ts";

const itemCompleted = new ByteSearch('item_completed"');
const tokenCount = new ByteSearch('token_count"');
const tokenCountWithInfo = new ByteSearch('token_count","info":{');
const agentMessage = new ByteSearch('agent_message"');
const taskStarted = new ByteSearch('task_started"');
const taskComplete = new ByteSearch('task_complete"');
const settingsApplied = new ByteSearch('thread_settings_applied"');

const itemField = new ByteSearch('"item":{"type":"');
const idField = new ByteSearch('","id":"');
const turnField = new ByteSearch('"turn_id":"');
const errorField = new ByteSearch('"error":');
const settingsField = new ByteSearch('"thread_settings":');

const agentMessageItem = new ByteSearch('AgentMessage"');
const userMessageItem = new ByteSearch('UserMessage"');
/** What an editor sent may be above the words. */
const headingFirst = new ByteSearch('"text":"# ');
const reasoningItem = new ByteSearch('Reasoning"');
const workItems: readonly (readonly [ByteSearch, CallKind])[] = [
  [new ByteSearch('CommandExecution"'), "command"],
  [new ByteSearch('FileChange"'), "edit"],
  [new ByteSearch('McpToolCall"'), "tool"],
];
const summaryText = new ByteSearch('"summary_text":["');
const endOfSummary = new ByteSearch('"],"raw_content":[]');
const betweenParts = new ByteSearch('","');

const settings = new SettingsCache((fields) => aboutSettings(fields.thread_settings));

export class EventPeek {
  readonly #facts: FactCollector;
  readonly #line: LineView;
  readonly #interned: InternedTexts;
  #lastSettings = "";

  constructor(facts: FactCollector, line: LineView, interned: InternedTexts) {
    this.#facts = facts;
    this.#line = line;
    this.#interned = interned;
  }

  forget(): void {
    this.#lastSettings = "";
  }

  /** `at`: start of its type. */
  peek(at: number): Peeked {
    const line = this.#line;
    if (line.isAt(at, itemCompleted)) return this.#completed(at);
    if (line.isAt(at, tokenCount)) return line.isAt(at, tokenCountWithInfo) ? "usage" : "read";
    if (line.isAt(at, agentMessage)) {
      this.#facts.told("reply", "event", "", line.place(), null);
      return "read";
    }
    if (line.isAt(at, taskStarted)) return this.#start(at);
    if (line.isAt(at, taskComplete)) return this.#end(at);
    return line.isAt(at, settingsApplied) ? this.#settings(at) : "parse";
  }

  #start(at: number): Peeked {
    const line = this.#line;
    const turn = line.field(turnField, at, line.headEnd, this.#interned.turns);
    if (turn === null) return "parse";
    this.#facts.turnStart(turn, line.place());
    return "read";
  }

  #end(at: number): Peeked {
    const line = this.#line;
    const turn = line.field(turnField, at, line.headEnd, this.#interned.turns);
    if (turn === null || line.holds(errorField)) return "parse";
    this.#facts.turnEnd(turn, "completed", line.place());
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
    this.#facts.about(about);
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
      const id = this.#idOf(typeAt, this.#interned.calls);
      if (id === null) return "parse";
      const turn = line.field(turnField, at, itemAt, this.#interned.turns);
      this.#facts.outcome(id, answered[kind], recordRank, line.place(), turn);
      return "read";
    }
    return this.#message(typeAt);
  }

  #message(at: number): Peeked {
    const line = this.#line;
    const isReply = line.isAt(at, agentMessageItem);
    if (!isReply && !(this.#facts.hasPrompt && line.isAt(at, userMessageItem))) return "parse";
    const id = this.#idOf(at, this.#interned.messages);
    if (id === null || (!isReply && line.holds(headingFirst))) return "parse";
    this.#facts.told(isReply ? "reply" : "prompt", "event", "", line.place(), id);
    return "read";
  }

  #idOf(typeAt: number, interned: InternedText): string | null {
    return this.#line.field(idField, typeAt, this.#line.headEnd, interned);
  }

  #reasoning(at: number): Peeked {
    const line = this.#line;
    const id = this.#idOf(at, this.#interned.thoughts);
    if (id === null) return "parse";
    const from = line.find(summaryText, at, line.headEnd);
    const count = from === -1 ? -1 : this.#partCount(from + summaryText.length);
    const place = line.place();
    for (let part = 0; part < count; part += 1) this.#facts.told("reasoning", "event", "", place, `${id}#${part}`);
    return count === -1 ? "parse" : "read";
  }

  /** Number of texts, the first at `from`; -1 if unexpected. */
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
