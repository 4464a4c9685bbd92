import { randomBytes } from "node:crypto";

/** Random, because two servers may speak into one session and agents merge items of the same id. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
