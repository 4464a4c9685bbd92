import {
  clipped,
  type Diff,
  type Exec,
  type FileChange,
  type ItemBody,
  type RestoreEvent,
  type RunId,
  type SavedState,
  type ShownChange,
  type Timestamp,
  turnEndWords,
  type WorkbenchEntry,
} from "@reprise/model";
import { AnsiText, outputOf } from "./ansi-text.ts";
import { type DocumentPlace, documentsOf, newDiff, signatureOf, withOriginals } from "./documents.ts";
import { firstLine, shown } from "./history-changes.ts";

export interface FoldPlace extends DocumentPlace {
  readonly run: RunId;
  /** Keeps the ids of this run apart from those of any other. */
  readonly prefix: string;
  readonly state: () => SavedState;
  readonly now: () => Timestamp;
}

export interface Folded {
  readonly changes: readonly ShownChange[];
  /** Saved before anything else happens; otherwise soon. */
  readonly isMilestone: boolean;
}

const nothing: Folded = { changes: [], isMilestone: false };

/** The events of a run as changes of the workbench. */
export class RunFold {
  readonly #place: FoldPlace;
  readonly #printing = new Map<string, AnsiText>();
  #turn = 0;

  constructor(place: FoldPlace) {
    this.#place = place;
  }

  changesOf(event: RestoreEvent): Folded {
    switch (event.type) {
      case "prompt-sent":
        return milestone([
          this.#entry(`prompt/${event.promptId}`, { kind: "prompt", text: event.text }),
          ...event.inputs.map(({ kind, path }) =>
            this.#entry(`prompt/${event.promptId}/${path}`, {
              kind: "attachment",
              what: kind,
              name: path,
              text: null,
            }),
          ),
        ]);
      case "item":
        return this.#item(event);
      case "delta":
        return soon(this.#delta(event));
      case "item-dropped":
        return soon([{ type: "removed", section: "entry", ids: [this.#idOf(event.key)] }]);
      case "notice":
        return milestone([this.#entry(`notice/${crypto.randomUUID()}`, { kind: "notice", text: event.text })]);
      case "request":
        return this.#request(event);
      case "request-resolved":
        return this.#resolved(event);
      case "turn-started":
        this.#turn += 1;
        return nothing;
      case "turn-ended":
        return milestone([...this.#settled(), ...this.#turnEnd(event)]);
      case "run-ended":
        return milestone(this.#settled());
      default:
        return nothing;
    }
  }

  /** The id of a request for as long as the workbench lives: agents number theirs from 0 in each process. */
  approvalId(request: string): string {
    return `${this.#place.prefix}/request/${request}`;
  }

  #idOf(key: string): string {
    return `${this.#place.prefix}/${this.#turn}/${key}`;
  }

  #find<Section extends "entries" | "execs" | "diffs" | "approvals">(
    section: Section,
    id: string,
  ): SavedState[Section][number] | undefined {
    return (this.#place.state()[section] as readonly { id: string }[]).findLast((one) => one.id === id) as
      | SavedState[Section][number]
      | undefined;
  }

  #entry(name: string, item: ItemBody): ShownChange {
    const id = `${this.#place.prefix}/${this.#turn}/${name}`;
    const entry = { id, at: this.#place.now(), item: shown(clipped(item)) };
    return { type: "entry", entry: { ...entry, isComplete: true, exec: null, diff: null } };
  }

  #item({ key, item, isComplete }: RestoreEvent & { type: "item" }): Folded {
    if (item.kind === "prompt") return nothing; // shown when it was sent
    const id = this.#idOf(key);
    const isCommand = item.kind === "command";
    const isEdit = item.kind === "edit";
    const at = this.#find("entries", id)?.at ?? this.#place.now();
    const entry: WorkbenchEntry = {
      id,
      at,
      item: withoutDiffs(shown(clipped(item))),
      isComplete,
      exec: isCommand ? id : null,
      diff: isEdit ? id : null,
    };
    const changes: ShownChange[] = [
      ...(isCommand ? this.#command(id, item, isComplete) : []),
      ...(isEdit ? this.#edit(id, item, isComplete) : []),
      { type: "entry", entry },
    ];
    return { changes, isMilestone: isComplete };
  }

  #command(id: string, item: ItemBody & { kind: "command" }, isComplete: boolean): ShownChange[] {
    const known = this.#find("execs", id);
    const { command, exitCode, status, output } = item;
    const exec: Exec = {
      id,
      header: firstLine(command),
      command,
      cwd: this.#place.root,
      exitCode,
      process: null,
      status: isComplete ? status : known?.status === "waiting" ? "waiting" : "running",
      startedAt: known?.startedAt ?? this.#place.now(),
      endedAt: isComplete ? this.#place.now() : null,
      droppedCount: known?.droppedCount ?? 0,
      isStale: false,
    };
    if (!isComplete || output === null) return [{ type: "exec", exec }];
    this.#printing.delete(id);
    return [
      { type: "exec", exec: { ...exec, droppedCount: 0 } },
      { type: "output", exec: id, ...outputOf(output), isWhole: true },
    ];
  }

  #edit(id: string, item: ItemBody & { kind: "edit" }, isComplete: boolean): ShownChange[] {
    const known = this.#find("diffs", id);
    if (!isComplete) return this.#announced(id, item.changes);
    const isWritten = item.status === "done";
    const before = known?.documents ?? [];
    const changes = item.changes.filter(({ written }) => isWritten || written === true);
    const request = null;
    if (changes.length > 0) {
      const documents = withOriginals(documentsOf(changes, "written", this.#place), before);
      return [
        {
          type: "diff",
          diff: newDiff(id, known?.at ?? this.#place.now(), item.changes, { request, documents }),
        },
      ];
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
    const known = this.#find("diffs", id);
    if (changes.length === 0) return [];
    if (known?.signature !== signatureOf(changes)) return [this.#proposed(id, changes, request)];
    return request === null ? [] : [{ type: "diff", diff: { ...known, request } }];
  }

  #proposed(id: string, changes: readonly FileChange[], request: string | null): ShownChange & { type: "diff" } {
    const documents = documentsOf(changes, "proposed", this.#place);
    return { type: "diff", diff: newDiff(id, this.#place.now(), changes, { request, documents }) };
  }

  #delta({ key, kind, text }: RestoreEvent & { type: "delta" }): ShownChange[] {
    const id = this.#idOf(key);
    if (kind === "output") return this.#printed(id, text);
    if (this.#find("entries", id)?.isComplete) return [];
    const more: ShownChange = { type: "text", entry: id, text };
    if (this.#find("entries", id)) return [more];
    const entry = { id, at: this.#place.now(), item: { kind, text: "" }, isComplete: false } as const;
    return [{ type: "entry", entry: { ...entry, exec: null, diff: null } }, more];
  }

  #printed(id: string, piece: string): ShownChange[] {
    const known = this.#find("execs", id);
    if (known === undefined || known.endedAt !== null) return [];
    const printing = this.#printing.get(id) ?? new AnsiText();
    this.#printing.set(id, printing);
    const output = printing.push(piece);
    return output.text === "" && output.ansi === null ? [] : [{ type: "output", exec: id, ...output, isWhole: false }];
  }

  #request({ request }: RestoreEvent & { type: "request" }): Folded {
    const id = this.approvalId(request.id);
    const item = request.item === null ? null : this.#idOf(request.item);
    const exec = item === null ? undefined : this.#find("execs", item);
    const diffs = request.kind === "edit" ? this.#announced(item ?? id, plain(request.changes), id) : [];
    return milestone([
      ...diffs,
      ...(exec ? [{ type: "exec", exec: { ...exec, status: "waiting" } } as const] : []),
      ...this.#marked(item, "open", "waiting"),
      {
        type: "approval",
        approval: {
          id,
          run: this.#place.run,
          request,
          queuedAt: this.#place.now(),
          state: "open",
          decision: null,
        },
      },
    ]);
  }

  #resolved({ id, decision }: RestoreEvent & { type: "request-resolved" }): Folded {
    const approval = this.#find("approvals", this.approvalId(id));
    if (approval === undefined) return nothing;
    const { item } = approval.request;
    const exec = item === null ? undefined : this.#find("execs", this.#idOf(item));
    const isYes = decision === "once" || decision === "session" || decision === "always";
    return milestone([
      // Withdrawn by the agent: nobody answered.
      {
        type: "approval",
        approval: { ...approval, state: decision === null ? "expired" : "answered", decision },
      },
      ...(exec?.status === "waiting" && isYes ? [{ type: "exec", exec: { ...exec, status: "running" } } as const] : []),
      ...(isYes ? this.#marked(item === null ? null : this.#idOf(item), "waiting", "open") : []),
      ...this.#place
        .state()
        .diffs.filter(({ request }) => request === approval.id)
        .map((diff: Diff) => ({ type: "diff", diff: { ...diff, request: null } }) as const),
    ]);
  }

  /** Work under way that waits for an answer, or no longer does. */
  #marked(id: string | null, from: "open" | "waiting", to: "open" | "waiting"): ShownChange[] {
    const entry = id === null ? undefined : this.#find("entries", id);
    if (entry === undefined || entry.isComplete) return [];
    const { item } = entry;
    if (!("status" in item) || item.status !== from) return [];
    return [{ type: "entry", entry: { ...entry, item: { ...item, status: to } } }];
  }

  /** Without it, a turn that was stopped or failed looks like one whose answer is complete. */
  #turnEnd(event: RestoreEvent & { type: "turn-ended" }): ShownChange[] {
    if (event.state === "completed") return [];
    const { prefix, state } = this.#place;
    const hasRunning = state().execs.some(({ id, status }) => id.startsWith(`${prefix}/`) && status === "running");
    return [this.#entry("end", { kind: "notice", text: turnEndWords(event, { hasRunning }) })];
  }

  /** Nothing of a turn that has ended is still going on. */
  #settled(): ShownChange[] {
    const { prefix, state } = this.#place;
    const { entries, execs, approvals } = state();
    const isOurs = ({ id }: { readonly id: string }) => id.startsWith(`${prefix}/`);
    const answered = new Set(
      approvals.flatMap(({ state: is, request: { item } }) =>
        is === "answered" && item !== null ? this.#idOf(item) : [],
      ),
    );
    const settled = ({ id, status }: Exec): Exec["status"] => {
      if (status !== "waiting") return "open";
      return answered.has(id) ? "declined" : "waiting";
    };
    return [
      ...execs
        .filter((exec) => isOurs(exec) && (exec.status === "running" || exec.status === "waiting"))
        .map((exec) => ({ type: "exec", exec: { ...exec, status: settled(exec), isStale: true } }) as const),
      ...entries
        .filter((entry) => isOurs(entry) && !entry.isComplete)
        .map((entry) => ({ type: "entry", entry: { ...entry, isComplete: true } }) as const),
      ...approvals
        .filter((one) => isOurs(one) && one.state === "open")
        .map((approval) => ({ type: "approval", approval: { ...approval, state: "expired" } }) as const),
    ];
  }
}

/** The agent's own id of what has this id on the workbench. */
export function keyOf(id: string): string {
  return id.split("/").slice(2).join("/");
}

/** The diff has them. */
function withoutDiffs(item: WorkbenchEntry["item"]): WorkbenchEntry["item"] {
  if (item.kind !== "edit") return item;
  return { ...item, changes: item.changes.map((change) => ({ ...change, diff: null })) };
}

function plain(
  changes: readonly (Omit<FileChange, "movedTo"> & { readonly movedTo?: string | null | undefined })[],
): FileChange[] {
  return changes.map(({ movedTo, ...change }) => (movedTo == null ? change : { ...change, movedTo }));
}

function milestone(changes: readonly ShownChange[]): Folded {
  return { changes, isMilestone: true };
}

function soon(changes: readonly ShownChange[]): Folded {
  return { changes, isMilestone: false };
}
