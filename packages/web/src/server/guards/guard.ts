import { routePath } from "hono/route";
import type { App, Shared } from "../context.ts";
import type { Given } from "../given.ts";
import { Problem } from "../problem.ts";
import { type Access, openPaths } from "./access.ts";
import { callerCheck } from "./callers.ts";
import { Rate } from "./rate.ts";

const always = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

const preflight = {
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID",
  "Access-Control-Max-Age": "600",
};

/** Runs before every route: who calls, from where, with which right, how often. */
export function guard(
  app: App,
  given: Given,
  access: Access,
  {
    limits,
    metrics,
    isClosing,
    callers,
    strangers,
  }: Pick<Shared, "limits" | "metrics" | "isClosing" | "callers"> & { readonly strangers: Rate },
): void {
  const checkCaller = callerCheck(given);
  const rate = new Rate(limits.requestsPerSecond, limits.burstCount);

  app.use(async (call, next) => {
    await next();
    const { headers, status } = call.res;
    for (const [name, value] of Object.entries({ ...always, ...access.headers })) headers.set(name, value);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    if (isClosing()) headers.set("Connection", "close");
    const route = routePath(call, -1);
    metrics.request(call.req.method, route === "/*" || route === "*" ? "other" : route, status);
  });

  app.use(async (call, next) => {
    const { method, path } = call.req;
    const host = call.req.header("host") ?? null;
    const origin = checkCaller({ host, origin: call.req.header("origin") ?? null });
    const allow = () => {
      if (origin === null) return;
      const { headers } = call.res;
      headers.set("Access-Control-Allow-Origin", origin);
      headers.set("Access-Control-Expose-Headers", "Reprise-Turn, Retry-After");
      headers.set("Cross-Origin-Resource-Policy", "cross-origin");
      headers.append("Vary", "Origin");
    };
    if (method === "OPTIONS" && origin !== null) {
      call.res = new Response(null, { status: 204, headers: preflight });
      if (call.req.header("access-control-request-private-network") === "true")
        call.res.headers.set("Access-Control-Allow-Private-Network", "true");
      return allow();
    }
    const right = await access.of(call);
    const caller = callers.of(call);
    // A HEAD would open a stream that nobody reads.
    if (method === "HEAD" && right !== "open")
      throw new Problem(405, { code: "bad-use", message: "There is no HEAD here. Use GET." }, { Allow: "GET" });
    // Whatever strangers send, a probe finds the server alive, and a link works: `/open` limits wrong keys itself.
    if (right === "in") (caller === null ? rate : callers.share(caller).rate).take();
    else if (!openPaths.includes(path) && !(path === "/open" && right === "open")) strangers.take();
    if (right === "out") call.res = access.refuse(call);
    else await next();
    allow();
  });
}
