import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export type AgentName = "codex" | "claude" | "gemini" | "opencode";
export type Binary = { command: string; leadingArgs: readonly string[] };

/** The pinned binary of an agent, or the one named by REPRISE_<AGENT>_BIN. Throws if it is not installed. */
export function locateBinary(agent: AgentName): Binary {
  const variable = `REPRISE_${agent.toUpperCase()}_BIN`;
  const chosen = process.env[variable];
  const path = chosen ?? join(findAgentsFolder(), "node_modules", pinnedPath(agent));
  if (!existsSync(path))
    throw new Error(
      `No ${agent} binary at ${path}. Run \`npm test\` in the repository's root, which installs it, or set ${variable}.`,
    );
  return path.endsWith(".js") ? { command: process.execPath, leadingArgs: [path] } : { command: path, leadingArgs: [] };
}

function pinnedPath(agent: AgentName): string {
  const platform = `${process.platform}-${process.arch}`;
  switch (agent) {
    case "codex":
      return `@openai/codex-${platform}/vendor/${rustTarget()}/bin/codex`;
    case "claude":
      return `@anthropic-ai/claude-code-${platform}/claude`;
    case "gemini":
      return "@google/gemini-cli/bundle/gemini.js";
    case "opencode":
      return `opencode-${platform}/bin/opencode`;
  }
}

function rustTarget(): string {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  return `${processor}-${process.platform === "darwin" ? "apple-darwin" : "unknown-linux-musl"}`;
}

function findAgentsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, "tools", "agents");
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder))
      throw new Error(
        "No folder tools/agents above the testkit. Run `npm test` in the repository's root, which sets it up.",
      );
  }
}
