import {
  allComments,
  exactLine,
  type FetchedComments,
  filterLabel,
  type ReviewComment,
  type ReviewFilter,
} from "@reprise/model";
import type { Ref } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Segmented, Select, TextField } from "../design/index.ts";
import { countedBy } from "./comment-words.ts";

interface FilterBarProps {
  readonly fetched: FetchedComments;
  readonly filter: ReviewFilter;
  readonly shownCount: number;
  readonly rangeProblem: string | null;
  readonly onFilter: (change: Partial<ReviewFilter>) => void;
  readonly rangeRef: Ref<HTMLInputElement>;
}

export function FilterBar(props: FilterBarProps) {
  const { fetched, filter, shownCount, rangeProblem, onFilter, rangeRef } = props;
  const { comments, resolutionProblem } = fetched;
  const [range, setRange] = useState(filter.range ?? "");
  useEffect(() => setRange(filter.range ?? ""), [filter.range]);
  const apply = () => onFilter({ range: range.trim() === "" ? null : range.trim() });
  const label = filterLabel(filter, resolutionProblem === null);
  return (
    <div class="review-filter">
      <p class="review-filter-label" aria-live="polite">
        Filter: {exactLine(label)} ({shownCount}/{comments.length})
      </p>
      <div class="toolbar">
        <Segmented
          label="Which comments"
          value={filter.state}
          options={[
            { value: "all", label: "All" },
            { value: "unresolved", label: "Unresolved" },
          ]}
          onChange={(state) => onFilter({ state })}
        />
        <PartSelect
          label="File"
          all="All files"
          part="filePath"
          comments={comments}
          value={filter.file}
          onChange={(file) => onFilter({ file })}
        />
        <PartSelect
          label="Reviewer"
          all="All reviewers"
          part="author"
          comments={comments}
          value={filter.reviewer}
          onChange={(reviewer) => onFilter({ reviewer })}
        />
        <form
          class="review-range"
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <TextField
            label="Commits"
            isLabelHidden
            placeholder="Commits: A..B"
            value={range}
            onInput={setRange}
            inputRef={rangeRef}
          />
          {range !== (filter.range ?? "") && <Button onClick={apply}>Apply</Button>}
        </form>
        {label !== filterLabel(allComments, true) && (
          <Button tone="quiet" onClick={() => onFilter(allComments)}>
            Show all
          </Button>
        )}
      </div>
      {rangeProblem !== null && (
        <p class="tone-danger" role="alert">
          {rangeProblem}
        </p>
      )}
    </div>
  );
}

interface PartSelectProps {
  readonly label: string;
  readonly all: string;
  readonly part: "filePath" | "author";
  readonly comments: readonly ReviewComment[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function PartSelect({ label, all, part, comments, value, onChange }: PartSelectProps) {
  const counted = countedBy(comments, part);
  // One of the address stays in sight, also when nothing has it.
  const isKnown = value === null || counted.some(([one]) => one === value);
  const values = isKnown ? counted : [...counted, [value, 0] as const];
  return (
    <Select
      label={label}
      isLabelHidden
      value={value ?? ""}
      options={[
        { value: "", label: all },
        ...values.map(([one, count]) => ({ value: one, label: `${exactLine(one)} (${count})` })),
      ]}
      onChange={(one) => onChange(one === "" ? null : one)}
    />
  );
}
