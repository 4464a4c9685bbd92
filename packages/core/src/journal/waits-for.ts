import type { Item, Request } from "@reprise/model";

/** Whether an open item waits for this request. A command that failed in its sandbox and asks again to run without it has already run. */
export function waitsFor(item: Item, { kind, item: about, subject, reason }: Request): boolean {
  if (!("status" in item) || item.status !== "open" || /\b(retry|failed)\b/i.test(reason ?? "")) return false;
  if (item.kind !== "command") return about === item.id;
  if (item.output || kind !== "command") return false;
  return about === item.id || subject.trim() === item.command.trim();
}
