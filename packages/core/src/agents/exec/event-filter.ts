import { exactLine, type ItemBody, type RunEvent, type ThreadId } from "@reprise/model";

/**
 * What an agent's words become before anybody hears them: the thread is the one that was asked for and is told once,
 * it counts as persisted when the model's first words are there (agents write the prompt down before they ask), and
 * what was refused without asking anybody is said aloud.
 */
export class EventFilter {
  /** The thread as the agent named it. */
  thread: ThreadId | null = null;
  /** The agent works on another thread than the one asked for. */
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
      event.type === "delta" ||
      (event.type === "item" && event.item.kind !== "notice" && event.item.kind !== "opaque");
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

/** What an item is about, on one line. */
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
