import { setTimeout as wait } from "node:timers/promises";
import { type PullRequest, SessionError, type Timestamp, tryParseJson } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { type HttpAnswer, NetworkFailure, requestHttp } from "../../host/network/http.ts";
import { areNames } from "../find/pull-address.ts";
import { hostIn, isLoopback } from "../find/server.ts";
import { AnswerCache } from "./answer-cache.ts";
import { type Api, apiOf } from "./environment.ts";
import { limited, notGitHub, refusalOf, unreachable } from "./refusal.ts";
import { type Token, Tokens } from "./tokens.ts";

/** A pull request on its server, and who asks. */
export interface Access {
  readonly api: Api;
  readonly token: Token | null;
  /** `owner/repository#42` */
  readonly what: string;
  /** Of the repository, below the API. */
  readonly path: string;
  readonly number: number;
}

export interface Page {
  readonly text: string;
  /** The address of the next page. */
  readonly next: string | null;
}

const timeoutMs = 30_000;
const mostBytes = 32 * 1024 * 1024;
const mostRedirects = 3;
const retryMs = 1000;
/** After a limit was reached, no request is sent for so long. */
const pauseMs = 60_000;

/** The interfaces of GitHub servers. Throws what a person can act on; no message contains a token. */
export class GitHub {
  readonly #host: Host;
  readonly #tokens: Tokens;
  readonly #cache = new AnswerCache();
  readonly #limits = new Map<string, { readonly resetsAt: Timestamp; readonly untilMs: number }>();

  constructor(host: Host) {
    this.#host = host;
    this.#tokens = new Tokens(host);
  }

  /** Throws `bad-use` if the names could lead elsewhere. */
  async access(pull: PullRequest, checkout: string): Promise<Access> {
    const { host, owner, repository, number, url } = pull;
    if (hostIn(host) !== host || !areNames(owner, repository))
      throw new SessionError("bad-use", `${host}/${owner}/${repository} is no repository on a GitHub server.`);
    const scheme = isLoopback(host) && url.startsWith("http://") ? "http" : "https";
    return {
      api: apiOf({ host, scheme }, this.#host.env),
      token: await this.#tokens.of(host, checkout),
      what: `${owner}/${repository}#${number}`,
      path: `/repos/${owner}/${repository}`,
      number,
    };
  }

  async json(access: Access, address: string): Promise<unknown> {
    return this.#parsed(access, (await this.page(access, address)).text);
  }

  /** Unchanged pages are not sent again, and do not count against the rate limit. */
  async page(access: Access, address: string, accept = "application/vnd.github+json"): Promise<Page> {
    let url = new URL(address.startsWith("/") ? `${access.api.rest}${address}` : address);
    const key = `${accept} ${url.href}`;
    const kept = this.#cache.get(key);
    for (let redirects = 0; ; redirects += 1) {
      const headers = { Accept: accept, ...(kept === null ? {} : kept.conditions) };
      const answer = await this.#withRetry(() => this.#send(access, { method: "GET", url, headers, body: null }));
      if (answer.status === 304 && kept !== null) return kept.page;
      const location = answer.headers.get("location");
      if (answer.status >= 300 && answer.status < 400 && location !== null && redirects < mostRedirects) {
        const to = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
        if (to !== null && isOfApi(access.api, to)) {
          url = to;
          continue;
        }
      }
      if (answer.status !== 200) throw this.#refused(answer, access, url);
      const page = { text: answer.text, next: nextOf(answer.headers.get("link")) };
      this.#cache.set(key, { conditions: conditionsOf(answer.headers), page });
      return page;
    }
  }

  /** Sent once: never again by itself. */
  async post(access: Access, address: string, body: object): Promise<unknown> {
    const url = new URL(address.startsWith("/") ? `${access.api.rest}${address}` : address);
    const headers = { Accept: "application/vnd.github+json", "Content-Type": "application/json" };
    const answer = await this.#send(access, { method: "POST", url, headers, body: JSON.stringify(body) });
    if (answer.status >= 500) throw new Unclear(this.#refused(answer, access, url));
    if (answer.status < 200 || answer.status >= 300) throw this.#refused(answer, access, url);
    const value = tryParseJson(answer.text);
    if (value === undefined) throw new Unclear(notGitHub(access.api.host, "no JSON"));
    return value;
  }

  #parsed({ api }: Access, text: string): unknown {
    const value = tryParseJson(text);
    if (value === undefined) throw notGitHub(api.host, "no JSON");
    return value;
  }

  async #send(access: Access, request: Sent): Promise<HttpAnswer> {
    const { api, token } = access;
    const limit = this.#limits.get(limitKey(access, request.url));
    if (limit && this.#host.ticks() < limit.untilMs) throw limited({ server: api.host, token }, limit.resetsAt);
    return requestHttp({
      ...request,
      headers: {
        ...request.headers,
        "User-Agent": "reprise",
        "X-GitHub-Api-Version": "2022-11-28",
        ...(token === null ? {} : { Authorization: `Bearer ${token.value}` }),
      },
      timeoutMs,
      maxBytes: mostBytes,
    }).catch((error) => {
      throw error instanceof NetworkFailure ? new Unreached(error, api.host) : error;
    });
  }

  /** Once, and only where another attempt may help. */
  async #withRetry(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    try {
      const answer = await send();
      if (![502, 503, 504].includes(answer.status)) return answer;
    } catch (error) {
      if (!(error instanceof Unreached) || error.failure.kind !== "broken") throw error;
    }
    await wait(retryMs);
    return send();
  }

  #refused(answer: HttpAnswer, access: Access, url: URL): SessionError {
    const { api, token, what } = access;
    const refusal = refusalOf(answer, { server: api.host, token, what }, this.#host.now());
    if (answer.status === 401) this.#tokens.forget(api.host);
    if (refusal.resetsAt !== null) {
      const leftMs = Date.parse(refusal.resetsAt) - Date.parse(this.#host.now());
      const untilMs = this.#host.ticks() + Math.min(Math.max(leftMs, 0), pauseMs);
      this.#limits.set(limitKey(access, url), { resetsAt: refusal.resetsAt, untilMs });
    }
    return refusal;
  }
}

interface Sent {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** No whole answer came. */
export class Unreached extends SessionError {
  readonly failure: NetworkFailure;

  constructor(failure: NetworkFailure, server: string) {
    super("refused", unreachable(failure, server).message);
    this.failure = failure;
  }
}

/** An answer to a POST that does not say whether it was carried out. */
export class Unclear extends SessionError {
  constructor({ code, message }: SessionError) {
    super(code, message);
  }
}

/** Whether it may get the token. */
export function isOfApi({ rest }: Api, url: URL): boolean {
  return url.origin === new URL(rest).origin;
}

/** The limits of a token and of requests without one are apart, and those of the two interfaces. */
function limitKey({ api, token }: Access, url: URL): string {
  return `${api.host} ${token?.source ?? ""} ${url.href === api.graphql ? "graphql" : "rest"}`;
}

function conditionsOf(headers: Headers): Record<string, string> {
  const etag = headers.get("etag");
  if (etag !== null) return { "If-None-Match": etag };
  const changed = headers.get("last-modified");
  return changed === null ? {} : { "If-Modified-Since": changed };
}

function nextOf(link: string | null): string | null {
  for (const part of link?.split(",") ?? []) {
    const [, address, relation] = /^\s*<([^>]*)>\s*;.*\brel="?([^";]+)"?/.exec(part) ?? [];
    if (address !== undefined && relation?.split(/\s+/).includes("next")) return address;
  }
  return null;
}
