import type { HttpBindings } from "@hono/node-server";
import type { Route } from "@reprise/model/routes";
import type { Context, Hono } from "hono";
import type { Given } from "./given.ts";
import type { Places } from "./guards/places.ts";
import type { TenantCallers } from "./guards/tenant-callers.ts";
import type { Limits } from "./limits.ts";
import type { ServerMetrics } from "./metrics/server-metrics.ts";
import { type PulledParts, pulledStream } from "./streams/pulled-stream.ts";

type Bindings = { Bindings: Partial<HttpBindings> };
export type App = Hono<Bindings>;
export type Call = Context<Bindings>;

/** What the routes of one server share. */
export interface Shared extends Pick<Given, "chats" | "library" | "runner" | "workbenches" | "version"> {
  readonly limits: Limits;
  readonly metrics: ServerMetrics;
  /** What is served, by the name of each operation. */
  readonly mounted: Map<string, Route>;
  readonly streams: Places;
  readonly readings: Places;
  readonly callers: TenantCallers;
  /** Aborted when everything that ran has ended: nothing more comes. */
  readonly closing: AbortSignal;
  readonly isClosing: () => boolean;
  readonly onUnexpected: (error: unknown) => void;
}

/** Answers with pieces, each made when the client has taken the one before. */
export function streamed(
  call: Call,
  { limits }: Pick<Shared, "limits">,
  parts: Pick<PulledParts, "next" | "onLeave">,
  headers: Readonly<Record<string, string>>,
): Response {
  const { outgoing } = call.env ?? {};
  const drop = () => {
    if (outgoing?.writableFinished === false) outgoing.destroy();
  };
  const { stalledMs } = limits;
  const body = pulledStream({ ...parts, client: call.req.raw.signal, drop, stalledMs });
  return new Response(body, {
    headers: { "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", ...headers },
  });
}

export function jsonAnswer(text: string, status = 200): Response {
  return new Response(`${text}\n`, { status, headers: { "Content-Type": "application/json; charset=utf-8" } });
}
