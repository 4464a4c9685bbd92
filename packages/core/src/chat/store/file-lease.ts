import { join } from "node:path";
import { type ChatEvent, type NumberedChatEvent, SessionError } from "@reprise/model";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Lock } from "../../host/files/lock.ts";
import { saveBytes } from "../../host/files/saved-bytes.ts";
import type { Host } from "../../host/host.ts";
import { redactSecrets } from "../../journal/redact.ts";
import { RedactedStream } from "../../journal/redacted-stream.ts";
import { Log } from "../../log/log.ts";
import { withTexts } from "../with-texts.ts";
import { addRecord } from "./chat-journal.ts";
import { type ChatState, type Lease, LostLeaseError, type StoredPart, type TurnOutcome } from "./chat-store.ts";
import { eventsPath, removeOldParts } from "./file-chat-store.ts";
import { notSaved } from "./not-saved.ts";

interface LeaseParts {
  readonly host: Host;
  readonly folder: string;
  readonly turn: string;
  readonly state: ChatState | null;
  readonly lock: Extract<Lock, { isHeld: true }>;
}

type Delta = Extract<ChatEvent, { readonly delta: boolean }>;

/** Events go to disk without secrets; listeners get them as they are. */
export class FileLease implements Lease {
  readonly #parts: LeaseParts;
  readonly #log: Log;
  /** The last piece of a streamed text waits for the next event: a secret may end in it. */
  #held: { readonly number: number; readonly event: Delta; readonly stream: RedactedStream } | null = null;
  #isEnded = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#log = new Log({ path: eventsPath(parts.folder, parts.turn), tail: { kind: "close" } });
  }

  async append(events: readonly NumberedChatEvent[]): Promise<void> {
    this.#check();
    const lines = events.flatMap((numbered) => this.#linesOf(numbered));
    try {
      this.#write(lines);
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
      this.#write(this.#rest());
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

  #write(lines: readonly string[]): void {
    if (lines.length > 0) this.#log.append(lines.map((line) => `${line}\n`).join(""));
  }

  #linesOf({ number, event }: NumberedChatEvent): readonly string[] {
    if (!("delta" in event) || !event.delta) return [...this.#rest(), lineOf(number, withoutSecrets(event))];
    const held = this.#held;
    const isSame = held?.event.type === event.type;
    const before = isSame ? [] : this.#rest();
    const stream = isSame && held ? held.stream : new RedactedStream();
    const content = stream.push(event.content);
    const earlier = isSame && held ? [lineOf(held.number, held.event)] : [];
    this.#held = { number, event: { ...event, content }, stream };
    return [...before, ...earlier];
  }

  #rest(): readonly string[] {
    const held = this.#held;
    this.#held = null;
    if (!held) return [];
    const { number, event, stream } = held;
    return [lineOf(number, { ...event, content: event.content + stream.end() })];
  }
}

function lineOf(number: number, event: ChatEvent): string {
  return JSON.stringify({ number, event });
}

function withoutSecrets(event: ChatEvent): ChatEvent {
  return withTexts(event, redactSecrets) as ChatEvent;
}
