import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { makeDeferred } from "../host/deferred.ts";
import { patienceMs } from "../host/poll.ts";
import { type Channel, openChannel } from "./channel.ts";
import { chatCompletions } from "./chat-completions.ts";
import { generateContent } from "./generate-content.ts";
import { messages } from "./messages.ts";
import type { Limit, Model, ModelRequest } from "./model.ts";
import { makeMoments } from "./moments.ts";
import { play } from "./play.ts";
import type { Ask, ModelKind, Protocol } from "./protocol.ts";
import { responses } from "./responses.ts";
import { type Action, makeReplies, type Reply, type Script } from "./script.ts";
import { refusalOf, type Strict } from "./strict.ts";

type ReplyAsk = Extract<Ask, { ask: "reply" }> & { refusal: string | null };

export async function startModel(
  kind: ModelKind,
  script: Script = [],
  options: { strict?: Strict } = {},
): Promise<Model> {
  const model = new ScriptedModel(kind, script, options.strict ?? {});
  await model.listen();
  return model;
}

const protocols: Record<ModelKind, Protocol> = {
  responses,
  messages,
  "generate-content": generateContent,
  "chat-completions": chatCompletions,
};

class ScriptedModel implements Model {
  readonly kind: ModelKind;
  readonly requests: ModelRequest[] = [];
  readonly faults: Error[] = [];
  origin = "";
  private readonly protocol: Protocol;
  private readonly strict: Strict;
  private readonly replies;
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private readonly sockets = new Set<Socket>();
  private readonly hanging = new Set<() => void>();
  private readonly arrivals = makeMoments<ModelRequest>();
  private readonly actions = makeMoments<void>();
  private readonly endings = makeMoments<"complete" | "cut">();
  private askedCount = 0;

  constructor(kind: ModelKind, script: Script, strict: Strict) {
    this.kind = kind;
    this.protocol = protocols[kind];
    this.strict = strict;
    this.replies = makeReplies(script);
  }

  async listen(): Promise<void> {
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
    this.server.on("connect", ({ method = "", url: path = "", headers }, socket) => {
      this.requests.push({ number: null, method, path, headers, body: null });
      socket.on("error", () => {}); // the agent may hang up first
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  push(...replies: Reply[]): void {
    this.replies.push(...replies);
  }

  waitingCount(): number {
    return this.replies.waitingCount();
  }

  arrived(request: number, limit?: Limit): Promise<ModelRequest> {
    return this.arrivals.wait(`request ${request}`, this.patience(limit));
  }

  streamed({ reply, action }: { reply: number; action: number }, limit?: Limit): Promise<void> {
    return this.actions.wait(`action ${action} of reply ${reply}`, this.patience(limit));
  }

  ended(reply: number, limit?: Limit): Promise<"complete" | "cut"> {
    return this.endings.wait(`the end of reply ${reply}`, this.patience(limit));
  }

  release(): void {
    for (const letGo of this.hanging) letGo();
  }

  async close(): Promise<void> {
    for (const moments of [this.arrivals, this.actions, this.endings]) moments.abandon("the model was closed");
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const channel = openChannel(response);
    const bytes = await buffer(incoming).catch(() => null); // the agent was killed during its request
    if (!bytes) return;
    const { method = "", url: path = "", headers } = incoming;
    const request: ModelRequest = { number: null, method, path, headers, body: parsed(bytes) };
    const ask = this.protocol.asks(method, path.split("?")[0] ?? "", request.body);
    if (ask?.ask === "reply" && !ask.isAside) request.number = ++this.askedCount;
    this.requests.push(request);
    if (request.number !== null) this.arrivals.reach(`request ${request.number}`, request);
    const refusal = refusalOf({ bytes, body: request.body }, this.protocol, this.strict);
    if (!ask)
      channel.answer({
        status: 404,
        body: this.protocol.errorBody(404, `no ${method} ${path} in this protocol`),
      });
    else if (ask.ask === "fixed") channel.answer({ status: 200, body: ask.body });
    else await this.reply(request, { ...ask, refusal }, channel);
  }

  private async reply({ number, body }: ModelRequest, ask: ReplyAsk, channel: Channel): Promise<void> {
    const { protocol } = this;
    const actions = this.actionsFor(body, ask);
    const voice = protocol.speak(body);
    const hang = () => this.hang(channel);
    const streamed = (action: number) => this.actions.reach(`action ${action} of reply ${number}`, undefined);
    const stage = { actions, protocol, voice, channel, isStream: ask.isStream, hang, streamed };
    const isComplete = await play(stage).catch((error: Error) => {
      this.faults.push(error);
      channel.fail({ status: 500, body: protocol.errorBody(500, error.message) });
      return false;
    });
    if (number !== null) this.endings.reach(`the end of reply ${number}`, isComplete ? "complete" : "cut");
  }

  private actionsFor(body: unknown, { isAside, refusal }: ReplyAsk): readonly Action[] {
    if (refusal) return [{ http: { status: 400, body: this.protocol.errorBody(400, refusal) } }];
    const userText = this.protocol.lastUserText(body);
    return isAside ? this.replies.takeMatched(userText) : this.replies.take(userText);
  }

  private async hang(channel: Channel): Promise<void> {
    const { promise, resolve } = makeDeferred<void>();
    this.hanging.add(resolve);
    await Promise.race([promise, channel.gone]);
    this.hanging.delete(resolve);
  }

  private patience(limit: Limit = { timeoutMs: patienceMs }) {
    const asks = () => this.requests.map(({ method, path }) => `${method} ${path}`).join(", ") || "none";
    const faults = () => this.faults.map(({ message }) => ` Fault: ${message}`).join("");
    return { ...limit, state: () => `Requests so far: ${asks()}.${faults()}` };
  }
}

function parsed(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
