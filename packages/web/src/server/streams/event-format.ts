import type { ChatEvent } from "@reprise/model";
import { safeJson } from "@reprise/model/json";

export interface EventFormat {
  readonly contentType: string;
  write(number: number, event: ChatEvent): string;
  /** Sent when nothing else is, so that proxies keep the connection; null: this format has none. */
  readonly heartbeat: string | null;
}

export const ndjson: EventFormat = {
  contentType: "application/x-ndjson; charset=utf-8",
  write: (number, event) => `${safeJson({ id: number, ...event })}\n`,
  heartbeat: null,
};

export const sse: EventFormat = {
  contentType: "text/event-stream; charset=utf-8",
  write: (number, event) => `id: ${number}\nevent: ${event.type}\ndata: ${safeJson({ id: number, ...event })}\n\n`,
  heartbeat: ": still here\n\n",
};

/** By the first of the two types in `Accept`; NDJSON if it names neither. */
export function formatFor(accept: string | null): EventFormat {
  const types = (accept ?? "").split(",").map((part) => part.split(";")[0]?.trim().toLowerCase());
  const first = types.find((type) => type === "text/event-stream" || type === "application/x-ndjson");
  return first === "text/event-stream" ? sse : ndjson;
}
