import { count, elapsedText, grouped, type Telemetry } from "@reprise/model";

/** `4 turns · 2 min 10 s · 12,000 tokens · 9 commands, 1 failed · 2 patches`; empty before the first turn. */
export function telemetryWords({ turns, turnMs, tokens, execs, patches, tools }: Telemetry): string {
  const failed = (many: number) => (many === 0 ? "" : `, ${grouped(many)} failed`);
  const parts = [
    turns > 0 ? count(turns, "turn") : "",
    turnMs > 0 ? elapsedText(turnMs) : "",
    tokens > 0 ? count(tokens, "token") : "",
    execs.count > 0 ? `${count(execs.count, "command")}${failed(execs.failed)}` : "",
    patches.done + patches.failed > 0
      ? `${count(patches.done + patches.failed, "patch", "patches")}${failed(patches.failed)}`
      : "",
    tools > 0 ? count(tools, "tool call") : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
