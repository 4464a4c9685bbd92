import type { FileChange } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../../foreign.ts";
import type { Notification } from "../message.ts";
import { changesOf } from "../thread-items.ts";
import type { AnnouncedCommand } from "./translated-request.ts";

interface Work {
  readonly changes: readonly FileChange[];
  readonly command: AnnouncedCommand | null;
}

/** Work announced before requests that name only its id. Models may reuse an id across or within threads: an ambiguous id is unknown. */
export class AnnouncedWork {
  readonly #threads = new Map<unknown, Map<unknown, Work>>();

  /** True if an announced edit changed. */
  take({ method, params }: Notification): boolean {
    const open = this.#threads.get(params.threadId) ?? new Map<unknown, Work>();
    this.#threads.set(params.threadId, open);
    const item = isForeign(params.item) ? params.item : {};
    switch (method) {
      case "item/started":
        open.set(item.id, agreed(open.get(item.id), workOf(item)));
        return false;
      case "item/fileChange/patchUpdated": {
        const [before, now] = [open.get(params.itemId), workOf({ ...params, type: "fileChange" })];
        if (before === undefined || isSame(before, now)) return false;
        open.set(params.itemId, now);
        return true;
      }
      case "item/completed":
        open.delete(item.id);
        return false;
      case "turn/completed":
        open.clear();
        return false;
      default:
        return false;
    }
  }

  of(thread: unknown, item: string): Work {
    return this.#threads.get(thread)?.get(item) ?? nothing;
  }
}

const nothing: Work = { changes: [], command: null };

function workOf(item: Foreign): Work {
  const command = item.type === "commandExecution" ? textOf(item.command) : null;
  return {
    changes: item.type === "fileChange" ? changesOf(item.changes) : [],
    command: command === null ? null : { command, cwd: textOf(item.cwd) },
  };
}

function agreed(before: Work | undefined, now: Work): Work {
  return before === undefined || isSame(before, now) ? now : nothing;
}

function isSame(one: Work, other: Work): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
