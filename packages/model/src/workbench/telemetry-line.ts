import { grouped } from "../text/count.ts";
import type { Telemetry } from "./workbench.ts";

/** The counters of a workbench on one line; parts without anything to tell are left out. */
export function telemetryLine({ turns, turnMs, tokens, patches, execs, tools, prompts }: Telemetry): string {
  const patchCount = patches.done + patches.failed;
  return [
    turns > 0 ? `Turns ${grouped(turns)}${tokenWords(tokens, turns, turnMs)}` : null,
    patchCount > 0 ? `Patch ${patches.done}/${patches.failed} avg ${seconds(patches.ms / patchCount)}` : null,
    execs.count > 0
      ? `Exec ${grouped(execs.count)} avg ${seconds(execs.ms / execs.count)}${failWords(execs.failed)}`
      : null,
    tools > 0 ? `Tools ${grouped(tools)}` : null,
    prompts > 0 ? `Prompts ${grouped(prompts)}` : null,
  ]
    .filter((part) => part !== null)
    .join(" • ");
}

function tokenWords(tokens: number, turns: number, turnMs: number): string {
  if (tokens === 0) return "";
  const speed = turnMs > 0 ? ` ${((tokens * 1000) / turnMs).toFixed(1)} tok/s` : "";
  return ` avg ${grouped(Math.round(tokens / turns))} tok${speed}`;
}

function failWords(failed: number): string {
  return failed > 0 ? ` fail ${grouped(failed)}` : "";
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`;
}
