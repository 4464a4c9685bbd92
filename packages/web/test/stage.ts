import { type IncomingHttpHeaders, request } from "node:http";
import type { ChatEvent, Chats, Library } from "@reprise/model";
import { type ChatScript, MemoryChatStore, MemoryChats, memoryLibrary } from "@reprise/testkit";
import type { Call } from "@reprise/web/client";
import { createServer, type Given, type Listening, type Server } from "../src/server/index.ts";

export const token = "test-token-0123456789-abcdefghijklmnop";

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on a real socket, over chats in memory. */
export class Stage {
  readonly chats: Chats;
  readonly server: Server;
  readonly listening: Listening;
  readonly unexpected: unknown[];

  private constructor(chats: Chats, server: Server, listening: Listening, unexpected: unknown[]) {
    this.chats = chats;
    this.server = server;
    this.listening = listening;
    this.unexpected = unexpected;
  }

  static async open({
    script,
    store = new MemoryChatStore(),
    chats = new MemoryChats({ store, ...(script ? { script } : {}) }),
    library = memoryLibrary([]),
    ...given
  }: Partial<Given> & {
    script?: ChatScript;
    store?: MemoryChatStore;
    chats?: Chats;
    library?: Library;
  } = {}): Promise<Stage> {
    const unexpected: unknown[] = [];
    const server = createServer({
      chats,
      library,
      token,
      version: "0.0.0",
      onUnexpected: (error) => unexpected.push(error),
      ...given,
    });
    return new Stage(chats, server, await server.serve({}), unexpected);
  }

  get url(): string {
    return this.listening.url;
  }

  get(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
    const all = { authorization: `Bearer ${token}`, ...headers };
    return fetch(this.url + path, { headers: all, ...init });
  }

  /** What a client in a page or an editor is given. */
  readonly call: Call = (path, init = {}) =>
    fetch(this.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

  post(body: unknown, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const all = { "content-type": "application/json", ...headers };
    return this.get("/chat", all, { method: "POST", body: text, ...init });
  }

  /** Every header as it is: `fetch` sets some of them itself. */
  raw(path: string, headers: Record<string, string>, method = "GET", body = ""): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { method, headers }, (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (piece) => {
          body += piece;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      });
      sent.on("error", reject).end(body);
    });
  }

  close(): Promise<void> {
    return this.listening.close(0);
  }
}

export type Line = ChatEvent & { readonly id: number };

export async function linesOf(response: Response): Promise<Line[]> {
  return (await response.text())
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** Reads events until one fits; the rest stays unread. */
export async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  isWanted: (text: string) => boolean,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (!isWanted(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended after: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

export function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (response.body === null) throw new Error("The answer has no body.");
  return response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
}

/** A script whose turns wait until they are released. */
export function heldScript(): { script: ChatScript; release: () => void } {
  const released = Promise.withResolvers<void>();
  const script: ChatScript = async ({ message }, { emit }) => {
    emit({ type: "message", role: "assistant", content: "started", delta: true });
    await released.promise;
    emit({ type: "message", role: "assistant", content: ` and done: ${message}`, delta: true });
    return {};
  };
  return { script, release: released.resolve };
}
