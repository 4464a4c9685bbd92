import type { Answer } from "@reprise/model";
import type { MessageId } from "../message.ts";
import type { Approval } from "./approval.ts";

interface Open {
  readonly messageId: MessageId;
  readonly approval: Approval;
  readonly thread: unknown;
}

/** Unanswered requests of the server. */
export class PendingRequests {
  readonly #open = new Map<string, Open>();

  add(messageId: MessageId, approval: Approval, thread: unknown): void {
    this.#open.set(approval.request.id, { messageId, approval, thread });
  }

  about(thread: unknown, item: unknown): readonly string[] {
    return [...this.#open].flatMap(([request, open]) =>
      open.thread === thread && open.approval.request.item === item ? [request] : [],
    );
  }

  /** Null if already answered or settled. */
  answer(request: string, answer: Answer): { messageId: MessageId; reply: object; needsStop: boolean } | null {
    const open = this.#open.get(request);
    if (!open) return null;
    this.#open.delete(request);
    const needsStop = open.approval.needsStop && answer.decision === "cancel";
    return { messageId: open.messageId, reply: open.approval.reply(answer), needsStop };
  }

  /** Null if we had answered. */
  settled(messageId: unknown): string | null {
    for (const [request, open] of this.#open) {
      if (open.messageId !== messageId) continue;
      this.#open.delete(request);
      return request;
    }
    return null;
  }

  clear(): readonly string[] {
    const requests = [...this.#open.keys()];
    this.#open.clear();
    return requests;
  }
}
