import type { Call } from "@reprise/web/client";

/** Nobody has taken an answer after that long: nobody will. */
const unusedMs = 10_000;

/**
 * Asks at once, while the page is still being loaded. The first request for one of the paths gets that answer; everything
 * else is asked as usual.
 */
export function withHeadStart(call: Call, requests: Readonly<Record<string, RequestInit>>): Call {
  const asked = new Map(Object.entries(requests).map(([path, init]) => [path, askedEarly(call, path, init)]));
  setTimeout(() => {
    for (const { leaving } of asked.values()) leaving.abort();
    asked.clear();
  }, unusedMs);
  return (path, init) => {
    const early = asked.get(path);
    if (early === undefined || (init?.method ?? "GET") !== "GET") return call(path, init);
    asked.delete(path);
    const { leaving, answer } = early;
    const { signal } = init ?? {};
    const leave = () => leaving.abort(signal?.reason);
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
    return answer;
  };
}

function askedEarly(call: Call, path: string, init: RequestInit) {
  const leaving = new AbortController();
  const answer = call(path, { ...init, signal: leaving.signal });
  answer.catch(() => undefined); // whoever takes it is told
  return { leaving, answer };
}
