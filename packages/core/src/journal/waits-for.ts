import type { Item, Request } from "@reprise/model";

/**
 * Whether an item without an outcome waits for the answer to this request. A command that failed in its sandbox asks once
 * more, to run without it: that one has run.
 */
export function waitsFor(item: Item, { kind, item: about, subject, reason }: Request): boolean {
  if (!("status" in item) || item.status !== "open" || /\b(retry|failed)\b/i.test(reason ?? "")) return false;
  if (item.kind !== "command") return about === item.id;
  if (item.output || kind !== "command") return false;
  return about === item.id || subject.trim() === item.command.trim();
}
