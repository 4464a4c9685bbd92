import { exactLine, isSearchable, safeLine } from "@reprise/model";
import { Button, Empty } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { goTo } from "../shell/router.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { type Filters, isNarrowed, plainFilters } from "./filters.ts";

interface NoSessionsProps {
  readonly filters: Filters;
  readonly text: string;
  /** Why the text cannot be searched for. */
  readonly problem: string | null;
  readonly isSearching: boolean;
  readonly onChoose: (change: Partial<Filters>) => void;
  readonly onClear: () => void;
}

/** In place of an empty list: why it is empty, and what to do. */
export function NoSessions({ filters, text, problem, isSearching, onChoose, onClear }: NoSessionsProps) {
  const { here } = usePage();
  if (problem !== null)
    return (
      <Empty icon="search" title="Not searched">
        <p>{safeLine(problem)}</p>
      </Empty>
    );
  if (text !== "" && !isSearching && !isSearchable(text))
    return (
      <Empty icon="search" title="Not in any row">
        <p>Type one more character to search the conversations too.</p>
      </Empty>
    );
  if (text !== "")
    return (
      <Empty icon="search" title={isSearching ? "Nothing yet" : "No matches"}>
        {isSearching ? <p>Still searching.</p> : <Button onClick={onClear}>Show all sessions</Button>}
      </Empty>
    );
  if (isNarrowed(filters))
    return (
      <Empty icon="filter" title="No session matches the filter">
        <Button onClick={() => onChoose({ agent: null, state: null })}>Clear the filter</Button>
      </Empty>
    );
  if (!filters.isAll)
    return (
      <Empty icon="folder" title="No session of this project yet">
        <p class="mono">{exactLine(here.folder)}</p>
        <div class="toolbar">
          <StartHere />
          <Button onClick={() => onChoose({ isAll: true })}>Show all sessions</Button>
        </div>
      </Empty>
    );
  const agents = here.agents.map(({ title }) => title).join(", ");
  return (
    <Empty icon="sessions" title="No sessions yet">
      <p>
        Every conversation with {agents} on this machine appears here, newest first. Read and search them, and resume
        them after a crash, a limit or a reboot. Reprise never changes their files.
      </p>
      <p>Looked in</p>
      <ul class="plain">
        {here.lookedIn.map((folder) => (
          <li key={folder} class="mono">
            {exactLine(folder)}
          </li>
        ))}
      </ul>
      <div class="toolbar">
        <StartHere />
        <Button onClick={() => onChoose({ ...plainFilters, hasEmpty: true, hasArchived: true })}>
          Include archived and empty sessions
        </Button>
      </div>
      {!here.isDemo && (
        <p>
          See the demo: <code>reprise demo --page</code>{" "}
          <CopyButton text="reprise demo --page" label="Copy the command" />
        </p>
      )}
    </Empty>
  );
}

function StartHere() {
  const { here } = usePage();
  const start = () => goTo({ screen: "workbench", folder: here.folder, run: null });
  return (
    <Button tone="primary" icon="play" onClick={start}>
      Start a session here
    </Button>
  );
}
