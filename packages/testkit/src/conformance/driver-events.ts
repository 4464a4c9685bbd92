import type { LiveThread } from "@reprise/core";
import type { RunEvent } from "@reprise/model";
import { expect } from "vitest";
import type { ModelRequest } from "../models/model.ts";

/** A turn has one end, and it comes last. */
export function endOf(events: readonly RunEvent[]): Extract<RunEvent, { type: "turn-ended" }> {
  const ends = events.filter((event) => event.type === "turn-ended");
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== "turn-ended")
    throw new Error(`The turn has ${ends.length} ends, and its last event is ${JSON.stringify(last)}.`);
  return last;
}

export function repliesIn(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "item" && event.isComplete && event.item.kind === "reply" ? [event.item.text] : [],
  );
}

export function commandIn(events: readonly RunEvent[]) {
  const commands = events.flatMap((event) =>
    event.type === "item" && event.isComplete && event.item.kind === "command" ? [event.item] : [],
  );
  return commands[0] ?? null;
}

export function statusesIn(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "item" && event.isComplete && "status" in event.item ? [event.item.status] : [],
  );
}

/** Every event names this thread. */
export function expectThread(events: readonly RunEvent[], live: LiveThread): void {
  expect(live.thread).not.toBeNull();
  for (const event of events) if (event.type === "thread") expect(event.thread).toBe(live.thread);
}

/** Deltas use the key of their item, and add up to its text. */
export function expectStream(events: readonly RunEvent[], texts: readonly string[]): void {
  const streamed = new Map<string, string>();
  for (const event of events)
    if (event.type === "delta" && event.kind === "reply")
      streamed.set(event.key, (streamed.get(event.key) ?? "") + event.text);
  expect([...streamed.values()]).toEqual(texts);
  const whole = events.flatMap((event) => (event.type === "item" && event.item.kind === "reply" ? [event.key] : []));
  if (texts.length > 0) expect([...streamed.keys()]).toEqual([...new Set(whole)]);
}

/** Whether one of the texts in a request equals this one. */
export function holdsText({ body }: ModelRequest, text: string): boolean {
  const look = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.values(value).some(look) : value === text;
  return look(body);
}

export function mentions({ body }: ModelRequest, text: string): boolean {
  return JSON.stringify(body).includes(text);
}
