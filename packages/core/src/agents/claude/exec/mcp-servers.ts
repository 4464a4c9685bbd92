import type { ToolServer } from "../../driving/driver.ts";
import { type Foreign, isForeign, listOf, textOf } from "../../foreign.ts";

/** From the first line of a turn. */
export function serversOf(init: Foreign): readonly ToolServer[] {
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
