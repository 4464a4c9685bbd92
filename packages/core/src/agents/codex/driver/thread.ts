import type { Answer, Permissions, RunEvent, Settings, ThreadId } from "@reprise/model";
import type { Child } from "../../../host/processes/child.ts";
import type { Launch, LiveThread, Prompt, ToolServer } from "../../driving/driver.ts";
import { fieldOf, textOf } from "../../foreign.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { CallError } from "./call-error.ts";
import { codexHome } from "./home.ts";
import { injectItems } from "./inject-items.ts";
import { Peer } from "./json-rpc-peer.ts";
import type { Notification } from "./message.ts";
import { readModels } from "./read-models.ts";
import { refusalOf } from "./refusal.ts";
import { RequestRouter } from "./requests/request-router.ts";
import type { RunningTurn } from "./running-turn.ts";
import { turnParams } from "./settings.ts";
import { settlesWithin, type TimeLimits } from "./time-limits.ts";
import { readToolServers, settledToolServers } from "./tool-servers.ts";

/** A thread in a running `codex app-server`; usable once its router is open. */
export class CodexThread implements LiveThread {
  readonly peer: Peer;
  readonly gone: Promise<string>;
  readonly router: RequestRouter;
  readonly #child: Child;
  readonly #limits: TimeLimits;
  #pid: number | null;
  #takesNoStop = false;
  #closing: Promise<void> | null = null;
  /** Fetched while the turn runs, so its end need not wait; reset when the server reports a change. */
  #servers: Promise<readonly ToolServer[] | null> | null = null;

  constructor(child: Child, launch: Launch, limits: TimeLimits) {
    const { onLine, signal } = launch;
    this.router = new RequestRouter(codexHome(launch));
    this.#child = child;
    this.#limits = limits;
    this.#pid = child.pid;
    const events = {
      onLine,
      onNotification: (notification: Notification) => {
        if (notification.method.startsWith("mcpServer/")) this.#servers = null;
        this.router.notified(notification);
      },
      onRequest: this.router.requested.bind(this.router),
      onGarbage: this.router.garbage.bind(this.router),
    };
    this.peer = new Peer(child, events, limits.backOffMs);
    const onAbort = () => void this.close();
    signal.addEventListener("abort", onAbort);
    this.gone = this.peer.closed.then(({ message }) => {
      signal.removeEventListener("abort", onAbort);
      this.#pid = null;
      this.#servers = null;
      this.#lost(message);
      return message;
    });
  }

  /** Null once the process has ended. */
  get pid(): number | null {
    return this.#pid;
  }

  get thread(): ThreadId {
    return this.router.opened.thread;
  }

  get settings(): Settings {
    const { asked, effective } = this.router.opened;
    // Each turn repeats settings the server has not confirmed.
    const [effort, summary] = [asked.effort ?? effective.effort, asked.summary ?? effective.summary];
    return { ...effective, effort, summary };
  }

  get permissions(): Permissions {
    return this.router.opened.permissions;
  }

  ask(prompt: Prompt): AsyncIterable<RunEvent> {
    return { [Symbol.asyncIterator]: () => this.#follow(prompt) };
  }

  #follow(prompt: Prompt): AsyncIterator<RunEvent> {
    const running = this.router.follow();
    void this.#begin(running, prompt);
    const events = running.events[Symbol.asyncIterator]();
    return {
      next: () => events.next(),
      // Without a consumer nobody could answer its requests.
      return: async () => {
        await this.#stop(running);
        return { done: true, value: undefined };
      },
    };
  }

  async steer(prompt: Prompt): Promise<void> {
    const { running } = this.router;
    await running?.begun;
    if (!running || running.isOver) throw new Error("No turn is running.");
    const params = { ...this.#input(prompt), expectedTurnId: running.turn.id };
    const { sent } = running.turn;
    sent.add(prompt);
    try {
      await this.peer.call("turn/steer", params, this.#limits.callMs);
    } catch (error) {
      sent.drop(prompt.id);
      throw error;
    }
  }

  answer(request: string, answer: Answer): void {
    const answered = this.router.pending.answer(request, answer);
    if (!answered) return;
    this.peer.respond(answered.messageId, answered.reply);
    if (answered.needsStop) void this.interrupt();
  }

  async inform(items: readonly PortableItem[]): Promise<void> {
    if (this.router.running) throw new Error("A turn is running: the history can be sent when it has ended.");
    await injectItems(items, this.thread, this.peer, this.#limits.callMs);
  }

  async toolServers(): Promise<readonly ToolServer[] | null> {
    const asked = this.#servers;
    this.#servers = null;
    try {
      return (await asked) ?? (await readToolServers(this.peer, this.thread, this.#limits.threadMs));
    } catch (error) {
      if (error instanceof CallError) return null;
      throw error;
    }
  }

  models(): Promise<readonly string[]> {
    return readModels(this.peer, this.#limits.callMs);
  }

  async interrupt(): Promise<void> {
    if (this.router.running) await this.#stop(this.router.running);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  /** Interrupts first: if its input closes during a turn, Codex leaves the commands running. */
  async #end(): Promise<void> {
    const { running } = this.router;
    if (running && !this.#takesNoStop) await isStopped(running, this.peer, this.#limits.closeMs);
    await Promise.all([endChild(this.#child, this.#limits.closeMs), this.peer.closed]);
  }

  async #begin(running: RunningTurn, prompt: Prompt): Promise<void> {
    const { asked, effective } = this.router.opened;
    const params = { ...this.#input(prompt), ...turnParams(asked, effective) };
    running.turn.sent.add(prompt);
    try {
      const answer = await this.peer.call("turn/start", params, this.#limits.callMs);
      running.turn.id = textOf(fieldOf(answer, "turn", "id")) ?? running.turn.id;
      this.#servers = settledToolServers(this.peer, this.thread, this.#limits.callMs).catch(() => null);
    } catch (error) {
      await this.#notBegun(running, error as CallError);
    }
  }

  async #notBegun(running: RunningTurn, error: CallError): Promise<void> {
    if (error.problem === "closed") return this.#lost(error.message);
    const isLate = error.problem === "no-answer";
    if (isLate && running.turn.isStarted) return;
    running.end("failed", refusalOf(error));
    // It may still start: only ending the process is certain.
    if (isLate) await this.close();
  }

  /** An end we caused is not a failure. */
  #lost(message: string): void {
    const failure = { kind: "transport", message, resetsAt: null } as const;
    this.router.running?.end("interrupted", this.#closing ? null : failure);
  }

  async #stop(running: RunningTurn): Promise<void> {
    if (await isStopped(running, this.peer, this.#limits.graceMs)) return;
    this.#takesNoStop = true;
    await this.close();
  }

  #input({ id, text, inputs = [] }: Prompt): object {
    const images = inputs.map(({ path }) => ({ type: "localImage", path }));
    return { threadId: this.thread, clientUserMessageId: id, input: [{ type: "text", text }, ...images] };
  }
}

/** Closes the input, so Codex records the turn as aborted, then sends signals. Never throws. */
async function endChild(child: Child, limitMs: number): Promise<void> {
  child.closeInput();
  if (await settlesWithin(child.exited, limitMs)) return;
  child.kill("SIGTERM");
  if (await settlesWithin(child.exited, limitMs)) return;
  child.kill("SIGKILL");
  await child.exited;
}

/** Asks a turn to stop; resolves to whether it ended in time. Never throws. */
function isStopped(running: RunningTurn, peer: Peer, limitMs: number): Promise<boolean> {
  if (!running.isOver) void requestStop(running, peer, limitMs);
  return settlesWithin(running.over, limitMs);
}

/** Waits until the server has started the turn: before, it would answer that there is none. */
async function requestStop(running: RunningTurn, peer: Peer, limitMs: number): Promise<void> {
  await running.begun;
  if (running.isOver) return;
  const { thread: threadId, id: turnId } = running.turn;
  // The turn's end shows whether it stopped: one that just ended gets no answer, or a refusal.
  await peer.call("turn/interrupt", { threadId, turnId }, limitMs).catch(() => undefined);
}
