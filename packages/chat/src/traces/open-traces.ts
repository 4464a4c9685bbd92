import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { ChatEvent, ChatUsage } from "@reprise/model";
import type { TracedTurn, TurnTrace, TurnTraces } from "./turn-traces.ts";

const closeMs = 5000;
/** A sender chooses names of tools: nothing longer goes out. */
const mostName = 200;

/**
 * Traces in OTLP, by the usual variables `OTEL_*`, with the names that OpenTelemetry proposes for agents (`gen_ai.*`, status
 * Development, November 2026). Loads the SDK: import it only when asked for.
 */
export function openTraces(version: string): TurnTraces {
  const named = resourceFromAttributes({ "service.name": "reprise", "service.version": version });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
  const provider = new TracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer("reprise", version);
  const start = (name: string, attributes: Record<string, string | number>, parent?: Span) =>
    tracer.startSpan(
      name,
      { kind: SpanKind.INTERNAL, attributes },
      parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent),
    );
  return {
    begin: (turn) => new OpenTrace(turn, start),
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

type Start = (name: string, attributes: Record<string, string | number>, parent?: Span) => Span;

class OpenTrace implements TurnTrace {
  readonly #start: Start;
  readonly #span: Span;
  readonly #tools = new Map<string, Span>();
  #isOver = false;

  constructor({ id, attempt, waitedMs, agent, model, conversation }: TracedTurn, start: Start) {
    this.#start = start;
    this.#span = start(`invoke_agent ${agent.title}`, {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": agent.title,
      "gen_ai.agent.id": agent.name,
      ...(agent.vendor !== null && { "gen_ai.provider.name": agent.vendor }),
      ...(model !== null && { "gen_ai.request.model": model }),
      ...(conversation !== null && { "gen_ai.conversation.id": conversation }),
      "reprise.turn.id": id,
      "reprise.turn.attempt": attempt,
      "reprise.turn.waited_ms": Math.round(waitedMs),
    });
  }

  event(event: ChatEvent): void {
    if (event.type === "init") {
      this.#span.setAttribute("gen_ai.conversation.id", event.session_id);
      if (event.modelId !== null) this.#span.setAttribute("gen_ai.response.model", event.modelId);
    } else if (event.type === "tool_use") {
      const name = event.tool_name.slice(0, mostName);
      const attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.id": event.tool_id.slice(0, mostName),
      };
      this.#tools.set(event.tool_id, this.#start(`execute_tool ${name}`, attributes, this.#span));
    } else if (event.type === "tool_result") {
      this.#endTool(event.tool_id, event.status === "success" ? null : event.status);
    } else if (event.type === "error") this.#span.setAttribute("error.type", event.code);
  }

  end(how: Parameters<TurnTrace["end"]>[0]): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const id of [...this.#tools.keys()]) this.#endTool(id, "unknown");
    if (typeof how === "string") {
      this.#span.setAttribute("error.type", how);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    } else {
      const { status, usage } = how.result;
      this.#span.setAttribute("gen_ai.response.finish_reasons", [status]);
      if (usage !== null) this.#span.setAttributes(usageAttributes(usage));
      if (how.error !== null) this.#span.setAttribute("error.type", how.error.code);
      if (status === "failed") this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }

  #endTool(id: string, problem: string | null): void {
    const span = this.#tools.get(id);
    this.#tools.delete(id);
    if (problem !== null) span?.setAttribute("error.type", problem).setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  }
}

function usageAttributes(usage: ChatUsage) {
  return {
    "gen_ai.usage.input_tokens": usage.input_tokens,
    "gen_ai.usage.output_tokens": usage.output_tokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cached_input_tokens,
  };
}
