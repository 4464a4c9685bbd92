import type { Call } from "../context.ts";
import { Problem } from "../problem.ts";

/**
 * For requests with a cookie, which browsers also send for pages on other ports of this machine. Data is only for our own
 * page; the page itself also for links, but not in frames. `Origin` was compared with `Host` before. Throws a `Problem`.
 */
export function checkOwnPage(call: Call): void {
  const { method, path } = call.req;
  const site = call.req.header("sec-fetch-site");
  const isOwn = site === undefined || site === "same-origin" || site === "none";
  const isLink = method === "GET" && path === "/" && isNavigation(call);
  if (!isOwn && !isLink) throw notOurs("Only the page of this server may do this.");
  if (method !== "GET" && call.req.header("origin") === undefined)
    throw notOurs("Requests that change something need an Origin header.");
}

/** A browser opens the address in a tab: not a frame, a picture, a script or a look ahead. True if it does not say. */
export function isNavigation(call: Call): boolean {
  const isAhead = /prefetch|prerender/.test(call.req.header("sec-purpose") ?? "");
  return (call.req.header("sec-fetch-dest") ?? "document") === "document" && !isAhead;
}

function notOurs(message: string): Problem {
  return new Problem(403, { code: "forbidden", message });
}
