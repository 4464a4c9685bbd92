import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { rowsInView, rowTops, scrolledTo } from "./row-window.ts";

interface VirtualListProps<Row> {
  readonly label: string;
  readonly id: string;
  readonly rows: readonly Row[];
  readonly heightOf: (row: Row) => number;
  readonly keyOf: (row: Row) => string;
  /** What a row shows; `isChosen`: the keyboard is on it. */
  readonly children: (row: Row, isChosen: boolean, index: number) => ComponentChildren;
  readonly isChoice: (row: Row) => boolean;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Called when the end comes near. */
  readonly onEnd?: () => void;
  /** Where it is scrolled to, kept while it is not on the screen. */
  readonly place?: { top: number };
}

const margin = 600;

/** A list box that draws only the rows in view. Keys that move the choice belong to its screen. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, id, rows, heightOf, keyOf, children, isChoice, chosen, onChoose, onOpen, onEnd, place: kept } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const tops = useMemo(() => rowTops(rows.map(heightOf)), [rows, heightOf]);
  const { from, to } = rowsInView(tops, view.top, view.height, margin);

  useLayoutEffect(() => {
    if (box.current !== null && kept !== undefined) box.current.scrollTop = kept.top;
  }, []);
  useEffect(() => {
    const shown = box.current;
    if (shown === null) return;
    const measure = () => {
      if (kept !== undefined) kept.top = shown.scrollTop;
      setView({ top: shown.scrollTop, height: shown.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    shown.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      shown.removeEventListener("scroll", measure);
    };
  }, []);

  useLayoutEffect(() => {
    const shown = box.current;
    if (shown !== null && chosen >= 0) shown.scrollTop = scrolledTo(tops, chosen, shown.scrollTop, shown.clientHeight);
  }, [chosen]);

  useEffect(() => {
    if (to >= rows.length - 40) onEnd?.();
  }, [to, rows.length, onEnd]);

  const chosenRow = rows[chosen];
  return (
    <div
      ref={box}
      id={id}
      class="virtual"
      role="listbox"
      aria-label={label}
      aria-activedescendant={chosenRow === undefined ? undefined : `${id}-${keyOf(chosenRow)}`}
      tabIndex={0}
    >
      <div class="virtual-rows" role="presentation" style={{ height: `${tops[rows.length] ?? 0}px` }}>
        {rows.slice(from, to).map((row, offset) => {
          const index = from + offset;
          const place = { top: `${tops[index] ?? 0}px`, height: `${heightOf(row)}px` };
          if (!isChoice(row))
            return (
              <div key={keyOf(row)} role="presentation" style={place}>
                {children(row, false, index)}
              </div>
            );
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the screen's keys open the chosen option
            // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
            <div
              key={keyOf(row)}
              id={`${id}-${keyOf(row)}`}
              role="option"
              aria-selected={index === chosen}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              style={place}
              onClick={() => onChoose(index)}
              onDblClick={() => onOpen(index)}
            >
              {children(row, index === chosen, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
