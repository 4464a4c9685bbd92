import { StringDecoder } from "node:string_decoder";
import { asThreadId, type ItemBody, type RunEvent } from "@reprise/model";
import type { ChildExit } from "../../../host/processes/child.ts";
import type { TurnEnd } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { StreamedTexts } from "../../exec/streamed-texts.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { commandText } from "../read/call.ts";
import { changesOfRecord } from "../read/patch.ts";
import { chunkBytes, oldWork } from "./old-event.ts";

const silent = new Set([
  "agent_reasoning_section_break",
  "background_event",
  "mcp_list_tools_response",
  "raw_response_item",
  "shutdown_complete",
  "turn_diff",
  "user_message",
  "web_search_begin",
]);

/** `{"id","msg"}` lines, which releases until 0.44 printed. */
export class OldReader {
  end: TurnEnd | null = null;
  isUsed = false;
  readonly #prefix: string;
  readonly #spoken: StreamedTexts;
  readonly #open = new Map<string, ItemBody>();
  readonly #outputs = new Map<string, StringDecoder>();
  #isReplyLast = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#spoken = new StreamedTexts(prefix);
  }

  take(msg: Foreign): readonly RunEvent[] {
    this.isUsed = true;
    switch (msg.type) {
      case "session_configured": {
        const id = textOf(msg.session_id);
        return id === null ? [] : [{ type: "thread", thread: asThreadId(id), isPersisted: false }];
      }
      case "task_started":
        return [{ type: "turn-started", turn: null }];
      case "task_complete":
        this.end ??= { state: "completed", failure: null };
        return [];
      case "turn_aborted":
        this.end = { state: "interrupted", failure: null };
        return [];
      case "error":
        this.end = { state: "failed", failure: failureOf(textOf(msg.message) ?? "The turn failed.") };
        return [];
      case "token_count":
        return usageOf(msg);
      default:
        return this.#said(msg);
    }
  }

  /** Releases 0.23 to 0.44 print no end at all: there a reply, nothing open and a clean exit have to do. */
  rest(exit: ChildExit): readonly RunEvent[] {
    const isDone = this.#isReplyLast && this.#open.size === 0 && exit.code === 0;
    if (this.isUsed && isDone) this.end ??= { state: "completed", failure: null };
    return this.#spoken.rest({ isComplete: false });
  }

  #said(msg: Foreign): readonly RunEvent[] {
    switch (msg.type) {
      case "agent_message":
        this.#isReplyLast = true;
        return this.#spoken.whole("reply", textOf(msg.message) ?? "");
      case "agent_message_delta":
        return this.#spoken.delta("reply", textOf(msg.delta) ?? "");
      case "agent_reasoning":
      case "agent_reasoning_raw_content":
        return this.#spoken.whole("reasoning", textOf(msg.text) ?? "");
      case "agent_reasoning_delta":
        return this.#spoken.delta("reasoning", textOf(msg.delta) ?? "");
      case "stream_error":
      case "warning":
        return [{ type: "notice", text: textOf(msg.message) ?? "" }];
      case "plan_update":
        return [this.#item("plan", planOf(msg), true)];
      case "exec_command_output_delta":
        return this.#output(msg);
      case "exec_approval_request":
      case "apply_patch_approval_request":
        return [this.#item(textOf(msg.call_id) ?? "request", declinedOf(msg), true)];
      default:
        return this.#work(msg);
    }
  }

  #work(msg: Foreign): readonly RunEvent[] {
    const call = textOf(msg.call_id) ?? "";
    const work = oldWork(msg, this.#open.get(call) ?? null);
    if (!work)
      return silent.has(String(msg.type)) ? [] : [this.#item(`opaque-${call}`, { kind: "opaque", raw: msg }, true)];
    this.#isReplyLast = false;
    if (work.isComplete) this.#open.delete(call);
    else this.#open.set(call, work.body);
    return [this.#item(call, work.body, work.isComplete)];
  }

  /** A character may be cut in two by the pieces. */
  #output(msg: Foreign): readonly RunEvent[] {
    const call = textOf(msg.call_id) ?? "";
    const decoder = this.#outputs.get(call) ?? new StringDecoder("utf8");
    this.#outputs.set(call, decoder);
    const text = decoder.write(chunkBytes(msg.chunk));
    return text === "" ? [] : [{ type: "delta", key: `${this.#prefix}/${call}`, kind: "output", text }];
  }

  #item(id: string, item: ItemBody, isComplete: boolean): RunEvent {
    return { type: "item", key: `${this.#prefix}/${id}`, isComplete, item };
  }
}

function usageOf(msg: Foreign): readonly RunEvent[] {
  const tokens = numberOf(fieldOf(msg.info, "total_token_usage", "total_tokens")) ?? numberOf(msg.total_tokens);
  return tokens === null ? [] : [{ type: "usage", tokens, isOfThread: true }];
}

function planOf(msg: Foreign): ItemBody {
  const steps = listOf(msg.plan).filter(isForeign);
  const lines = steps.map((step) => `${step.status === "completed" ? "[x]" : "[ ]"} ${textOf(step.step) ?? ""}`);
  return { kind: "notice", text: `Plan:\n${lines.join("\n")}` };
}

function declinedOf(msg: Foreign): ItemBody {
  if (Array.isArray(msg.command))
    return {
      kind: "command",
      command: commandText(msg.command),
      output: null,
      exitCode: null,
      status: "declined",
    };
  return { kind: "edit", changes: changesOfRecord(msg.changes), status: "declined" };
}
