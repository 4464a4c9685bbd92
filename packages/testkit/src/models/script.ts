/**
 * What a scripted model does when an agent asks it for a reply. Plain objects, so that a script can be saved as JSON.
 *
 * A script is a list of replies. A reply without `match` is queued and is used once; one with `match` is used
 * whenever the last user text matches, before the queue, at most `times` times. An empty queue gives the text "ok".
 * A tool's result comes back in a request whose last user text is still the prompt: give `times` to a match that calls.
 */
export type Action =
  | TextAction
  | PartialAction
  | { reasoning: string }
  | { call: ToolCall }
  /** A free-form tool call such as Codex's apply_patch; only in the Responses protocol. */
  | { custom: CustomCall }
  | { delayMs: number }
  /** Sends nothing more until `release()`. */
  | { hang: true }
  /** Destroys the socket. */
  | { drop: true }
  /** A plain HTTP answer instead of a stream; nothing may have been streamed before. */
  | { http: HttpAnswer }
  | { failed: Failure }
  /** The reply ends early, for the protocol's own reason: "max_output_tokens", "max_tokens", "MAX_TOKENS", "length". */
  | { incomplete: string }
  | { usage: Usage }
  /** A server-sent event exactly as given. */
  | { event: object }
  /** An output item, content block, part or delta exactly as given. */
  | { item: object };

export type TextAction = { text: string; chunks?: number; paceMs?: number; phase?: string };
/** Deltas of a message that is never closed. */
export type PartialAction = { partial: string; chunks?: number; paceMs?: number };
export type ToolCall = { name: string; arguments?: object | string; id?: string; namespace?: string };
export type CustomCall = { name: string; input: string; id?: string };
export type HttpAnswer = { status: number; headers?: Record<string, string>; body?: unknown };
export type Failure = { code: string; message: string };
export type Usage = {
  inputTokens?: number;
  cachedTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
};

export type MatchedReply = { match: string | RegExp; times?: number; actions: readonly Action[] };
export type Reply = readonly Action[] | MatchedReply;
export type Script = readonly Reply[];

export const defaultReply: readonly Action[] = [{ text: "ok" }];

export type Replies = {
  push(...replies: Reply[]): void;
  /** Takes the reply for this user text out of the script. */
  take(userText: string): readonly Action[];
  /** Like `take`, but never uses the queue. */
  takeMatched(userText: string): readonly Action[];
  waitingCount(): number;
};

export function makeReplies(script: Script): Replies {
  const queue: (readonly Action[])[] = [];
  const matched: { pattern: RegExp; left: number; actions: readonly Action[] }[] = [];
  const find = (userText: string) => {
    const found = matched.find((reply) => reply.left > 0 && reply.pattern.test(userText));
    if (found) found.left -= 1;
    return found?.actions;
  };
  const push = (...replies: Reply[]) => {
    for (const reply of replies) {
      if ("match" in reply)
        matched.push({
          pattern: new RegExp(reply.match),
          left: reply.times ?? Infinity,
          actions: reply.actions,
        });
      else queue.push(reply);
    }
  };
  push(...script);
  return {
    push,
    take: (userText) => find(userText) ?? queue.shift() ?? defaultReply,
    takeMatched: (userText) => find(userText) ?? defaultReply,
    waitingCount: () => queue.length,
  };
}

/** Splits a text into at most `count` pieces without splitting a character. */
export function chunksOf(text: string, count: number): string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / Math.max(1, count)));
  const chunks: string[] = [];
  for (let start = 0; start < characters.length; start += size)
    chunks.push(characters.slice(start, start + size).join(""));
  return chunks;
}

export function argumentsText(call: ToolCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {});
}
