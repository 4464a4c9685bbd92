import { grouped } from "@reprise/model";
import { useCallback, useMemo } from "preact/hooks";
import { Empty } from "../../design/index.ts";
import { useAgentTitle } from "../agent-title.ts";
import { MeasuredList } from "../list/measured-list.tsx";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { Entry } from "./entry.tsx";
import { type EntryRow, entryRows } from "./entry-rows.ts";
import { estimatedHeight } from "./entry-text.ts";
import { RecentSessions } from "./recent-sessions.tsx";

/** The conversation. Earlier entries are loaded when the person scrolls up to them. */
export function Chat() {
  const { store, links } = useWorkbench();
  const entries = usePart("entries") ?? [];
  const earlierCount = usePart("earlierCount") ?? 0;
  const agent = useAgentTitle();
  const root = usePart("root") ?? "";
  const target = links.targetIn("chat");
  const loadEarlier = useCallback(() => void store.loadEarlier().catch(() => {}), [store]);
  const rows = useMemo(() => entryRows(entries), [entries]);
  const isLocked = usePart("saving")?.state === "locked";
  if (entries.length === 0 && isLocked)
    return (
      <Empty icon="key" title="Locked">
        <p>Unlock the saved session above to see it.</p>
      </Empty>
    );
  if (entries.length === 0)
    return (
      <Empty icon="agent" title="No conversation yet">
        <p>Write a message below. The agent works in this folder.</p>
        <RecentSessions root={root} />
      </Empty>
    );
  return (
    <>
      {earlierCount > 0 && (
        <p class="visually-hidden">{grouped(earlierCount)} earlier entries, loaded as you scroll up</p>
      )}
      <MeasuredList
        label="Conversation"
        rows={rows}
        keyOf={keyOf}
        estimate={estimate}
        isCounted={isFirst}
        onStart={loadEarlier}
        target={target}
      >
        {(row, index) => (
          <Entry
            row={row}
            startsTurn={row.entry.item.kind === "prompt" && index + earlierCount > 0}
            isTarget={target?.key === row.entry.id}
            links={links}
            agent={agent}
            root={root}
          />
        )}
      </MeasuredList>
    </>
  );
}

function keyOf({ key }: EntryRow): string {
  return key;
}

function isFirst(row: EntryRow): boolean {
  return row.isFirst;
}

function estimate({ entry, piece }: EntryRow): number {
  return estimatedHeight(piece === null ? entry : { item: { kind: "reply", text: piece } });
}
