import { setTimeout as sleep } from "node:timers/promises";
import type { ToolServer } from "../../driving/driver.ts";
import { fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import type { Peer } from "./json-rpc-peer.ts";

const lookMs = 100;

/** Waits for starting servers, up to the limit. */
export async function readToolServers(peer: Peer, threadId: string, limitMs: number): Promise<readonly ToolServer[]> {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const servers = await readPages(peer, threadId, limitMs);
    if (isSettled(servers) || waitedMs >= limitMs) return servers.map(toolServerOf);
    await sleep(lookMs);
  }
}

/** Queries once; null while a server is starting. */
export async function settledToolServers(
  peer: Peer,
  threadId: string,
  limitMs: number,
): Promise<readonly ToolServer[] | null> {
  const servers = await readPages(peer, threadId, limitMs);
  return isSettled(servers) ? servers.map(toolServerOf) : null;
}

function isSettled(servers: readonly unknown[]): boolean {
  return servers.every((server) => !unsettled.has(textOf(fieldOf(server, "runtimeStatus")) ?? ""));
}

const unsettled = new Set(["notStarted", "starting"]);

async function readPages(peer: Peer, threadId: string, limitMs: number): Promise<readonly unknown[]> {
  const servers: unknown[] = [];
  let cursor: string | null = null;
  do {
    const params = { threadId, ...(cursor === null ? {} : { cursor }) };
    const page = await peer.call("mcpServerStatus/list", params, limitMs);
    servers.push(...listOf(fieldOf(page, "data")));
    cursor = textOf(fieldOf(page, "nextCursor"));
  } while (cursor !== null);
  return servers;
}

function toolServerOf(server: unknown): ToolServer {
  const status = textOf(fieldOf(server, "runtimeStatus"));
  const isReady = status === "connected";
  const problem = textOf(fieldOf(server, "toolsError")) ?? (isReady ? null : (status ?? "its state is not known"));
  const tools = fieldOf(server, "tools");
  const names = isForeign(tools) ? Object.keys(tools).sort() : [];
  return { name: textOf(fieldOf(server, "name")) ?? "", isReady, problem, tools: names };
}
