import {
  clipped,
  type Entry,
  type Exec,
  entriesChanged,
  type FileChange,
  type GrowingEntry,
  type ItemBody,
  keyIn,
  type Request,
  type RunId,
  type RunView,
  type SavedState,
  type ShownChange,
  type Timestamp,
} from "@reprise/model";
import { AnsiText, outputOf } from "./ansi-text.ts";
import { type DocumentPlace, documentsOf, newDiff, signatureOf, withOriginals } from "./documents.ts";
import { bodyOf, execOf, shown } from "./history-changes.ts";

export interface RunPlace extends DocumentPlace {
  readonly run: RunId;
  /** Keeps the ids of this run apart from those of any other. */
  readonly prefix: string;
  readonly state: () => SavedState;
  readonly now: () => Timestamp;
}

/** The view of a run as changes of the workbench. */
export class RunChanges {
  readonly #place: RunPlace;
  readonly #printing = new Map<string, AnsiText>();

  constructor(place: RunPlace) {
    this.#place = place;
  }

  /** `whole`: the item of the event, of which the view may have only the ends. */
  between(before: RunView, after: RunView, whole: ItemBody | null): readonly ShownChange[] {
    const { put, removed } = entriesChanged(before.entries, after.entries);
    const ids = removed.map((key) => this.#idOf(key));
    return [
      ...(ids.length > 0 ? [{ type: "removed", section: "entry", ids } as const] : []),
      ...put.flatMap((entry) => this.#entry(entry, before.entries.growing.get(entry.key), whole)),
      ...after.requests.filter((one) => !before.requests.includes(one)).flatMap((one) => this.#asked(one, after)),
      ...before.requests
        .filter((one) => !after.requests.includes(one))
        .flatMap((one) =>
          this.#over(
            one,
            put.find((entry) => entry.kind === "item" && entry.resolves?.id === one.id),
          ),
        ),
    ];
  }

  /** The id of a request for as long as the workbench lives: agents number theirs from 0 in each process. */
  approvalId(request: string): string {
    return this.#idOf(`request/${request}`);
  }

  #idOf(key: string): string {
    return `${this.#place.prefix}/${key}`;
  }

  #entry(entry: Entry, was: GrowingEntry | undefined, whole: ItemBody | null): readonly ShownChange[] {
    const id = this.#idOf(entry.key);
    if (entry.kind === "flow" && was?.kind === "flow" && whole === null)
      return [{ type: "text", entry: id, text: entry.flow.added }];
    const item = bodyOf(entry);
    if (item === null) return [];
    const isMore = entry.kind === "running" && was?.kind === "running" && was.flow !== entry.flow;
    if (isMore) return item.kind === "command" ? this.#printed(id, entry.flow.added) : [];
    const isComplete = entry.kind === "item" || entry.kind === "line";
    return [
      ...(item.kind === "command" ? this.#command(id, item, entry, whole) : []),
      ...(whole?.kind === "edit" ? this.#edit(id, whole, isComplete) : []),
      {
        type: "entry",
        entry: {
          id,
          at: named(this.#place.state().entries, id)?.at ?? this.#place.now(),
          item: withoutDiffs(shown(clipped(item))),
          isComplete,
          exec: item.kind === "command" ? id : null,
          diff: item.kind === "edit" ? id : null,
        },
      },
    ];
  }

  #command(id: string, item: ItemBody & { kind: "command" }, entry: Entry, whole: ItemBody | null): ShownChange[] {
    const { now, root, state } = this.#place;
    const known = named(state().execs, id);
    const isGrowing = entry.kind === "running";
    // The turn is over, and the agent said nothing more about it.
    const isStale = !isGrowing && whole === null;
    const isWaiting = isGrowing && entry.approval !== undefined;
    const exec: Exec = {
      ...execOf(id, item, root),
      status: isWaiting ? "waiting" : isGrowing ? "running" : item.status,
      startedAt: known?.startedAt ?? now(),
      endedAt: isGrowing || isStale ? null : now(),
      droppedCount: known?.droppedCount ?? 0,
      isStale,
    };
    const output = whole?.kind === "command" ? whole.output : known === undefined ? item.output : null;
    if (isGrowing || output === null) return [{ type: "exec", exec }];
    this.#printing.delete(id);
    return [
      { type: "exec", exec: { ...exec, droppedCount: 0 } },
      { type: "output", exec: id, ...outputOf(output), isWhole: true },
    ];
  }

  #edit(id: string, item: ItemBody & { kind: "edit" }, isComplete: boolean): ShownChange[] {
    if (!isComplete) return this.#announced(id, item.changes);
    const known = named(this.#place.state().diffs, id);
    const isWritten = item.status === "done";
    const before = known?.documents ?? [];
    const changes = item.changes.filter(({ written }) => isWritten || written === true);
    const request = null;
    if (changes.length > 0) {
      const documents = withOriginals(documentsOf(changes, "written", this.#place), before);
      const at = known?.at ?? this.#place.now();
      return [{ type: "diff", diff: newDiff(id, at, item.changes, { request, documents }) }];
    }
    if (known === undefined) return [];
    // The agent knows, and tries another way: nothing of it waits for the person.
    const isOver = item.status === "declined" || item.status === "failed";
    const documents = before.map((one) =>
      isOver && one.state === "proposed" ? ({ ...one, state: "discarded", problem: null } as const) : one,
    );
    return [{ type: "diff", diff: { ...known, request, documents } }];
  }

  /** An edit may grow until it is asked for or written: what a person reviews is the latest. */
  #announced(id: string, changes: readonly FileChange[], request: string | null = null): ShownChange[] {
    const known = named(this.#place.state().diffs, id);
    if (changes.length === 0) return [];
    if (known?.signature === signatureOf(changes))
      return request === null ? [] : [{ type: "diff", diff: { ...known, request } }];
    const documents = documentsOf(changes, "proposed", this.#place);
    return [{ type: "diff", diff: newDiff(id, this.#place.now(), changes, { request, documents }) }];
  }

  #printed(id: string, piece: string): ShownChange[] {
    const known = named(this.#place.state().execs, id);
    if (known === undefined || known.endedAt !== null) return [];
    const printing = this.#printing.get(id) ?? new AnsiText();
    this.#printing.set(id, printing);
    const output = printing.push(piece);
    return output.text === "" && output.ansi === null ? [] : [{ type: "output", exec: id, ...output, isWhole: false }];
  }

  #asked(request: Request, { entries }: RunView): ShownChange[] {
    const id = this.approvalId(request.id);
    const about = request.item === null ? id : this.#idOf(keyIn(entries, request.item));
    const { run, now } = this.#place;
    return [
      ...(request.kind === "edit" ? this.#announced(about, plain(request.changes), id) : []),
      { type: "approval", approval: { id, run, request, queuedAt: now(), state: "open", decision: null } },
    ];
  }

  /** Without an entry about it, or withdrawn by the agent: nobody answered. */
  #over(request: Request, resolution: Entry | undefined): ShownChange[] {
    const approval = named(this.#place.state().approvals, this.approvalId(request.id));
    if (approval === undefined) return [];
    const resolves = resolution?.kind === "item" ? resolution.resolves : undefined;
    const decision = resolves?.decision ?? null;
    const diffs = this.#place.state().diffs.filter((diff) => resolves !== undefined && diff.request === approval.id);
    return [
      { type: "approval", approval: { ...approval, state: decision === null ? "expired" : "answered", decision } },
      ...diffs.map((diff) => ({ type: "diff", diff: { ...diff, request: null } }) as const),
    ];
  }
}

function named<One extends { readonly id: string }>(list: readonly One[], id: string): One | undefined {
  return list.findLast((one) => one.id === id);
}

/** Saved before anything else happens; the rest soon. */
export function isMilestone(changes: readonly ShownChange[]): boolean {
  return changes.some((change) => change.type === "approval" || (change.type === "entry" && change.entry.isComplete));
}

/** The agent's own id of what has this id on the workbench. */
export function keyOf(id: string): string {
  return id.split("/").slice(2).join("/");
}

/** The diff has them. */
function withoutDiffs(item: ReturnType<typeof shown>): ReturnType<typeof shown> {
  if (item.kind !== "edit") return item;
  return { ...item, changes: item.changes.map((change) => ({ ...change, diff: null })) };
}

function plain(
  changes: readonly (Omit<FileChange, "movedTo"> & { readonly movedTo?: string | null | undefined })[],
): FileChange[] {
  return changes.map(({ movedTo, ...change }) => (movedTo == null ? change : { ...change, movedTo }));
}
