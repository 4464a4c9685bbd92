import { exactLine, type RunEvent } from "@reprise/model";
import { fieldOf, numberOf } from "../../../foreign.ts";
import type { OpenedThread } from "../handshake.ts";
import type { Peer } from "../json-rpc-peer.ts";
import type { Notification, ServerRequest } from "../message.ts";
import { noticeOf } from "../notice.ts";
import { RunningTurn } from "../running-turn.ts";
import { permissionsOf, sandboxOf, settingsOf } from "../settings.ts";
import { AnnouncedWork } from "./announced-work.ts";
import { approvalOf } from "./approval.ts";
import { PendingRequests } from "./pending-requests.ts";

const unknownMethod = -32601;
const usageMethod = "thread/tokenUsage/updated";

/** Routes server messages to the running turn; notices wait for the next one. */
export class RequestRouter {
  readonly pending = new PendingRequests();
  readonly #announced = new AnnouncedWork();
  #opened: OpenedThread | null = null;
  #running: RunningTurn | null = null;
  readonly #notices: string[] = [];
  readonly #configWarnings = new Set<string>();
  /** Tokens of the thread, told between turns. */
  #total: Notification | null = null;
  #knowsTotal = false;
  readonly #home: string;
  #peer: Pick<Peer, "respond"> | null = null;
  #isPersisted = false;

  constructor(home: string) {
    this.#home = home;
  }

  open(opened: OpenedThread): void {
    this.#opened = opened;
  }

  get opened(): OpenedThread {
    if (!this.#opened) throw new Error("The thread is not open yet.");
    return this.#opened;
  }

  get running(): RunningTurn | null {
    return this.#running?.isOver === false ? this.#running : null;
  }

  follow(): RunningTurn {
    if (this.running) throw new Error("A turn is running: steer it, or wait for its end.");
    const running = new RunningTurn(this.opened.thread);
    this.#running = running;
    running.tell(this.#notices.splice(0).map((text) => ({ type: "notice", text })));
    if (this.#total === null) return running;
    running.tell(running.turn.take(this.#total));
    this.#knowsTotal = true;
    this.#total = null;
    return running;
  }

  notified(notification: Notification): void {
    const { method, params } = notification;
    if (this.#isRepeated(notification)) return;
    if (this.#announced.take(notification)) this.#withdraw(params.threadId, params.itemId);
    if (method === "serverRequest/resolved") return this.#resolved(this.pending.settled(params.requestId));
    if (method === "thread/settings/updated" && params.threadId === this.#opened?.thread)
      this.#opened = {
        ...this.opened,
        effective: settingsOf(params.threadSettings),
        sandbox: sandboxOf(params.threadSettings),
        permissions: permissionsOf(params.threadSettings),
      };
    const { running } = this;
    const notice = running ? null : noticeOf(notification);
    if (running) this.#tell(running, [...this.#totalBefore(running, notification), ...running.turn.take(notification)]);
    else if (method === usageMethod) this.#total = notification;
    else if (notice !== null) this.#notices.push(notice);
  }

  /** Since 0.169.0 a thread repeats the warnings about its configuration that came at the start of the process. */
  #isRepeated(notification: Notification): boolean {
    const { method } = notification;
    if (method !== "configWarning" && method !== "warning") return false;
    const text = noticeOf(notification);
    if (text === null) return false;
    if (method === "warning") return this.#configWarnings.has(text);
    this.#configWarnings.add(text);
    return false;
  }

  /** Every request is answered: by the turn's listener, or at once. */
  requested(request: ServerRequest, peer: Pick<Peer, "respond" | "refuse">): void {
    const { running } = this;
    const { threadId } = request.params;
    // A sub-agent's sandbox is unknown, so its requests have no identity.
    const isOther = typeof threadId === "string" && threadId !== this.#opened?.thread;
    const around = {
      scope: {
        home: this.#home,
        workspace: this.#opened?.effective.cwd ?? null,
        sandbox: isOther ? null : (this.#opened?.sandbox ?? null),
      },
      changesOf: (item: string) => this.#announced.of(threadId, item).changes,
      commandOf: (item: string) => this.#announced.of(threadId, item).command,
    };
    const approval = approvalOf(request, around);
    if (!approval) return peer.refuse(request.id, unknownMethod, `Reprise cannot answer ${request.method}.`);
    if (!running) {
      this.#notices.push(`Declined, since no turn was running: ${exactLine(approval.request.subject)}`);
      return peer.respond(request.id, approval.reply({ decision: "decline" }));
    }
    this.#peer = peer;
    this.pending.add(request.id, approval, threadId);
    running.tell([{ type: "request", request: approval.request }]);
  }

  /** The user has not seen the changed edit. */
  #withdraw(thread: unknown, item: unknown): void {
    for (const request of this.pending.about(thread, item)) {
      const declined = this.pending.answer(request, { decision: "decline" });
      if (declined) this.#peer?.respond(declined.messageId, declined.reply);
      const text = "Codex changed the edit after requesting it: declined.";
      this.running?.tell([
        { type: "notice", text },
        { type: "request-resolved", id: request, decision: null, by: "agent" },
      ]);
    }
  }

  garbage(line: string): void {
    const text = `Codex wrote a line that cannot be read: ${line.slice(0, 200)}`;
    if (this.running) this.running.tell([{ type: "notice", text }]);
    else this.#notices.push(text);
  }

  #tell(running: RunningTurn, events: readonly RunEvent[]): void {
    for (const event of events) {
      // The server voids requests only after the turn's end.
      if (event.type === "turn-ended") for (const id of this.pending.clear()) this.#resolved(id);
      if (event.type === "prompt-persisted" && !this.#isPersisted) {
        this.#isPersisted = true;
        running.tell([{ type: "thread", thread: this.opened.thread, isPersisted: true }]);
      }
      running.tell([event]);
    }
  }

  /** A fork is not told the tokens it begins with: they are in its first total, beside those of the last request. */
  #totalBefore({ turn }: RunningTurn, { method, params }: Notification): RunEvent[] {
    if (this.#knowsTotal || method !== usageMethod || params.threadId !== this.#opened?.thread) return [];
    this.#knowsTotal = true;
    if (params.turnId !== turn.id) return [];
    const tokensOf = (which: string) => numberOf(fieldOf(params.tokenUsage, which, "totalTokens"));
    const tokens = (tokensOf("total") ?? 0) - (tokensOf("last") ?? 0);
    return tokens > 0 ? [{ type: "usage", isOfThread: true, tokens }] : [];
  }

  #resolved(id: string | null): void {
    if (id !== null) this.running?.tell([{ type: "request-resolved", id, decision: null, by: "agent" }]);
  }
}
