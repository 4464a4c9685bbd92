import { elapsedText } from "../run-view/working.ts";
import { count, grouped } from "../text/count.ts";
import type { Telemetry } from "./workbench.ts";

/**
 * The counters of a workbench on one line, without those that are 0:
 * `4 turns · 2 min 10 s · 12,000 tokens, 92 a second · 9 commands, 1 failed · 2 patches · 3 tool calls`
 */
export function telemetryLine({ turns, turnMs, tokens, execs, patches, tools }: Telemetry): string {
  const failed = (many: number) => (many === 0 ? "" : `, ${grouped(many)} failed`);
  const patchCount = patches.done + patches.failed;
  const speed = turnMs === 0 ? "" : `, ${grouped(Math.round((tokens * 1000) / turnMs))} a second`;
  const parts = [
    turns > 0 ? count(turns, "turn") : "",
    turnMs > 0 ? elapsedText(turnMs) : "",
    tokens > 0 ? `${count(tokens, "token")}${speed}` : "",
    execs.count > 0 ? `${count(execs.count, "command")}${failed(execs.failed)}` : "",
    patchCount > 0 ? `${count(patchCount, "patch", "patches")}${failed(patches.failed)}` : "",
    tools > 0 ? count(tools, "tool call") : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
