import { fieldOf, listOf, textOf } from "../../foreign.ts";
import { CallError } from "./call-error.ts";
import type { Peer } from "./json-rpc-peer.ts";

/** Codex lists fewer than a dozen: more pages than this would never end. */
const mostPages = 20;

/** The models that Codex shows in its own picker, its default first. Empty if this release cannot list them. */
export async function readModels(peer: Pick<Peer, "call">, limitMs: number): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const answer: unknown = await peer.call("model/list", cursor === null ? {} : { cursor }, limitMs);
      const shown = listOf(fieldOf(answer, "data")).filter((one) => fieldOf(one, "hidden") !== true);
      names.push(...shown.flatMap((one) => textOf(fieldOf(one, "model")) ?? textOf(fieldOf(one, "id")) ?? []));
      cursor = textOf(fieldOf(answer, "nextCursor"));
      if (cursor === null) break;
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  return [...new Set(names)];
}
