import { exactLine } from "@reprise/model";

interface MentionListProps {
  readonly paths: readonly string[];
  readonly chosen: number;
  readonly onChoose: (path: string) => void;
}

/** Files that complete the `@` word. The keys stay in the message box. */
export function MentionList({ paths, chosen, onChoose }: MentionListProps) {
  return (
    <div id="mentions" class="mentions" role="listbox" aria-label="Files">
      {paths.map((path, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the message box has the focus
        <div
          key={path}
          id={`mention-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(path)}
        >
          {exactLine(path)}
        </div>
      ))}
    </div>
  );
}
