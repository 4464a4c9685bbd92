import { count, grouped, type Hidden } from "@reprise/model";
import { Button } from "../design/index.ts";
import type { Filters } from "./filters.ts";

interface HiddenNoteProps {
  readonly hidden: Hidden;
  readonly filters: Filters;
  readonly onChoose: (change: Partial<Filters>) => void;
}

/** What the list leaves out, each with its count and a button that shows it. */
export function HiddenNote({ hidden, filters, onChoose }: HiddenNoteProps) {
  const kinds = [
    {
      left: hidden.empty,
      isShown: filters.hasEmpty,
      change: { hasEmpty: !filters.hasEmpty },
      words: `${grouped(hidden.empty)} without messages`,
      shown: "without messages",
    },
    {
      left: hidden.subagents,
      isShown: filters.hasSubagents,
      change: { hasSubagents: !filters.hasSubagents },
      words: count(hidden.subagents, "sub-agent"),
      shown: "sub-agents",
    },
    {
      left: hidden.archived,
      isShown: filters.hasArchived,
      change: { hasArchived: !filters.hasArchived },
      words: `${grouped(hidden.archived)} archived`,
      shown: "archived",
    },
    {
      left: hidden.byPerson,
      isShown: filters.hasHidden,
      change: { hasHidden: !filters.hasHidden },
      words: `${grouped(hidden.byPerson)} hidden by you`,
      shown: "hidden by you",
    },
  ].filter(({ left, isShown }) => isShown || left > 0);
  if (kinds.length === 0 && hidden.unreadable === 0) return null;
  const hasHidden = kinds.some(({ isShown }) => !isShown);
  return (
    <div class="hidden-note">
      {kinds.length > 0 && <span class="faint">{hasHidden ? "Not shown:" : "Shown too:"}</span>}
      {kinds.map(({ isShown, words, shown, change }) => (
        <Button
          key={shown}
          size="small"
          tone="quiet"
          isPressed={isShown}
          title={isShown ? `Hide those ${shown}` : `Show those ${shown}`}
          onClick={() => onChoose(change)}
        >
          {isShown ? shown : words}
        </Button>
      ))}
      {hidden.unreadable > 0 && (
        <span class="tone-caution">
          {count(hidden.unreadable, "session file")} could not be read: <code>reprise doctor</code> says why
        </span>
      )}
    </div>
  );
}
