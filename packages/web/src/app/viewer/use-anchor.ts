import type { RefObject } from "preact";
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";

/** Where the transcript is to be once it is there; a key is that of a block. */
export type Goal = "start" | "end" | { readonly key: string };

interface Anchor {
  readonly key: string;
  /** From the top of the box. */
  readonly offset: number;
  readonly isAtEnd: boolean;
  /** The block that one reads, a third down; the last one at the end. */
  readonly read: string;
}

/**
 * Keeps what is on the screen in its place while blocks above and below come and go; at the very end, stays there. A goal
 * wins: it is reached with the first blocks that have it.
 */
export function useAnchor(box: RefObject<HTMLElement | null>, blocks: unknown, isLoading: boolean) {
  const anchor = useRef<Anchor | null>(null);
  const goal = useRef<Goal | null>(null);

  const remember = useCallback(() => {
    // Covered by a dialog, it is where it was before.
    if (box.current !== null) anchor.current = anchorIn(box.current) ?? anchor.current;
  }, [box]);

  useLayoutEffect(() => {
    const shown = box.current;
    if (shown === null) return;
    if (goal.current !== null) {
      if (!isLoading && reach(shown, goal.current)) goal.current = null;
    } else if (anchor.current !== null) stay(shown, anchor.current);
    remember();
  }, [box, blocks, isLoading, remember]);

  const head = useCallback((to: Goal) => {
    goal.current = to;
  }, []);
  return { anchor, remember, head };
}

function anchorIn(box: HTMLElement): Anchor | null {
  const { left, width, top, height } = box.getBoundingClientRect();
  const blockAt = (y: number) =>
    document.elementFromPoint(left + width / 2, top + y)?.closest<HTMLElement>("[data-key]");
  for (const below of [8, 48, 120]) {
    const block = document.elementFromPoint(left + width / 2, top + below)?.closest<HTMLElement>("[data-key]");
    if (block == null || !box.contains(block)) continue;
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    const offset = block.getBoundingClientRect().top - top;
    const last = box.querySelectorAll<HTMLElement>("[data-key]");
    const read = isAtEnd ? last[last.length - 1] : (blockAt(height / 3) ?? block);
    return { key: block.dataset.key ?? "", offset, isAtEnd, read: read?.dataset.key ?? "" };
  }
  return null;
}

export function blockIn(box: HTMLElement, key: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
}

function reach(box: HTMLElement, goal: Goal): boolean {
  if (goal === "start") box.scrollTop = 0;
  else if (goal === "end") box.scrollTop = box.scrollHeight;
  else {
    const block = blockIn(box, goal.key);
    if (block === null) return false;
    box.scrollTop += block.getBoundingClientRect().top - box.getBoundingClientRect().top - 72;
  }
  return true;
}

function stay(box: HTMLElement, { key, offset, isAtEnd }: Anchor): void {
  if (isAtEnd) {
    box.scrollTop = box.scrollHeight;
    return;
  }
  const block = blockIn(box, key);
  if (block === null) return;
  box.scrollTop += block.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
}
