import type { ThreadId } from "@reprise/model";
import type { PortableItem } from "../../writing/portable.ts";
import { type ResponseItem, responseItemsOf } from "../write/response-items.ts";
import type { Peer } from "./json-rpc-peer.ts";

/** Codex takes 10 MB in 0.8 s; one line to it should still be far from what a slow machine needs the limit for. */
const mostCharacters = 1_000_000;

/**
 * Puts items into the history, without a model call. Codex answers when their lines are written to the rollout, which
 * it makes for a new thread too: they outlive its process from then on. Rejects with a CallError.
 */
export async function injectItems(
  items: readonly PortableItem[],
  thread: ThreadId,
  peer: Peer,
  limitMs: number,
): Promise<void> {
  for (const batch of batchesOf(items))
    await peer.call("thread/inject_items", { threadId: thread, items: batch }, limitMs);
}

/** A call and its output are never apart: no kill can leave one without the other. An item that is too large stands alone. */
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
