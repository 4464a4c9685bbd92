import { exactLine } from "@reprise/model";
import type { Completion } from "./page-commands.ts";

interface CompletionListProps {
  readonly label: string;
  readonly choices: readonly Completion[];
  readonly chosen: number;
  readonly onChoose: (choice: Completion) => void;
}

/** What completes the word that is being written. The keys stay in the message box. */
export function CompletionList({ label, choices, chosen, onChoose }: CompletionListProps) {
  return (
    <div id="completions" class="completions" role="listbox" aria-label={label}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the message box has the focus
        <div
          key={choice.word}
          id={`completion-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span class="completion-word">{exactLine(choice.word)}</span>
          {choice.means !== "" && <span class="soft">{choice.means}</span>}
        </div>
      ))}
    </div>
  );
}
