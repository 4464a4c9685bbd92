import { randomBytes } from "node:crypto";
import type { Timestamp } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";

/** A UUIDv7, as Codex names threads and turns. With a seed it is always the same one. */
export function newId(at: Timestamp, seed?: string): string {
  const time = Date.parse(at).toString(16).padStart(12, "0");
  const bits = seed === undefined ? randomBytes(32).toString("hex") : digestOf(seed);
  const variant = "89ab".charAt(Number.parseInt(bits.charAt(3), 16) % 4);
  return [
    time.slice(0, 8),
    time.slice(8, 12),
    `7${bits.slice(0, 3)}`,
    `${variant}${bits.slice(4, 7)}`,
    bits.slice(7, 19),
  ].join("-");
}
