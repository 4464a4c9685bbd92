import type { ChatEvent, ChatRequest, Chats, ChatTurn, NumberedChatEvent } from "@reprise/model";

/** A place to run `Chats` in, with an agent that does what the suite needs. */
export interface ChatsStage {
  /** Over the same storage each time; while one is open, another is as another process. Closed by `close`. */
  open(): Promise<Chats>;
  /** A message whose turn completes by itself, with a reply. */
  readonly quick: string;
  /** A message whose turn runs until `release` or until it is stopped. */
  readonly held: string;
  /** Lets turns that are held complete. */
  release(): void | Promise<void>;
  /** What a request needs besides the chat and the message. */
  readonly request?: Partial<ChatRequest>;
  /** An agent other than that of `request`. */
  readonly otherAgent: string;
  /** Any process can stop a turn, whichever runs it. */
  readonly isShared?: boolean | undefined;
  close(): Promise<void>;
}

export async function eventsOf(turn: ChatTurn, after?: number, signal?: AbortSignal): Promise<NumberedChatEvent[]> {
  const events: NumberedChatEvent[] = [];
  for await (const event of turn.events(after, signal)) events.push(event);
  return events;
}

export async function resultOf(turn: ChatTurn): Promise<Extract<ChatEvent, { type: "result" }>> {
  const last = (await eventsOf(turn)).at(-1)?.event;
  if (last?.type !== "result") throw new Error(`The last event is ${JSON.stringify(last)}, not the result.`);
  return last;
}

export async function sessionIdIn(turn: ChatTurn): Promise<string> {
  for await (const { event } of turn.events()) if (event.type === "init") return event.session_id;
  throw new Error("The turn has no init.");
}
