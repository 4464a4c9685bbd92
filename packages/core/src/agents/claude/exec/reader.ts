import {
  asThreadId,
  asTimestamp,
  type Failure,
  type ItemBody,
  type RunEvent,
  type Timestamp,
  zonedTime,
} from "@reprise/model";
import type { ToolServer } from "../../driving/driver.ts";
import type { ExecTurn, TurnEnd, TurnReader, TurnUsage } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { classifyUserText } from "../read/classify-user-text.ts";
import { blocksOf } from "../read/content.ts";
import { compactionWords } from "../read/system.ts";
import { BackgroundAgents } from "./background-agents.ts";
import { Blocks } from "./blocks.ts";
import { ExecCalls } from "./calls.ts";

/** Reads `claude -p --output-format stream-json`. The last of several results counts. */
export class ClaudeReader implements TurnReader {
  end: TurnEnd | null = null;
  toolServers: readonly ToolServer[] | null = null;
  usage: TurnUsage | null = null;
  readonly #turn: Pick<ExecTurn, "launch">;
  readonly #blocks = new Blocks();
  readonly #calls = new ExecCalls();
  readonly #background = new BackgroundAgents();
  #isStarted = false;
  /** After a compaction Claude Code gives the model its summary: the log has it. */
  #isSummaryNext = false;
  #resetsAt: Timestamp | null = null;

  constructor(turn: Pick<ExecTurn, "launch">) {
    this.#turn = turn;
  }

  take(line: Foreign): readonly RunEvent[] {
    switch (line.type) {
      case "system":
        return this.#system(line);
      case "stream_event":
        return this.#blocks.piece(line);
      case "assistant":
        return this.#assistant(line);
      case "user":
        return this.#user(line);
      case "rate_limit_event":
        return this.#limit(line.rate_limit_info);
      case "result":
        return this.#result(line);
      default:
        return [];
    }
  }

  rest(): readonly RunEvent[] {
    return [];
  }

  #system(line: Foreign): readonly RunEvent[] {
    switch (line.subtype) {
      case "init":
        return this.#init(line);
      case "permission_denied":
        this.#calls.denied(textOf(line.tool_use_id) ?? "");
        return [];
      case "compact_boundary":
        this.#isSummaryNext = true;
        return [{ type: "notice", text: compactionWords(fieldOf(line, "compact_metadata", "trigger")) }];
      case "task_started":
        this.#background.started(line);
        return [];
      case "task_notification":
        return this.#background.ended(line);
      case "api_retry":
        return [{ type: "notice", text: retryNotice(line) }];
      default:
        return [];
    }
  }

  /** One precedes every part of a turn; a started part outlasts the end of the previous one. */
  #init(line: Foreign): readonly RunEvent[] {
    this.end = null;
    this.toolServers = serversOf(line);
    const { settings } = this.#turn.launch;
    const told = {
      model: textOf(line.model) ?? settings.model,
      approvalPolicy: textOf(line.permissionMode) ?? settings.approvalPolicy,
      cwd: textOf(line.cwd) ?? settings.cwd,
    };
    const first: RunEvent[] = this.#isStarted ? [] : [{ type: "turn-started", turn: null }];
    this.#isStarted = true;
    return [...threadIn(line), { type: "settings", settings: { ...settings, ...told } }, ...first];
  }

  #assistant(line: Foreign): readonly RunEvent[] {
    // The result repeats it with its meaning.
    if (line.is_api_error_message === true) return [];
    if (fieldOf(line.message, "model") === "<synthetic>") return harnessNotices(line);
    // Of a sub-agent what it does is reported; the call that started it has what it was asked and what it answered.
    const speaker = textOf(line.parent_tool_use_id) ?? "";
    const id = textOf(fieldOf(line.message, "id")) ?? textOf(line.uuid) ?? "";
    return blocksOf(fieldOf(line.message, "content")).flatMap((block) => {
      const key = this.#blocks.whole(speaker, id);
      if (block.type === "tool_use" || block.type === "server_tool_use" || block.type === "mcp_tool_use")
        return [this.#calls.made(block)];
      if (textOf(block.type)?.endsWith("tool_result")) return [this.#calls.answered(block, line)];
      if (speaker !== "") this.#background.said(speaker, textOf(block.text));
      const item = speaker === "" ? bodyOfBlock(block) : null;
      return item === null ? [] : [{ type: "item", key, isComplete: true, item } as const];
    });
  }

  #user(line: Foreign): readonly RunEvent[] {
    const isSummary = this.#isSummaryNext;
    this.#isSummaryNext = false;
    return blocksOf(fieldOf(line.message, "content")).flatMap((block, index): RunEvent[] => {
      if (block.type === "tool_result") return [this.#calls.answered(block, line)];
      const { kind, text } = classifyUserText(textOf(block.text) ?? "");
      if (kind === "nothing" || kind === "interrupted" || line.parent_tool_use_id) return [];
      if (kind === "prompt" && isSummary) return [];
      const words = kind === "prompt" ? `Claude Code to the model:\n${text}` : text;
      return [
        {
          type: "item",
          key: `${textOf(line.uuid) ?? "user"}#${index}`,
          isComplete: true,
          item: { kind: "notice", text: words },
        },
      ];
    });
  }

  #limit(told: unknown): readonly RunEvent[] {
    const seconds = numberOf(fieldOf(told, "resetsAt"));
    const status = textOf(fieldOf(told, "status"));
    if (seconds !== null) this.#resetsAt = asTimestamp(seconds * 1000);
    if (status === null || status === "allowed") return [];
    return [{ type: "notice", text: limitNotice(status, this.#resetsAt) }];
  }

  #result(line: Foreign): readonly RunEvent[] {
    this.end = endOfResult(line, this.#resetsAt);
    this.usage = usageOfResult(line);
    const denials = listOf(line.permission_denials)
      .filter(isForeign)
      .map((denial) => this.#calls.refused(denial));
    const tokens = this.usage?.tokens.total_tokens ?? null;
    return [...denials.filter((event) => event !== null), { type: "usage", tokens, isOfThread: false }];
  }
}

function threadIn(line: Foreign): readonly RunEvent[] {
  const id = textOf(line.session_id);
  return id === null ? [] : [{ type: "thread", thread: asThreadId(id), isPersisted: false }];
}

/** `subtype` may be success with `is_error` set; only the latter counts. */
function endOfResult(result: Foreign, resetsAt: Timestamp | null): TurnEnd {
  if (result.is_error !== true) return { state: "completed", failure: null };
  const reason = textOf(result.terminal_reason) ?? "";
  if (reason.startsWith("aborted")) return { state: "interrupted", failure: null };
  return { state: "failed", failure: failureIn(result, resetsAt) };
}

function failureIn(result: Foreign, resetsAt: Timestamp | null): Failure {
  const errors = listOf(result.errors).filter((error) => typeof error === "string");
  const message =
    textOf(result.result) ?? (errors.length > 0 ? errors.join("\n") : `The turn failed (${String(result.subtype)}).`);
  return failureOf(message, { status: numberOf(result.api_error_status), resetsAt });
}

/** Usage of this turn; the sums by model cover the whole session. */
function usageOfResult({ usage }: Foreign): TurnUsage | null {
  if (usage === undefined) return null;
  const of = (name: string) => numberOf(fieldOf(usage, name)) ?? 0;
  const cached = of("cache_read_input_tokens");
  const input = of("input_tokens") + of("cache_creation_input_tokens") + cached;
  const output = of("output_tokens");
  const tokens = {
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
    total_tokens: input + output,
  };
  return { tokens, isOfThread: false };
}

function retryNotice(line: Foreign): string {
  const reason = String(line.error_status ?? line.error ?? "no reason given");
  return `The model is asked again (${String(line.attempt)} of ${String(line.max_retries)}): ${reason}`;
}

function limitNotice(status: string, resetsAt: Timestamp | null): string {
  return `Usage limit: ${status.replaceAll("_", " ")}${resetsAt === null ? "" : `, lifted at ${zonedTime(resetsAt)}`}.`;
}

/** Placeholder for a missing reply, so that roles alternate. */
const filler = "No response requested.";

/** Text that no model wrote: the agent itself answered a slash command. */
function harnessNotices(line: Foreign): readonly RunEvent[] {
  const texts = blocksOf(fieldOf(line.message, "content")).map((block) => textOf(block.text) ?? "");
  return texts.flatMap((text) => (text === "" || text === filler ? [] : [{ type: "notice", text } as const]));
}

/** From the first line of a turn. */
function serversOf(init: Foreign): readonly ToolServer[] {
  const tools = listOf(init.tools).filter((tool) => typeof tool === "string");
  return listOf(init.mcp_servers)
    .filter(isForeign)
    .map((server) => {
      const name = textOf(server.name) ?? "";
      const status = textOf(server.status) ?? "unknown";
      const isReady = status === "connected";
      // Claude Code replaces characters not allowed in tool names.
      const prefix = `mcp__${name.replace(/[^\w-]/g, "_")}__`;
      return {
        name,
        isReady,
        problem: isReady ? null : status,
        tools: tools.filter((tool) => tool.startsWith(prefix)),
      };
    });
}

/** Null if there is nothing to read. */
function bodyOfBlock(block: Foreign): ItemBody | null {
  const text = textOf(block.text);
  if (block.type === "text") return text === null || text.trim() === "" ? null : { kind: "reply", text };
  if (block.type === "thinking") {
    const thinking = textOf(block.thinking) ?? "";
    return thinking.trim() === "" ? null : { kind: "reasoning", text: thinking };
  }
  return block.type === "redacted_thinking" ? null : { kind: "opaque", raw: block };
}
