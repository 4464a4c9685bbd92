import { errorCodes, SessionError, type SessionErrorCode } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";

type Told = ContractValue<"http-error">["error"];

/** The server was not reached, or did not answer as it should. `status` is 0 where there was no answer. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
  }

  /** Worth another attempt later, without any change. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export function notReached(cause?: unknown): CallError {
  return new CallError(0, "not-reached", "Reprise cannot be reached. Is `reprise open` still running?", cause);
}

export function notOurs(status: number): CallError {
  const message = "This answer is not from Reprise. Open the page again from `reprise open`.";
  return new CallError(status, "not-ours", message);
}

/** The error that an answer with a status of 400 or more stands for. */
export async function errorIn(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null);
  return toldError(body, response.status) ?? notOurs(response.status);
}

/** Null if the value is not an `http-error`. */
export function toldError(value: unknown, status: number): Error | null {
  const { code, message, candidates, resetsAt } = (value as { error?: Partial<Told> } | null)?.error ?? {};
  if (typeof code !== "string" || typeof message !== "string") return null;
  if (!(errorCodes as readonly string[]).includes(code)) return new CallError(status, code, message);
  return new SessionError(code as SessionErrorCode, message, {
    candidates: candidates ?? [],
    resetsAt: resetsAt ?? null,
  });
}
