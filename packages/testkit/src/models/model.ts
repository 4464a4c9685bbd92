import type { IncomingHttpHeaders } from "node:http";
import type { ModelKind } from "./protocol.ts";
import type { Reply } from "./script.ts";

export type ModelRequest = {
  /** Number among the requests that take a reply from the script, from 1; null for all others. */
  number: number | null;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
};

export type Model = {
  kind: ModelKind;
  /** Without a path: http://127.0.0.1:<port>. */
  origin: string;
  /** Every request so far, on any path, including those that would have left this machine through the model as a proxy. */
  requests: readonly ModelRequest[];
  /** Mistakes in the script, such as an action that the protocol does not have. */
  faults: readonly Error[];
  push(...replies: Reply[]): void;
  /** How many queued replies were not requested yet. */
  waitingCount(): number;
  arrived(request: number, limit?: Limit): Promise<ModelRequest>;
  /** Resolves when the operating system has the reply's action (both from 1); for a hang, when it starts. */
  streamed(point: { reply: number; action: number }, limit?: Limit): Promise<void>;
  /** Resolves when the reply is over: complete, or cut short by the script or because the agent went away. */
  ended(reply: number, limit?: Limit): Promise<"complete" | "cut">;
  /** Releases every reply that hangs now. */
  release(): void;
  /** When it resolves, the port is closed and no socket is left. */
  close(): Promise<void>;
};

export type Limit = { timeoutMs: number };
