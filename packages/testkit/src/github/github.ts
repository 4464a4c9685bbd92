import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { answerGraphql } from "./graphql.ts";
import { type GitHubPull, pullOf } from "./pull.ts";
import { answerRest } from "./rest.ts";

export type { GitHubComment, GitHubPull } from "./pull.ts";

export interface GitHubRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of the answer; 0 until it is sent. */
  status: number;
}

export interface GitHubAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON, a text as it is. */
  readonly body?: unknown;
}

/** Answers a request in place of the server; undefined: not this one. `response` is for answers that are no whole ones. */
export type Script = (request: GitHubRequest, response: ServerResponse) => GitHubAnswer | "handled" | undefined;

/** A GitHub Enterprise server on this machine. */
export interface LoopbackGitHub {
  /** With its port. */
  readonly host: string;
  readonly origin: string;
  /** Every request, oldest first. */
  readonly requests: readonly GitHubRequest[];
  /** Tokens it accepts. */
  readonly tokens: Set<string>;
  /** Most comments and threads on a page, whatever is asked for. */
  pageSize: number;
  /** Of requests that do not end as 304. Null: no limit. */
  limit: { remaining: number; resetsAt: number } | null;
  /** Whether it knows the ids of comments that do not fit into 32 bits. */
  hasLongIds: boolean;
  add(pull: Partial<GitHubPull> & Pick<GitHubPull, "owner" | "repository" | "number">): GitHubPull;
  /** Asked before the server itself answers; the latest first, until it is taken back. */
  plays(script: Script): () => void;
  /** Changes something after the next request to a path that contains the text has been answered. */
  after(path: string, change: () => void): void;
  close(): Promise<void>;
}

export async function startGitHub(): Promise<LoopbackGitHub> {
  const github = new Loopback();
  await github.listen();
  return github;
}

class Loopback implements LoopbackGitHub {
  readonly requests: GitHubRequest[] = [];
  readonly tokens = new Set<string>();
  readonly pulls: GitHubPull[] = [];
  pageSize = 100;
  limit: LoopbackGitHub["limit"] = null;
  hasLongIds = true;
  host = "";
  readonly #scripts: Script[] = [];
  readonly #changes: { readonly path: string; readonly change: () => void }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  get origin(): string {
    return `http://${this.host}`;
  }

  async listen(): Promise<void> {
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(given: Parameters<LoopbackGitHub["add"]>[0]): GitHubPull {
    const pull = pullOf(given);
    this.pulls.push(pull);
    return pull;
  }

  plays(script: Script): () => void {
    this.#scripts.unshift(script);
    return () => void this.#scripts.splice(this.#scripts.indexOf(script), 1);
  }

  after(path: string, change: () => void): void {
    this.#changes.push({ path, change });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming).catch(() => "");
    const { method = "", url: path = "", headers } = incoming;
    const request: GitHubRequest = { method, path, headers, body, status: 0 };
    this.requests.push(request);
    const answer = this.#answer(request, response);
    if (answer === "handled") return;
    this.#send(answer, request, response);
    const due = this.#changes.findIndex((one) => path.includes(one.path));
    if (due >= 0) this.#changes.splice(due, 1)[0]?.change();
  }

  #answer(request: GitHubRequest, response: ServerResponse): GitHubAnswer | "handled" {
    for (const script of this.#scripts) {
      const answer = script(request, response);
      if (answer !== undefined) return answer;
    }
    const given = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
    if (given !== null && !this.tokens.has(given)) return { status: 401, body: { message: "Bad credentials" } };
    if (this.limit?.remaining === 0) return { status: 403, body: { message: "API rate limit exceeded for user." } };
    const isKnown = given !== null;
    if (request.path === "/api/graphql") return answerGraphql(request.body, this, isKnown);
    return answerRest(request, this, isKnown);
  }

  #send(answer: GitHubAnswer, request: GitHubRequest, response: ServerResponse): void {
    const { body } = answer;
    const bytes = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
    const etag = `W/"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
    const isRead = request.method === "GET" && answer.status === 200;
    const isSame = isRead && request.headers["if-none-match"] === etag;
    if (this.limit !== null && !isSame && this.limit.remaining > 0) this.limit.remaining -= 1;
    request.status = isSame ? 304 : answer.status;
    response.writeHead(request.status, {
      "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
      ...(isRead ? { etag } : {}),
      ...(this.limit === null
        ? {}
        : {
            "x-ratelimit-remaining": String(this.limit.remaining),
            "x-ratelimit-reset": String(this.limit.resetsAt),
          }),
      ...answer.headers,
    });
    response.end(isSame ? "" : bytes);
  }
}
