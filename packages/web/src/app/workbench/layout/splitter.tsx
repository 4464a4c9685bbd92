import { draggedShare, shareAfterKey } from "./pane-share.ts";

interface SplitterProps {
  readonly share: number;
  readonly onChange: (share: number) => void;
}

/** The line between two panes: dragged, or moved by arrows. */
export function Splitter({ share, onChange }: SplitterProps) {
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const around = event.currentTarget.parentElement?.getBoundingClientRect();
    if (around !== undefined) onChange(draggedShare(event.clientX, around.left, around.width));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the conversation"
      aria-valuemin={25}
      aria-valuemax={75}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      }}
      onKeyDown={(event) => {
        const next = shareAfterKey(share, event.key);
        if (next === null) return;
        event.preventDefault();
        onChange(next);
      }}
    />
  );
}
