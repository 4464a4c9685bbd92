import { type ChatCaller, type ChatRequest, type ChatTurn, type SendOptions, SessionError } from "@reprise/model";
import type { chatRoutes } from "@reprise/model/routes";
import { type Call, type Shared, streamed } from "../context.ts";
import type { Answers } from "../mount.ts";
import { badRequest, busy, closing, Problem, tooMany } from "../problem.ts";
import { formatFor } from "../streams/event-format.ts";
import { eventPieces } from "../streams/event-pieces.ts";
import { SentKeys } from "../turns/sent-keys.ts";
import { TurnWatch } from "../turns/turn-watch.ts";

/** A message as it came over HTTP. */
interface Sent {
  readonly caller: ChatCaller | null;
  readonly request: ChatRequest;
  readonly key: string | null;
  readonly after: number;
}

export function chatAnswers(shared: Shared): Answers<typeof chatRoutes> {
  const { limits, metrics, streams, callers, onUnexpected } = shared;
  const chatsFor = (caller: ChatCaller | null) => caller?.chats ?? shared.chats;
  const keys = new SentKeys();
  const watch = new TurnWatch({
    turnMs: limits.turnMs,
    onUnexpected,
    onEnd: (status, seconds) => metrics.turn(status, seconds),
  });
  let waitingCount = 0;

  return {
    async sendMessage({ call, body: request, after }) {
      const key = keyIn(call.req.header("idempotency-key") ?? null);
      if (call.req.header("last-event-id") !== undefined && key === null)
        throw badRequest("Last-Event-ID continues a message: send the Idempotency-Key it was sent with.");
      return following(call, after, async () => {
        const turn = await start({ caller: callers.of(call), request, key, after }, call.req.raw.signal);
        if (!turn.isRepeated) watch.follow(turn, { isDetached: request.detach === true });
        return turn;
      });
    },

    getChat: ({ call, params }) => chatsFor(callers.of(call)).chat(params.id),

    followTurn: ({ call, params, after }) =>
      following(call, after, () => chatsFor(callers.of(call)).turn(params.id, params.turn)),

    async cancelTurn({ call, params: { id, turn } }) {
      const chats = chatsFor(callers.of(call));
      await (await chats.turn(id, turn)).cancel();
      const found = (await chats.chat(id)).turns.find((one) => one.id === turn);
      if (found?.status === "running") throw runsElsewhere(turn);
      return { chat_id: id, turn, status: found?.status ?? null };
    },
  };

  async function start({ caller, request, key, after }: Sent, client: AbortSignal): Promise<ChatTurn> {
    const tenant = caller?.tenant ?? null;
    const isRetry = key !== null && keys.has(tenant, request, key);
    if (!isRetry && shared.chats.runningCount + waitingCount >= limits.turnCount)
      throw tooMany(503, `The server runs ${limits.turnCount} turns, its limit. Try again later.`, 5);
    const leave = caller === null ? () => undefined : callers.share(caller).sends.take();
    waitingCount += 1;
    let takeBack = () => {};
    const isRepeat = after > 0;
    try {
      if (key !== null) takeBack = keys.claim(tenant, request, key);
      return await send(chatsFor(caller), request, { key, isRepeat }, client);
    } catch (error) {
      takeBack();
      if (shared.isClosing()) throw closing();
      const isUnknown = isRepeat && error instanceof SessionError && error.code === "not-found";
      throw isUnknown ? nothingToContinue() : error;
    } finally {
      waitingCount -= 1;
      leave();
    }
  }

  async function send(
    chats: ChatCaller["chats"],
    request: ChatRequest,
    options: Pick<SendOptions, "key" | "isRepeat">,
    client: AbortSignal,
  ): Promise<ChatTurn> {
    const late = AbortSignal.timeout(limits.queueMs);
    try {
      return await chats.send(request, { ...options, signal: AbortSignal.any([client, late]) });
    } catch (error) {
      if (client.aborted) throw new Problem(499, { code: "refused", message: "The client has left." });
      if (!late.aborted) throw error;
      const message = `The chat was busy for ${limits.queueMs / 1000} seconds. Nothing was run. Try again later.`;
      throw busy(message, null, null);
    }
  }

  /** The events of a turn, in the format that the client accepts. */
  async function following(call: Call, after: number, open: () => Promise<ChatTurn>): Promise<Response> {
    const leaves = [streams.take()];
    const leave = () => {
      for (const one of leaves) one();
    };
    try {
      const caller = callers.of(call);
      if (caller !== null) leaves.push(callers.share(caller).streams.take());
      const turn = await open();
      const format = formatFor(call.req.header("accept") ?? null);
      const pieces = eventPieces({ turn, after, format, heartbeatMs: limits.heartbeatMs, onUnexpected });
      const unlisten = watch.listen(turn);
      const onLeave = () => {
        pieces.leave();
        unlisten();
        leave();
      };
      const headers = { "Content-Type": format.contentType, "Reprise-Turn": turn.id };
      return streamed(call, shared, { next: pieces.next, onLeave }, headers);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

function keyIn(header: string | null): string | null {
  if (header === null || /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw badRequest("Idempotency-Key takes 1 to 200 visible ASCII characters.");
}

/** Only the process that runs a turn can stop it. */
function runsElsewhere(turn: string): Problem {
  const message =
    "Another process of Reprise runs this turn, and it was not stopped. Cancel it there, or wait for its result.";
  return busy(message, null, turn);
}

function nothingToContinue(): Problem {
  const message =
    "Nothing was recorded under this Idempotency-Key: there are no events to continue. To send the message, send it without Last-Event-ID.";
  return new Problem(404, { code: "not-found", message });
}
