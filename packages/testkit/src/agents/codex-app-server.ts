import { makeDeferred } from "../host/deferred.ts";
import { withLimit } from "../host/limit.ts";
import { patienceMs } from "../host/poll.ts";
import { locateBinary } from "./binaries.ts";
import { type AgentProcess, type Exit, spawnAgent } from "./process.ts";

export type Notification = { method: string; params: Record<string, unknown> };
export type ServerRequest = Notification & { id: number | string };

export type AppServer = {
  pid: number;
  /** Every notification and server request so far, in order. */
  received: readonly Notification[];
  exited: Promise<Exit>;
  stderr(): string;
  /** Resolves with the result; rejects with the server's error, after `timeoutMs`, or when the server ends. */
  request(method: string, params?: object, limit?: { timeoutMs: number }): Promise<Record<string, unknown>>;
  /** The first accepted notification or server request of this method, past or future. */
  waitFor(
    method: string,
    accepts?: (params: Record<string, unknown>) => boolean,
    limit?: { timeoutMs: number },
  ): Promise<Notification>;
  /** Closes its input, so that it exits. */
  closeInput(): void;
  kill(signal?: NodeJS.Signals): void;
  killAlone(signal?: NodeJS.Signals): void;
};

export type AppServerOptions = {
  home: { env: Record<string, string> };
  cwd: string;
  extraArgs?: readonly string[];
  /** Returns the result of a server's request, such as an approval; undefined leaves it unanswered. */
  answer?: (request: ServerRequest) => object | undefined | Promise<object | undefined>;
};

/** Starts `codex app-server` over stdio; initialised when this resolves. */
export async function startAppServer({ home, cwd, extraArgs = [], answer }: AppServerOptions): Promise<AppServer> {
  const agent = spawnAgent({
    ...locateBinary("codex"),
    args: ["app-server", ...extraArgs],
    cwd,
    env: home.env,
    hasInput: true,
  });
  const server = new StdioAppServer(agent, answer ?? (() => undefined));
  const clientInfo = { name: "reprise-testkit", title: null, version: "0" };
  await server.request("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  server.send({ method: "initialized" });
  return server;
}

/** The server's error for a refused request. */
export class AppServerError extends Error {
  readonly code: number;
  constructor(method: string, { code, message }: { code: number; message: string }) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

type Message = Partial<Notification> & {
  id?: number | string;
  result?: object;
  error?: { code: number; message: string };
};

class StdioAppServer implements AppServer {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly received: Notification[] = [];
  private readonly agent: AgentProcess;
  private readonly answer: NonNullable<AppServerOptions["answer"]>;
  private readonly pending = new Map<number, (message: Message) => void>();
  private readonly listeners = new Set<(notification: Notification) => void>();
  private lastId = 0;

  constructor(agent: AgentProcess, answer: NonNullable<AppServerOptions["answer"]>) {
    this.agent = agent;
    this.answer = answer;
    this.pid = agent.pid;
    this.exited = agent.exited;
    agent.onLine((line) => this.take(JSON.parse(line)));
  }

  stderr(): string {
    return this.agent.stderr();
  }

  async request(
    method: string,
    params: object = {},
    { timeoutMs } = { timeoutMs: patienceMs },
  ): Promise<Record<string, unknown>> {
    const id = ++this.lastId;
    const { promise, resolve } = makeDeferred<Message>();
    this.pending.set(id, resolve);
    this.send({ id, method, params });
    const answered = Promise.race([promise, this.endWithout(`an answer to ${method}`)]);
    const message = await withLimit(
      answered,
      timeoutMs,
      () => `No answer to ${method} within ${timeoutMs} ms.`,
    ).finally(() => this.pending.delete(id));
    if (message.error) throw new AppServerError(method, message.error);
    return { ...message.result };
  }

  async waitFor(
    method: string,
    accepts: (params: Record<string, unknown>) => boolean = () => true,
    { timeoutMs } = { timeoutMs: patienceMs },
  ): Promise<Notification> {
    const isIt = (notification: Notification) => notification.method === method && accepts(notification.params);
    const past = this.received.find(isIt);
    if (past) return past;
    const { promise, resolve } = makeDeferred<Notification>();
    const listener = (notification: Notification) => isIt(notification) && resolve(notification);
    this.listeners.add(listener);
    const seen = () => this.received.map((notification) => notification.method).join(", ");
    const coming = Promise.race([promise, this.endWithout(method)]);
    return withLimit(coming, timeoutMs, () => `No ${method} within ${timeoutMs} ms; received: ${seen()}.`).finally(() =>
      this.listeners.delete(listener),
    );
  }

  send(message: object): void {
    this.agent.write(`${JSON.stringify(message)}\n`);
  }

  closeInput(): void {
    this.agent.closeInput();
  }

  kill(signal?: NodeJS.Signals): void {
    this.agent.kill(signal);
  }

  killAlone(signal?: NodeJS.Signals): void {
    this.agent.killAlone(signal);
  }

  /** The server numbers its own requests from 0: a message with a method is never an answer, whatever its id. */
  private take({ id, method, params = {}, ...rest }: Message): void {
    if (method === undefined) {
      this.pending.get(Number(id))?.(rest);
      return;
    }
    const notification = { method, params };
    this.received.push(notification);
    for (const listener of this.listeners) listener(notification);
    if (id !== undefined) void this.respond({ id, ...notification });
  }

  private async respond(request: ServerRequest): Promise<void> {
    const result = await this.answer(request);
    if (result) this.send({ id: request.id, result });
  }

  private async endWithout(what: string): Promise<never> {
    const exit = await this.exited;
    throw new Error(`codex app-server ended (${JSON.stringify(exit)}) without ${what}. ${this.stderr()}`);
  }
}
