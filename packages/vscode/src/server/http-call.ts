import { Agent, request } from "node:http";
import type { PageRequest, ServerAnswer } from "../bridge/forwarder.ts";

/** A server on this machine that has let us in. */
export interface Access {
  /** Without a slash at the end. */
  readonly url: string;
  /** Name and value. */
  readonly cookie: string;
}

/** Headers of an answer that the page may see. */
const ANSWER_HEADERS = ["cache-control", "content-type", "etag", "location", "retry-after"];

/** Each call has its own connection: one that waits for events must not delay another. */
const agent = new Agent({ keepAlive: false });

/** Without a limit of time: a stream of events may be silent for long. */
export function httpCall(
  { url, cookie }: Access,
  { path, method, headers, body }: PageRequest,
  signal?: AbortSignal,
): Promise<ServerAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ServerAnswer>();
  const length = body === null ? {} : { "content-length": body.length };
  const sent = request(new URL(path, url), {
    agent,
    method,
    signal,
    headers: { ...headers, ...length, cookie, origin: new URL(url).origin },
  });
  sent.once("error", reject);
  sent.once("response", (answer) => {
    const shown = ANSWER_HEADERS.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    resolve({ status: answer.statusCode ?? 502, headers: Object.fromEntries(shown), body: answer });
  });
  sent.end(body ?? undefined);
  return promise;
}
