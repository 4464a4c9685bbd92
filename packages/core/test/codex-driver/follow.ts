import { randomUUID } from "node:crypto";
import type { Decision, RunEvent } from "@reprise/model";
import type { LiveThread, Prompt } from "../../src/agents/driving/driver.ts";

type Typed<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;

/** A turn that is followed in the background. */
export interface Followed {
  /** All events, when the turn has ended. */
  readonly over: Promise<readonly RunEvent[]>;
  /** The first event of this type, past or to come, that is accepted. Rejects when the turn ends without one. */
  seen<Type extends RunEvent["type"]>(type: Type, accepts?: (event: Typed<Type>) => boolean): Promise<Typed<Type>>;
}

export function promptOf(text: string): Prompt {
  return { id: randomUUID(), text };
}

export function follow(thread: LiveThread, text: string, react: (event: RunEvent) => void = () => {}): Followed {
  const events: RunEvent[] = [];
  const watchers = new Set<() => void>();
  const over = (async () => {
    for await (const event of thread.ask(promptOf(text))) {
      events.push(event);
      react(event);
      for (const watch of watchers) watch();
    }
    return events;
  })();
  const seen: Followed["seen"] = (type, accepts = () => true) =>
    new Promise((resolve, reject) => {
      const watch = () => {
        const found = events.find((event) => event.type === type && accepts(event as never));
        if (found) resolve(found as never);
      };
      watchers.add(watch);
      watch();
      void over.then(() => reject(new Error(`No ${type} in ${JSON.stringify(events)}`)), reject);
    });
  return { over, seen };
}

/** The whole turn. */
export function ask(thread: LiveThread, text: string, react?: (event: RunEvent) => void) {
  return follow(thread, text, react).over;
}

/** Answers every request of a turn alike. */
export function answering(thread: LiveThread, decision: Decision, answers?: Record<string, string[]>) {
  return (event: RunEvent) => {
    if (event.type === "request") thread.answer(event.request.id, { decision, answers });
  };
}

export function only<Type extends RunEvent["type"]>(events: readonly RunEvent[], type: Type): Typed<Type>[] {
  return events.filter((event): event is Typed<Type> => event.type === type);
}

/** The finished items, with their keys. */
export function keyedItems(events: readonly RunEvent[]) {
  return only(events, "item")
    .filter(({ isComplete }) => isComplete)
    .map(({ key, item }) => ({ id: key, ...item }));
}

/** The finished items. */
export function itemsIn(events: readonly RunEvent[]) {
  return keyedItems(events).map(({ id, ...item }) => item);
}

export function endOf(events: readonly RunEvent[]): Typed<"turn-ended"> | undefined {
  return only(events, "turn-ended").at(-1);
}

export function requestsIn(events: readonly RunEvent[]) {
  return only(events, "request").map(({ request }) => request);
}
