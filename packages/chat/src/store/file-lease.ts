import { join } from "node:path";
import type { Host } from "@reprise/core";
import { entryAt, type Lock, Log, saveBytes } from "@reprise/core/parts";
import { redactSecrets } from "@reprise/core/redact";
import { type NumberedChatEvent, SessionError } from "@reprise/model";
import { eventsPath, removeOldParts } from "./chat-folder.ts";
import { addRecord } from "./chat-journal.ts";
import { type ChatState, type Lease, LostLeaseError, type StoredPart, type TurnOutcome } from "./chat-store.ts";
import { notSaved } from "./not-saved.ts";
import { RedactedEvents } from "./redacted-events.ts";

interface LeaseParts {
  readonly host: Host;
  readonly folder: string;
  readonly turn: string;
  readonly state: ChatState | null;
  readonly lock: Extract<Lock, { isHeld: true }>;
}

/** Events go to disk without secrets; listeners get them as they are. */
export class FileLease implements Lease {
  readonly #parts: LeaseParts;
  readonly #log: Log;
  readonly #events = new RedactedEvents();
  #isEnded = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#log = new Log({ path: eventsPath(parts.folder, parts.turn), tail: { kind: "close" } });
  }

  async append(events: readonly NumberedChatEvent[]): Promise<void> {
    this.#check();
    const recorded = events.flatMap((numbered) => this.#events.take(numbered));
    try {
      this.#write(recorded);
    } catch (error) {
      throw notSaved(error, this.#what);
    }
  }

  async save(bytes: AsyncIterable<Uint8Array>): Promise<StoredPart> {
    this.#check();
    return saveBytes(join(this.#parts.folder, "parts"), bytes).catch((error: unknown) => {
      throw notSaved(error, this.#what);
    });
  }

  async end({ result, number, error, state }: TurnOutcome): Promise<void> {
    this.#check();
    const { host, folder, turn, lock } = this.#parts;
    try {
      this.#write(this.#events.rest());
      this.#log.sync();
      if (!entryAt(join(folder, "chat.jsonl")))
        throw new SessionError("not-saved", `${folder} was removed or moved meanwhile.`);
      const told = error && { ...error, message: redactSecrets(error.message) };
      // From here on the turn counts.
      const end = { type: "turn-ended", turn, number, result, error: told, state } as const;
      addRecord(join(folder, "chat.jsonl"), host.now(), end);
      this.#isEnded = true;
    } finally {
      this.#log.close();
      if (this.#isEnded) this.#tidy(state ?? this.#parts.state);
      lock.release();
      this.#isEnded = true;
    }
  }

  get #what(): string {
    return `The turn could not be saved in ${this.#parts.folder}, so the chat stays as it was before it`;
  }

  #check(): void {
    if (this.#isEnded) throw new LostLeaseError("The turn has ended.");
  }

  #tidy(state: ChatState | null): void {
    const kept = [state?.files, state?.workspace].filter((part) => part != null);
    removeOldParts(this.#parts.folder, kept);
  }

  #write(events: readonly NumberedChatEvent[]): void {
    if (events.length > 0) this.#log.append(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }
}
