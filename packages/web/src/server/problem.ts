import {
  ChatBusyError,
  EndedTokenError,
  ForbiddenError,
  type Owner,
  QuotaError,
  SessionError,
  type SessionErrorCode,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import type { ContractValue } from "@reprise/model/schema";

type HttpError = ContractValue<"http-error">["error"];

/** An answer that is not what the client asked for. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly error: HttpError;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    error: Pick<HttpError, "code" | "message"> & Partial<HttpError>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(error.message);
    this.status = status;
    this.error = { candidates: [], resetsAt: null, issues: [], owner: null, turn: null, ...error };
    this.headers = headers;
  }
}

export function badRequest(message: string, issues: HttpError["issues"] = []): Problem {
  return new Problem(400, { code: "bad-use", message, issues });
}

/** `seconds`: when it is worth trying again. */
export function tooMany(status: 429 | 503, message: string, seconds: number): Problem {
  return new Problem(status, { code: "too-many", message }, { "Retry-After": String(Math.ceil(seconds)) });
}

export function unauthorized(message: string): Problem {
  return new Problem(401, { code: "unauthorized", message }, { "WWW-Authenticate": 'Bearer realm="reprise"' });
}

export function closing(): Problem {
  const message = "The server is shutting down. Send the request again to the next one.";
  return new Problem(503, { code: "closing", message }, { "Retry-After": "5", Connection: "close" });
}

export function busy(message: string, owner: Owner | null, turn: string | null): Problem {
  return new Problem(409, { code: "busy", message, owner, turn }, { "Retry-After": "5" });
}

const statuses: Readonly<Record<SessionErrorCode, number>> = {
  "bad-use": 400,
  ambiguous: 400,
  "not-found": 404,
  busy: 409,
  refused: 409,
  unreadable: 500,
  "newer-version": 500,
  "not-saved": 500,
};

/** Null for an error that nothing about the request explains. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof EndedTokenError) return unauthorized(error.message);
  if (error instanceof ForbiddenError) return new Problem(403, { code: "forbidden", message: error.message });
  if (error instanceof QuotaError) return overQuota(error);
  if (error instanceof ChatBusyError && error.isFull) return tooMany(429, error.message, 5);
  if (error instanceof ChatBusyError) return busy(error.message, error.owner, error.turn);
  if (!(error instanceof SessionError)) return null;
  const { code, message, candidates, resetsAt } = error;
  const status = statuses[code];
  if (status < 500) return new Problem(status, { code, message, candidates, resetsAt });
  // Its message may name files that the client knows nothing about.
  const words = `The server could not do this (${code}). Its own output says why.`;
  return new Problem(status, { code, message: words });
}

function overQuota({ message, resetsAt }: QuotaError): Problem {
  const seconds = resetsAt === null ? 5 : Math.max(1, Math.ceil((Date.parse(resetsAt) - Date.now()) / 1000));
  return new Problem(429, { code: "too-many", message, resetsAt }, { "Retry-After": String(seconds) });
}

/** The client is not told everything: it belongs into the output of the server. */
function hidesCause({ status }: Problem): boolean {
  return status === 500;
}

/** What the client is told; what it is not told is reported. */
export function reported(error: unknown, onUnexpected: (error: unknown) => void): Problem {
  const problem = problemOf(error);
  if (problem === null || hidesCause(problem)) onUnexpected(error);
  return problem ?? unexpected();
}

function unexpected(): Problem {
  return new Problem(500, { code: "unexpected", message: "The server failed. Its own output says more." });
}

export function answerOf({ status, error, headers }: Problem): Response {
  return new Response(`${json("http-error", { error })}\n`, {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}
