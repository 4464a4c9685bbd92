import { join } from "node:path";
import { removeOthers } from "@reprise/core/parts";
import type { StoredPart } from "./chat-store.ts";

/** Where the folder of a chat has the events of a turn. */
export function eventsPath(folder: string, turn: string): string {
  return join(folder, "turns", `${turn}.jsonl`);
}

/** Removes parts that neither state refers to. */
export function removeOldParts(folder: string, kept: readonly StoredPart[]): void {
  removeOthers(join(folder, "parts"), new Set(kept.map(({ sha256 }) => sha256)));
}
