import { listOrders, type SessionState, sessionStates } from "@reprise/model";
import type { Ref } from "preact";
import { Segmented, Select, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import type { Filters } from "./filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChoose: (change: Partial<Filters>) => void;
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const any = "any";
const orderWords = { updated: "Last used first", size: "Largest first", turns: "Most turns first" } as const;

export function FilterBar({ filters, text, onText, onChoose, fieldRef, onKeyDown }: FilterBarProps) {
  const { here } = usePage();
  return (
    <div class="filter-bar">
      <div class="filter-search">
        <TextField
          label="Search sessions"
          isLabelHidden
          kind="search"
          icon="search"
          placeholder="Search titles and conversations"
          value={text}
          onInput={onText}
          inputRef={fieldRef}
          onKeyDown={onKeyDown}
          controls="sessions"
        />
      </div>
      <Segmented
        label="Which sessions"
        value={filters.isAll ? "all" : "here"}
        options={[
          { value: "here", label: "This project" },
          { value: "all", label: "All projects" },
        ]}
        onChange={(value) => onChoose({ isAll: value === "all" })}
      />
      <Select
        label="Agent"
        isLabelHidden
        value={filters.agent ?? any}
        options={[
          { value: any, label: "Any agent" },
          ...here.agents.map(({ agent, title }) => ({ value: agent, label: title })),
        ]}
        onChange={(value) => onChoose({ agent: value === any ? null : value })}
      />
      <Select
        label="State"
        isLabelHidden
        value={filters.state ?? any}
        options={[
          { value: any, label: "Any state" },
          ...sessionStates.map((state) => ({ value: state as string, label: state })),
        ]}
        onChange={(value) => onChoose({ state: value === any ? null : (value as SessionState) })}
      />
      <Select
        label="Sort"
        isLabelHidden
        value={filters.order}
        options={listOrders.map((order) => ({ value: order, label: orderWords[order] }))}
        onChange={(order) => onChoose({ order })}
      />
    </div>
  );
}
