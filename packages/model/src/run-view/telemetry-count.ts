import type { RestoreEvent } from "../restore.ts";
import type { Telemetry } from "../workbench/workbench.ts";

/** The counters of a workbench, and what they need to go on within a run. */
export interface TelemetryCount {
  readonly telemetry: Telemetry;
  /** When the running turn started, in milliseconds; null: none runs. */
  readonly turnAtMs: number | null;
  /** When unfinished work was first heard of, by key. */
  readonly begun: ReadonlyMap<string, number>;
  /** Tokens of the whole thread, as last reported; null: unknown. */
  readonly threadTokens: number | null;
}

/** `threadTokens`: 0 for a new thread; null if unknown. */
export function startCount(telemetry: Telemetry, threadTokens: number | null = null): TelemetryCount {
  return { telemetry, turnAtMs: null, begun: new Map(), threadTokens };
}

/** Counts one event of a run. The same value means that nothing changed. */
export function countEvent(before: TelemetryCount, event: RestoreEvent, atMs: number): TelemetryCount {
  const { telemetry } = before;
  switch (event.type) {
    case "prompt-sent":
      return { ...before, telemetry: { ...telemetry, prompts: telemetry.prompts + 1 } };
    case "turn-started":
      return { ...before, turnAtMs: atMs, begun: new Map() };
    case "turn-ended":
      return turnEnded(before, atMs);
    case "usage":
      return event.tokens === null ? before : used(before, event.tokens, event.isOfThread);
    case "item":
      return event.isComplete ? finished(before, event, atMs) : begunAt(before, event.key, atMs);
    default:
      return before;
  }
}

function turnEnded(before: TelemetryCount, atMs: number): TelemetryCount {
  const { telemetry, turnAtMs } = before;
  if (turnAtMs === null) return before;
  const turnMs = telemetry.turnMs + spanMs(turnAtMs, atMs);
  return {
    ...before,
    turnAtMs: null,
    begun: new Map(),
    telemetry: { ...telemetry, turns: telemetry.turns + 1, turnMs },
  };
}

/** Totals of a thread count from the one that is known: what came before it was another run's. */
function used(before: TelemetryCount, tokens: number, isOfThread: boolean): TelemetryCount {
  const { telemetry, threadTokens } = before;
  const more = isOfThread ? Math.max(0, tokens - (threadTokens ?? tokens)) : tokens;
  return {
    ...before,
    threadTokens: isOfThread ? tokens : threadTokens,
    telemetry: more === 0 ? telemetry : { ...telemetry, tokens: telemetry.tokens + more },
  };
}

function begunAt(before: TelemetryCount, key: string, atMs: number): TelemetryCount {
  return before.begun.has(key) ? before : { ...before, begun: new Map(before.begun).set(key, atMs) };
}

function finished(
  before: TelemetryCount,
  { key, item }: RestoreEvent & { type: "item" },
  atMs: number,
): TelemetryCount {
  const { telemetry } = before;
  const begun = new Map(before.begun);
  begun.delete(key);
  const ms = spanMs(before.begun.get(key) ?? atMs, atMs);
  const counted = (more: Partial<Telemetry>) => ({ ...before, begun, telemetry: { ...telemetry, ...more } });
  if (item.kind === "tool") return counted({ tools: telemetry.tools + 1 });
  if (item.kind === "command" && item.status !== "declined" && item.status !== "waiting") {
    const { count, failed, ms: total } = telemetry.execs;
    const hasFailed = item.status === "failed";
    return counted({ execs: { count: count + 1, failed: failed + Number(hasFailed), ms: total + ms } });
  }
  if (item.kind === "edit" && (item.status === "done" || item.status === "failed")) {
    const { done, failed, ms: total } = telemetry.patches;
    const isDone = item.status === "done";
    return counted({
      patches: { done: done + Number(isDone), failed: failed + Number(!isDone), ms: total + ms },
    });
  }
  return { ...before, begun };
}

function spanMs(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round(toMs - fromMs));
}
