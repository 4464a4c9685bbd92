import type { SavedChange } from "@reprise/model";

/** About how many bytes of a file are still needed: those of the records that no later one has replaced. */
export class LiveSize {
  readonly #sizes = new Map<string, number>();
  #total = 0;

  get bytes(): number {
    return this.#total;
  }

  add(change: SavedChange, bytes: number): void {
    if (change.type === "conversation-gone") return this.#set(`conversation ${change.id}`, 0);
    if (change.type === "removed") {
      for (const id of change.ids) for (const key of keysOf(change.section, id)) this.#set(key, 0);
      return;
    }
    const key = keyOf(change);
    const isMore = change.type === "text" || (change.type === "output" && !change.isWhole);
    this.#set(key, isMore ? (this.#sizes.get(key) ?? 0) + bytes : bytes);
  }

  #set(key: string, bytes: number): void {
    this.#total += bytes - (this.#sizes.get(key) ?? 0);
    if (bytes === 0) this.#sizes.delete(key);
    else this.#sizes.set(key, bytes);
  }
}

function keyOf(change: Exclude<SavedChange, { type: "removed" | "conversation-gone" }>): string {
  switch (change.type) {
    case "entry":
      return `entry ${change.entry.id}`;
    case "text":
      return `entry ${change.entry}`;
    case "exec":
      return `exec ${change.exec.id}`;
    case "output":
      return `output ${change.exec}`;
    case "diff":
      return `diff ${change.diff.id}`;
    case "document":
      return `document ${change.diff} ${change.path}`;
    case "decided":
      return `decided ${change.decided.id}`;
    case "approval":
      return `approval ${change.approval.id}`;
    case "conversation":
      return `conversation ${change.conversation.id}`;
    default:
      return change.type;
  }
}

function keysOf(section: string, id: string): readonly string[] {
  return section === "exec" ? [`exec ${id}`, `output ${id}`] : [`${section} ${id}`];
}
