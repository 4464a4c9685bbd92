import type { IncomingHttpHeaders } from "node:http";
import type { ModelKind } from "./protocol.ts";
import type { Reply } from "./script.ts";

export type ModelRequest = {
  /** Of the requests that take a reply from the script, counted from 1; null for all others. */
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
  /** Every request so far, of whatever path; also those that should have gone out through this model as a proxy. */
  requests: readonly ModelRequest[];
  /** Mistakes in the script, such as an action that the protocol does not have. */
  faults: readonly Error[];
  push(...replies: Reply[]): void;
  /** How many queued replies were not asked for yet. */
  waitingCount(): number;
  arrived(request: number, limit?: Limit): Promise<ModelRequest>;
  /** Resolves when the reply's action (both from 1) is with the operating system; for a hang, when it begins. */
  streamed(point: { reply: number; action: number }, limit?: Limit): Promise<void>;
  /** Resolves when the reply is over: told to its end, or cut short by the script or by the agent's going away. */
  ended(reply: number, limit?: Limit): Promise<"complete" | "cut">;
  /** Lets go of every reply that hangs now. */
  release(): void;
  /** When it resolves, the port is closed and no socket is left. */
  close(): Promise<void>;
};

export type Limit = { timeoutMs: number };
