import { RequestError } from "@agentclientprotocol/sdk";
import { type Failure, failureWords, SessionError, type SessionErrorCode } from "@reprise/model";

const codes: Readonly<Partial<Record<SessionErrorCode, number>>> = {
  "bad-use": -32602,
  "not-found": -32002,
  ambiguous: -32002,
};
const internal = -32603;
const authRequired = -32000;

/** With the message for the person, and our own code in its data. */
export function requestError(error: unknown): unknown {
  if (!(error instanceof SessionError)) return error;
  const { code, message, candidates } = error;
  const near = candidates.length === 0 ? "" : `\n${candidates.join("\n")}`;
  return new RequestError(codes[code] ?? internal, message + near, { code });
}

export function failureError(failure: Failure): RequestError {
  const code = failure.kind === "authentication" ? authRequired : internal;
  const { kind, resetsAt } = failure;
  return new RequestError(code, failureWords(failure), { code: kind, resetsAt });
}

export function badParams(message: string): RequestError {
  return new RequestError(-32602, message, { code: "bad-use" });
}

export function refused(message: string): RequestError {
  return new RequestError(internal, message, { code: "refused" });
}

export function notFound(session: string): RequestError {
  return new RequestError(-32002, `There is no session ${session}.`, { code: "not-found" });
}
