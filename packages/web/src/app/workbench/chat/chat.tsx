import { grouped, type WorkbenchEntry } from "@reprise/model";
import { useCallback } from "preact/hooks";
import { Empty } from "../../design/index.ts";
import { useAgentTitle } from "../agent-title.ts";
import { MeasuredList } from "../list/measured-list.tsx";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { Entry } from "./entry.tsx";
import { estimatedHeight } from "./entry-text.ts";

/** The conversation. Earlier entries are loaded when the person scrolls up to them. */
export function Chat() {
  const { store, links } = useWorkbench();
  const entries = usePart("entries") ?? [];
  const earlierCount = usePart("earlierCount") ?? 0;
  const agent = useAgentTitle();
  const target = links.targetIn("chat");
  const loadEarlier = useCallback(() => void store.loadEarlier().catch(() => {}), [store]);
  if (entries.length === 0)
    return (
      <Empty icon="agent" title="No conversation yet">
        <p>Write a message below. The agent works in this folder.</p>
      </Empty>
    );
  return (
    <>
      {earlierCount > 0 && (
        <p class="visually-hidden">{grouped(earlierCount)} earlier entries, loaded as you scroll up</p>
      )}
      <MeasuredList
        label="Conversation"
        rows={entries}
        keyOf={keyOf}
        estimate={estimatedHeight}
        onStart={loadEarlier}
        target={target}
      >
        {(entry, index) => (
          <Entry
            entry={entry}
            startsTurn={entry.item.kind === "prompt" && index + earlierCount > 0}
            isTarget={target?.key === entry.id}
            links={links}
            agent={agent}
          />
        )}
      </MeasuredList>
    </>
  );
}

function keyOf({ id }: WorkbenchEntry): string {
  return id;
}
