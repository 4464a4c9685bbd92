import type { ChatRequest, ChatTurn } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type App, type Call, jsonAnswer, type Shared, streamed } from "../context.ts";
import { badRequest, busy, closing, Problem, tooMany } from "../problem.ts";
import { readBody } from "../read-body.ts";
import { formatFor } from "../streams/event-format.ts";
import { eventPieces } from "../streams/event-pieces.ts";
import { checkContentType, keyIn, lastEventIn, requestIn } from "../turns/read-request.ts";
import { SentKeys } from "../turns/sent-keys.ts";
import { TurnWatch } from "../turns/turn-watch.ts";

/** A message as it came over HTTP. */
interface Sent {
  readonly request: ChatRequest;
  readonly key: string | null;
  readonly after: number | null;
}

export function chatRoutes(app: App, shared: Shared): void {
  const { chats, limits, metrics, streams, onUnexpected } = shared;
  const keys = new SentKeys();
  const watch = new TurnWatch({
    ...{ turnMs: limits.turnMs, onUnexpected },
    onEnd: (status, seconds) => metrics.turn(status, seconds),
  });
  let waitingCount = 0;

  app.post("/chat", async (call) => {
    const sent = await sentIn(call);
    const leave = streams.take();
    try {
      const turn = await start(sent, call.req.raw.signal);
      if (!turn.isRepeated) watch.follow(turn, { isDetached: sent.request.detach === true });
      return follow(call, turn, sent.after ?? 0, leave);
    } catch (error) {
      leave();
      throw error;
    }
  });

  app.get("/chat/:id", async (call) => jsonAnswer(json("chat", await chats.chat(call.req.param("id")))));

  app.get("/chat/:id/turns/:turn/events", async (call) => {
    const { id, turn } = call.req.param();
    const after = lastEventIn(call.req.header("last-event-id") ?? null);
    const leave = streams.take();
    try {
      return follow(call, await chats.turn(id, turn), after ?? 0, leave);
    } catch (error) {
      leave();
      throw error;
    }
  });

  app.post("/chat/:id/turns/:turn/cancel", async (call) => {
    const { id, turn } = call.req.param();
    await (await chats.turn(id, turn)).cancel();
    const found = (await chats.chat(id)).turns.find((one) => one.id === turn);
    if (found?.status === "running") throw runsElsewhere(turn);
    return jsonAnswer(json("turn-cancelled", { chat_id: id, turn, status: found?.status ?? null }));
  });

  async function sentIn(call: Call): Promise<Sent> {
    if (shared.isClosing()) throw closing();
    checkContentType(call.req.header("content-type") ?? null);
    const key = keyIn(call.req.header("idempotency-key") ?? null);
    const after = lastEventIn(call.req.header("last-event-id") ?? null);
    if (after !== null && key === null)
      throw badRequest("Last-Event-ID continues a message: send the Idempotency-Key it was sent with.");
    return { request: requestIn(await readBody(call.req.raw, limits.bodyBytes)), key, after };
  }

  async function start({ request, key, after }: Sent, client: AbortSignal): Promise<ChatTurn> {
    const isRetry = key !== null && keys.has(request, key);
    if (!isRetry && chats.runningCount + waitingCount >= limits.turnCount)
      throw tooMany(503, `The server runs ${limits.turnCount} turns, its limit. Try again later.`, 5);
    const takeBack = key === null ? () => undefined : keys.claim(request, key);
    waitingCount += 1;
    const isContinued = after !== null && after > 0;
    try {
      // Begins nothing, so that the key stays free.
      if (isContinued) await chats.chat(request.chat_id);
      const turn = await send(request, key, client);
      if (isContinued && !turn.isRepeated) {
        await turn.cancel();
        throw nothingToContinue();
      }
      return turn;
    } catch (error) {
      takeBack();
      throw shared.isClosing() ? closing() : error;
    } finally {
      waitingCount -= 1;
    }
  }

  async function send(request: ChatRequest, key: string | null, client: AbortSignal): Promise<ChatTurn> {
    const late = AbortSignal.timeout(limits.queueMs);
    try {
      return await chats.send(request, { key, signal: AbortSignal.any([client, late]) });
    } catch (error) {
      if (client.aborted) throw new Problem(499, { code: "refused", message: "The client has left." });
      if (!late.aborted) throw error;
      const message = `The chat was busy for ${limits.queueMs / 1000} seconds. Nothing was run. Try again later.`;
      throw busy(message, null, null);
    }
  }

  function follow(call: Call, turn: ChatTurn, after: number, leave: () => void): Response {
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
  }
}

/** Only the process that runs a turn can stop it. */
function runsElsewhere(turn: string): Problem {
  const message =
    "Another process of Reprise runs this turn, and it was not stopped. Cancel it there, or wait for its result.";
  return busy(message, null, turn);
}

function nothingToContinue(): Problem {
  const message =
    "Nothing was recorded under this Idempotency-Key: there are no events to continue. It is used up now: to send the message, send it with a new key and without Last-Event-ID.";
  return new Problem(404, { code: "not-found", message });
}
