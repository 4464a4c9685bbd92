import { join } from "node:path";
import type { Host } from "../../../host/host.ts";

const mostBytes = 1024 * 1024;

/** Which provider Codex uses in this home when nothing else is said. Without one in its rollout no thread is resumed. */
export function usualProvider(home: string, host: Host): string {
  const config = host.files.text(join(home, "config.toml"), mostBytes) ?? "";
  const topLevel = config.split(/^\s*\[/m, 1)[0] ?? "";
  const found = /^\s*model_provider\s*=\s*(?:"([^"\\]+)"|'([^']+)')/m.exec(topLevel);
  return found?.[1] ?? found?.[2] ?? "openai";
}
