import type { ChildExit } from "../../../host/processes/child.ts";
import { lastWords } from "../../exec/stderr.ts";

/** `refused` by the server. `no-answer`: time limit passed. `closed`: the process is gone. */
type CallProblem = "refused" | "no-answer" | "closed";

/** The message is the server's own, if any. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly problem: CallProblem;

  constructor(problem: CallProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

/** Signals from outside; others, such as SIGSEGV, are a program's own end. */
const killing: ReadonlySet<string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** The exit with its last output. `cause`: our own error, if any. */
export function endedError(exit: ChildExit | null, stderr: string, cause: unknown): CallError {
  if (cause instanceof Error)
    return new CallError("closed", `The connection to Codex broke off: ${cause.message}`, { cause });
  const signal = exit?.signal ?? null;
  // A killed program has given no reason: its last output is about something else.
  if (signal !== null && killing.has(signal)) return new CallError("closed", `Codex was killed (${signal}).`);
  const how = signal === null ? `with exit code ${exit?.code}` : `by ${signal}`;
  const words = lastWords(stderr).replace(/\s*\n\s*/g, " ");
  const message = `Codex ended ${how}.${words === "" ? "" : ` It said: ${words}`}`;
  return new CallError("closed", message);
}
