import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { rowsInView } from "../../design/row-window.ts";
import { type Anchor, RowHeights } from "./row-heights.ts";

interface MeasuredListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly estimate: (row: Row) => number;
  readonly children: (row: Row, index: number) => ComponentChildren;
  /** Whether it counts as new; all do unless given. */
  readonly isCounted?: (row: Row) => boolean;
  /** Called when the first row comes near. */
  readonly onStart?: () => void;
  /** Scrolls there; each object once. */
  readonly target?: ScrollTarget | null;
}

export interface ScrollTarget {
  readonly key: string;
}

const always = () => true;
const margin = 900;
/** So near the end counts as being there. */
const nearEnd = 48;

/**
 * A log that draws only the rows in view, of any height. It stays at its end while rows are added there, unless the person has
 * scrolled up; then what they read stays where it is.
 */
export function MeasuredList<Row>(props: MeasuredListProps<Row>) {
  const { label, rows, keyOf, estimate, children, isCounted = always, onStart, target = null } = props;
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const isAtEnd = useRef(true);
  const reached = useRef<ScrollTarget | null>(null);
  const [view, setView] = useState({ top: Number.MAX_SAFE_INTEGER, height: 900 });
  const [seenCount, setSeenCount] = useState(() => rows.filter(isCounted).length);
  const heights = useMemo(() => new RowHeights(keyOf, estimate), [keyOf, estimate]);
  const tops = heights.tops(rows);
  const total = tops[rows.length] ?? 0;
  const { from, to } = rowsInView(tops, Math.min(view.top, total - view.height), view.height, margin);
  const latest = useRef(rows);
  latest.current = rows;

  const look = () => {
    const shown = box.current;
    if (shown === null) return;
    const { scrollTop: top, clientHeight: height, scrollHeight } = shown;
    isAtEnd.current = scrollHeight - top - height < nearEnd;
    anchor.current = heights.anchorAt(latest.current, heights.tops(latest.current), top);
    if (isAtEnd.current) setSeenCount(latest.current.filter(isCounted).length);
    // At the end its place follows from the rows: scrolling along with them draws nothing again.
    const shownTop = isAtEnd.current ? Number.MAX_SAFE_INTEGER : top;
    setView((before) => (before.top === shownTop && before.height === height ? before : { top: shownTop, height }));
    if (top < margin) onStart?.();
  };

  /** Measures what is drawn, and puts the scroll position back where the person was. */
  const settle = () => {
    const [shown, list] = [box.current, inner.current];
    if (shown === null || list === null) return;
    for (const row of list.children)
      if (row instanceof HTMLElement) heights.measured(row.dataset.key ?? "", row.offsetHeight);
    if (isAtEnd.current) {
      shown.scrollTop = shown.scrollHeight;
      return;
    }
    const now = latest.current;
    const top = anchor.current && heights.topOf(now, heights.tops(now), anchor.current);
    if (top !== null && Math.abs(top - shown.scrollTop) >= 1) shown.scrollTop = top;
  };

  useLayoutEffect(() => {
    if (target !== null && target !== reached.current) {
      reached.current = target;
      isAtEnd.current = false;
      anchor.current = { key: target.key, offset: -8 };
      const top = heights.topOf(rows, tops, anchor.current);
      if (top !== null) setView((before) => ({ ...before, top }));
    }
    settle();
  });

  useEffect(() => {
    const [shown, list] = [box.current, inner.current];
    if (shown === null || list === null) return;
    const observer = new ResizeObserver(() => {
      settle();
      look();
    });
    observer.observe(shown);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const toEnd = () => {
    isAtEnd.current = true;
    setView((before) => ({ ...before, top: Number.MAX_SAFE_INTEGER }));
    setSeenCount(rows.filter(isCounted).length);
    settle();
  };

  const newCount = isAtEnd.current ? 0 : Math.max(0, rows.filter(isCounted).length - seenCount);
  return (
    <div class="measured">
      <div
        ref={box}
        class="measured-box"
        role="log"
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        onScroll={look}
      >
        <div
          ref={inner}
          class="measured-rows"
          style={{ paddingTop: `${tops[from] ?? 0}px`, paddingBottom: `${total - (tops[to] ?? total)}px` }}
        >
          {rows.slice(from, to).map((row, offset) => (
            <div key={keyOf(row)} data-key={keyOf(row)} class="measured-row">
              {children(row, from + offset)}
            </div>
          ))}
        </div>
      </div>
      {!isAtEnd.current && (
        <button type="button" class="button measured-end" data-size="small" onClick={toEnd}>
          {newCount > 0 ? `${newCount} new ↓` : "Jump to end ↓"}
        </button>
      )}
    </div>
  );
}
