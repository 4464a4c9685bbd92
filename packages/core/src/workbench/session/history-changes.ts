import {
  type Entry,
  type Exec,
  entriesOfTurns,
  flowText,
  type Item,
  type ItemBody,
  type ShownChange,
  type Turn,
} from "@reprise/model";
import { outputOf } from "./ansi-text.ts";

/** The turns of a session as entries and execs, in order. */
export function historyChanges(turns: readonly Turn[], cwd: string | null): ShownChange[] {
  return turns.flatMap((turn) =>
    entriesOfTurns([turn]).flatMap((entry) => entryChanges(entry, { cwd, isLive: turn.state === "working" })),
  );
}

export function historyId({ id }: Pick<Item, "id">): string {
  return `session/${id}`;
}

function entryChanges(
  entry: Entry,
  { cwd, isLive }: { readonly cwd: string | null; readonly isLive: boolean },
): ShownChange[] {
  const item = bodyOf(entry);
  if (item === null) return [];
  const id = historyId({ id: entry.key });
  const at = ("at" in entry ? entry.at : null) ?? null;
  const exec = item.kind === "command" ? id : null;
  const shownEntry = { id, at, item: shown(item), isComplete: true, exec, diff: null };
  if (item.kind !== "command") return [{ type: "entry", entry: shownEntry }];
  const isOpen = item.status === "open";
  const status = isLive && isOpen ? "running" : item.status;
  return [
    { type: "exec", exec: { ...execOf(id, item, cwd), status, startedAt: at, isStale: !isLive && isOpen } },
    ...(item.output === null ? [] : [{ type: "output", exec: id, ...outputOf(item.output), isWhole: true } as const]),
    { type: "entry", entry: shownEntry },
  ];
}

/** What an entry says on the workbench, as far as it is known by now; null: it is not shown there. */
export function bodyOf(entry: Entry): ItemBody | null {
  switch (entry.kind) {
    case "item":
      return entry.item;
    case "line":
      return entry.isTurnEnd ? { kind: "notice", text: entry.text } : null;
    case "flow":
      return { kind: entry.of, text: flowText(entry.flow) };
    case "running": {
      const { item, approval } = entry;
      const isWaiting = approval !== undefined && item !== null && "status" in item && item.status === "open";
      return isWaiting ? { ...item, status: "waiting" } : item;
    }
  }
}

export function execOf(
  id: string,
  { command, exitCode, status }: ItemBody & { kind: "command" },
  cwd: string | null,
): Exec {
  return {
    id,
    header: firstLine(command),
    command,
    cwd,
    exitCode,
    process: null,
    status,
    startedAt: null,
    endedAt: null,
    droppedCount: 0,
    isStale: false,
  };
}

/** Without what the exec or diff has, and fields that only planning needs. */
export function shown(item: ItemBody): (ShownChange & { type: "entry" })["entry"]["item"] {
  switch (item.kind) {
    case "command": {
      const { kind, command, exitCode, status } = item;
      return { kind, command, exitCode, status, output: null };
    }
    case "tool": {
      const { kind, name, input, output, status } = item;
      return { kind, name, input, output, status };
    }
    case "attachment": {
      const { kind, what, name, text } = item;
      return { kind, what, name, text };
    }
    case "notice":
      return { kind: "notice", text: item.text };
    case "edit": {
      const { kind, status, reason = null } = item;
      const changes = item.changes.map(({ path, change, diff, movedTo = null, written = null }) => ({
        path,
        change,
        diff,
        movedTo,
        written,
      }));
      return { kind, status, reason, changes };
    }
    default:
      return item;
  }
}

function firstLine(text: string): string {
  const [line = ""] = text.trimStart().split("\n", 1);
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line;
}
