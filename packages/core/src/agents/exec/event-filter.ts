import { exactLine, type ItemBody, type RunEvent, type ThreadId } from "@reprise/model";

/**
 * Filters an agent's events: reports the thread once, and only the requested one; adds a notice for each declined item.
 * A thread counts as persisted at the model's first output: agents save the prompt before they call the model.
 */
export class EventFilter {
  /** As the agent named it. */
  thread: ThreadId | null = null;
  /** The agent opened a thread other than the requested one. */
  isOther = false;
  hasBegun = false;
  isPersisted: boolean;
  readonly #title: string;
  readonly #asked: ThreadId | null;

  constructor(title: string, asked: ThreadId | null, isNew: boolean) {
    this.#title = title;
    this.#asked = asked;
    this.isPersisted = !isNew;
  }

  filter(event: RunEvent): readonly RunEvent[] {
    if (event.type === "thread") return this.#named(event.thread);
    this.hasBegun = true;
    if (event.type === "item" || event.type === "delta")
      return [...this.#persisted(event), event, ...this.#declined(event)];
    return [event];
  }

  #named(thread: ThreadId): readonly RunEvent[] {
    if (this.thread !== null) return [];
    this.hasBegun = true;
    if (this.#asked !== null && thread.toLowerCase() !== this.#asked.toLowerCase()) {
      this.isOther = true;
      return [];
    }
    this.thread = thread;
    return [{ type: "thread", thread, isPersisted: this.isPersisted }];
  }

  #persisted(event: RunEvent): readonly RunEvent[] {
    const isWork =
      event.type === "delta" || (event.type === "item" && event.item.kind !== "notice" && event.item.kind !== "opaque");
    if (this.isPersisted || this.thread === null || !isWork) return [];
    this.isPersisted = true;
    return [{ type: "thread", thread: this.thread, isPersisted: true }];
  }

  #declined(event: RunEvent): readonly RunEvent[] {
    if (event.type !== "item" || !("status" in event.item) || event.item.status !== "declined") return [];
    const reason = "output" in event.item && event.item.output ? ` (${cut(event.item.output)})` : "";
    const text = `${this.#title} was not allowed to ${exactLine(subjectOf(event.item))}${reason}. It cannot ask in this mode: allow it in the settings of ${this.#title}, or continue in ${this.#title} itself.`;
    return [{ type: "notice", text }];
  }
}

function cut(reason: string): string {
  return reason.length > 300 ? `${reason.slice(0, 300)}…` : reason;
}

function subjectOf(item: ItemBody): string {
  switch (item.kind) {
    case "command":
      return `run ${item.command}`;
    case "edit":
      return `change ${item.changes.map(({ path }) => path).join(", ")}`;
    case "tool":
      return `use ${item.name}`;
    default:
      return item.kind;
  }
}
