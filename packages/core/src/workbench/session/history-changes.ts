import { clipped, type Item, type ItemBody, type ShownChange, type Turn, turnEndWords } from "@reprise/model";
import { outputOf } from "./ansi-text.ts";
import { asShownLive } from "./as-shown-live.ts";

/** The turns of a session as entries and execs, in order. */
export function historyChanges(turns: readonly Turn[], cwd: string | null): ShownChange[] {
  return turns.flatMap((turn) => [
    ...asShownLive(turn.items).flatMap((item) => itemChanges(item, { cwd, isLive: turn.state === "working" })),
    ...endOf(turn),
  ]);
}

/** Without it, a turn that was stopped or failed looks like one whose answer is complete. */
function endOf({ number, state, items, endedAt }: Turn): ShownChange[] {
  if (state !== "interrupted" && state !== "stopped" && state !== "failed") return [];
  // Logs give the reason of a failure.
  if (state === "failed" && items.at(-1)?.kind === "notice") return [];
  const end = state === "stopped" ? "interrupted" : state;
  const text = turnEndWords({ state: end, failure: null }, { hasRunning: false });
  const at = endedAt ?? items.at(-1)?.at ?? null;
  const entry = { id: historyId({ id: `turn-${number}` }), at, item: { kind: "notice", text } as const };
  return [{ type: "entry", entry: { ...entry, isComplete: true, exec: null, diff: null } }];
}

export function historyId({ id }: Pick<Item, "id">): string {
  return `session/${id}`;
}

function itemChanges(
  item: Item,
  { cwd, isLive }: { readonly cwd: string | null; readonly isLive: boolean },
): ShownChange[] {
  const { at, origin: _origin, id: _id, ...found } = item;
  const body = clipped(found as ItemBody);
  const id = historyId(item);
  const entry = { id, at, isComplete: true, diff: null };
  if (body.kind !== "command") return [{ type: "entry", entry: { ...entry, item: shown(body), exec: null } }];
  const { command, output, exitCode, status } = body;
  return [
    {
      type: "exec",
      exec: {
        id,
        header: firstLine(command),
        command,
        cwd,
        exitCode,
        process: null,
        status: isLive && status === "open" ? "running" : status,
        startedAt: at,
        endedAt: null,
        droppedCount: 0,
        isStale: !isLive && status === "open",
      },
    },
    ...(output === null ? [] : [{ type: "output", exec: id, ...outputOf(output), isWhole: true } as const]),
    { type: "entry", entry: { ...entry, item: shown(body), exec: id } },
  ];
}

/** Without what the exec or diff has, and fields that only planning needs. */
export function shown(item: ItemBody): (ShownChange & { type: "entry" })["entry"]["item"] {
  switch (item.kind) {
    case "command": {
      const { kind, command, exitCode, status } = item;
      return { kind, command, exitCode, status, output: null };
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

export function firstLine(text: string): string {
  const [line = ""] = text.trimStart().split("\n", 1);
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line;
}
