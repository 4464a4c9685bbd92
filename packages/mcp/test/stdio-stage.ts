import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { familyMark, makeScratch, programEnv, type Scratch } from "@reprise/testkit";

export const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures", import.meta.url));

/** Where each agent keeps its sessions, below HOME. */
const homes = { codex: ".codex", claude: ".claude", gemini: ".gemini", opencode: ".local/share/opencode" };

/** The built `reprise mcp` with recorded sessions, called by the client of the SDK. */
export class StdioStage {
  readonly scratch: Scratch;
  readonly env: Record<string, string>;
  readonly #clients: Client[] = [];

  private constructor(scratch: Scratch) {
    this.scratch = scratch;
    this.env = {
      ...familyMark,
      ...programEnv,
      HOME: scratch.home,
      TZ: "UTC",
      REPRISE_STATE: join(scratch.root, "state"),
      REPRISE_CACHE: join(scratch.root, "cache"),
    };
  }

  static async open(name: string): Promise<StdioStage> {
    return new StdioStage(await makeScratch(name));
  }

  /** Puts recorded sessions of an agent where it keeps its own. */
  place(agent: keyof typeof homes, recording: string): void {
    cpSync(join(fixtures, agent, recording), this.homeOf(agent), { recursive: true });
  }

  homeOf(agent: keyof typeof homes): string {
    return join(this.scratch.home, homes[agent]);
  }

  async connect(cwd: string, args: readonly string[] = []): Promise<{ client: Client; stderr: () => string }> {
    const transport = new StdioClientTransport({
      command: reprise,
      args: ["mcp", ...args],
      cwd,
      env: this.env,
      stderr: "pipe" as const,
    });
    let stderr = "";
    transport.stderr?.on("data", (piece: Buffer) => {
      stderr += piece;
    });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    this.#clients.push(client);
    return { client, stderr: () => stderr };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.scratch.remove();
  }
}

/** The text of a tool's answer. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { text, isError: isError === true };
}
