import type { ReviewFilter } from "@reprise/model";
import { useKeys } from "../shell/keys.ts";
import type { Part } from "./review-page.tsx";
import type { ReviewStore } from "./review-store.ts";

interface ReviewKeys {
  readonly store: ReviewStore;
  readonly part: Part;
  readonly filter: ReviewFilter;
  readonly isWide: boolean;
  readonly setPart: (part: Part) => void;
  readonly filterBy: (change: Partial<ReviewFilter>) => void;
  readonly onMark: () => void;
  readonly onWork: () => void;
  readonly onRefresh: () => void;
  readonly onRange: () => void;
  readonly onEscape: () => void;
}

/** As in the terminal, where they do not fight the browser. */
export function useReviewKeys(given: ReviewKeys): void {
  const { store, part, filter, isWide, setPart, filterBy, onMark, onWork, onRefresh, onRange, onEscape } = given;
  const move = (by: number) => {
    store.move(by);
    if (isWide && part === "diff") setPart("comment");
  };
  useKeys("Review", [
    { keys: ["j", "ArrowDown"], label: "Next comment", run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: "Previous comment", run: () => move(-1) },
    { keys: ["g"], label: "First comment", run: () => move(Number.NEGATIVE_INFINITY) },
    { keys: ["G"], label: "Last comment", run: () => move(Number.POSITIVE_INFINITY) },
    { keys: ["Enter"], label: "Show the comment", run: () => setPart("comment") },
    {
      keys: ["f"],
      label: "All or unresolved",
      run: () => filterBy({ state: filter.state === "all" ? "unresolved" : "all" }),
    },
    { keys: ["F"], label: "Filter by commits", run: onRange },
    { keys: ["c"], label: "Diff of the pull request", run: () => setPart(part === "diff" ? "list" : "diff") },
    { keys: ["r"], label: "Fetch the comments again", run: onRefresh },
    { keys: [" "], label: "Choose the comment for a run, or leave it out", run: onMark },
    { keys: ["x"], label: "Work on the comments", run: onWork },
    { keys: ["Escape"], label: "Step back, or stop the run", run: onEscape },
  ]);
}
