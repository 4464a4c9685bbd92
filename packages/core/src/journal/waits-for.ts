import type { Item, Request } from "@reprise/model";

/**
 * Whether an item waits for this request, which nobody has answered. A command that failed in its sandbox and asks again to run without
 * it has already run. Some agents record work as declined when they end before an answer.
 */
export function waitsFor(item: Item, { kind, item: about, subject, reason }: Request): boolean {
  if (!("status" in item) || /\b(retry|failed)\b/i.test(reason ?? "")) return false;
  if (item.status === "declined") return about === item.id;
  if (item.status !== "open") return false;
  if (item.kind !== "command") return about === item.id;
  if (item.output || kind !== "command") return false;
  return about === item.id || subject.trim() === item.command.trim();
}
