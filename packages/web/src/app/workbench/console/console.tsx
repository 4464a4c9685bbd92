import type { Exec } from "@reprise/model";
import { useState } from "preact/hooks";
import { Empty, Segmented, TextField } from "../../design/index.ts";
import { useLinkedEntries } from "../linked-entries.ts";
import { MeasuredList } from "../list/measured-list.tsx";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { ExecCard } from "./exec-card.tsx";
import { type ExecKind, execKinds, execKindWords, filterExecs } from "./exec-filter.ts";

/** Folded ones are one line high. */
const foldedHeight = 48;

/** Every command of the session. Running ones and the last are open at first. */
export function Console() {
  const { links } = useWorkbench();
  const execs = usePart("execs") ?? [];
  const outputs = usePart("outputs") ?? {};
  const [kind, setKind] = useState<ExecKind>("all");
  const [letters, setLetters] = useState("");
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const target = links.targetIn("console");
  const shown = target === null ? filterExecs(execs, kind, letters) : execs;
  const entryOf = useLinkedEntries("exec");
  const last = execs.at(-1)?.id;
  const isOpen = ({ id, status }: Exec) =>
    toggled.get(id) ?? (status === "running" || id === last || id === target?.key);
  if (execs.length === 0)
    return (
      <Empty icon="command" title="No commands yet">
        <p>Commands that the agent runs are shown here with their output.</p>
      </Empty>
    );
  return (
    <>
      <div class="toolbar pane-tools">
        <Segmented
          label="Which commands"
          value={kind}
          options={execKinds.map((value) => ({ value, label: execKindWords[value] }))}
          onChange={setKind}
        />
        <TextField
          label="Find a command"
          isLabelHidden
          kind="search"
          icon="search"
          placeholder="Find a command"
          value={letters}
          onInput={setLetters}
        />
      </div>
      {shown.length === 0 ? (
        <p class="soft pane-note">No command matches.</p>
      ) : (
        <MeasuredList label="Commands" rows={shown} keyOf={keyOf} estimate={estimate} target={target}>
          {(exec) => (
            <ExecCard
              exec={exec}
              output={outputs[exec.id]}
              entry={entryOf.get(exec.id) ?? null}
              isOpen={isOpen(exec)}
              onToggle={() => setToggled(new Map(toggled).set(exec.id, !isOpen(exec)))}
            />
          )}
        </MeasuredList>
      )}
    </>
  );
}

function keyOf({ id }: Exec): string {
  return id;
}

function estimate(): number {
  return foldedHeight;
}
