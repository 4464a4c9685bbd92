import type { ThreadId } from "@reprise/model";
import type { PortableItem } from "../../writing/portable.ts";
import { type ResponseItem, responseItemsOf } from "../write/response-items.ts";
import type { Peer } from "./json-rpc-peer.ts";

/** Codex accepts 10 MB in 0.8 s; smaller requests stay far below the time limit. */
const mostCharacters = 1_000_000;

/** Needs no model call. Codex answers once the lines are in the rollout, so they survive its process. Rejects with a CallError. */
export async function injectItems(
  items: readonly PortableItem[],
  thread: ThreadId,
  peer: Peer,
  limitMs: number,
): Promise<void> {
  for (const batch of batchesOf(items))
    await peer.call("thread/inject_items", { threadId: thread, items: batch }, limitMs);
}

/** Never splits a call from its output. An oversized item gets its own batch. */
export function batchesOf(
  items: readonly PortableItem[],
  most: number = mostCharacters,
): readonly (readonly ResponseItem[])[] {
  const batches: ResponseItem[][] = [];
  let size = most;
  for (const item of items) {
    const told = responseItemsOf(item);
    const length = JSON.stringify(told).length;
    if (size + length > most) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(...told);
    size += length;
  }
  return batches;
}
