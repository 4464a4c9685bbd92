import type { ToolServer } from "../../driving/driver.ts";
import { type Foreign, isForeign, listOf, textOf } from "../../foreign.ts";

/** The MCP servers that the first line of a turn names, with the tools it lists as theirs. */
export function serversOf(init: Foreign): readonly ToolServer[] {
  const tools = listOf(init.tools).filter((tool) => typeof tool === "string");
  return listOf(init.mcp_servers)
    .filter(isForeign)
    .map((server) => {
      const name = textOf(server.name) ?? "";
      const status = textOf(server.status) ?? "unknown";
      const isReady = status === "connected";
      // Claude Code replaces what a tool's name may not hold.
      const prefix = `mcp__${name.replace(/[^\w-]/g, "_")}__`;
      return {
        name,
        isReady,
        problem: isReady ? null : status,
        tools: tools.filter((tool) => tool.startsWith(prefix)),
      };
    });
}
