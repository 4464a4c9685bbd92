import { randomBytes } from "node:crypto";

/** Random, because two servers may write to one session and agents merge items with the same id. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
