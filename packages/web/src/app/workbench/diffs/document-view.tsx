import type { DiffDocument } from "@reprise/model";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type DiffRow, diffRows } from "./diff-rows.ts";
import { sideBySide } from "./side-by-side.ts";

export type DiffLayout = "unified" | "side-by-side";

interface DocumentViewProps {
  readonly document: DiffDocument;
  readonly layout: DiffLayout;
}

/** Pixels; the same as in the style sheet. */
const rowHeight = 20;
const margin = 30;

/** The lines of one file. Only those in view are drawn. */
export function DocumentView({ document, layout }: DocumentViewProps) {
  const rows = useMemo(
    () => diffRows(document),
    [document.original, document.modified, document.diff, document.change],
  );
  const sides = useMemo(() => (layout === "side-by-side" && rows !== null ? sideBySide(rows) : null), [rows, layout]);
  const widest = useMemo(() => (rows ?? []).reduce((most, row) => Math.max(most, columnsOf(row)), 0), [rows]);
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const shown = box.current;
    if (shown === null) return;
    const look = () => setView({ top: shown.scrollTop, height: shown.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(shown);
    shown.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      shown.removeEventListener("scroll", look);
    };
  }, []);
  if (rows === null) return <p class="soft pane-note">The agent did not say what it writes.</p>;
  const total = (sides ?? rows).length;
  const from = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const to = Math.min(total, Math.ceil((view.top + view.height) / rowHeight) + margin);
  return (
    <section
      ref={box}
      class="document"
      aria-label={`Changes of ${document.path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      data-layout={layout}
    >
      <div class="document-rows" style={{ height: `${total * rowHeight}px`, "--widest": `${widest}ch` }}>
        <div style={{ transform: `translateY(${from * rowHeight}px)` }}>
          {sides === null
            ? rows
                .slice(from, to)
                .map((row, index) => <Line key={from + index} row={row} number={row.new ?? row.old} />)
            : sides.slice(from, to).map(({ left, right }, index) => (
                <div key={from + index} class="side-row">
                  <Line row={left} number={left?.old ?? null} />
                  <Line row={right} number={right?.new ?? null} />
                </div>
              ))}
        </div>
      </div>
    </section>
  );
}

/** At least as many as the line takes: some characters are two wide, a tab is four. */
function columnsOf({ parts }: DiffRow): number {
  const text = parts.map((part) => part.text).join("");
  return text.length + (text.match(/[^\x20-\x7e]/g)?.length ?? 0) * 3;
}

const signs = { same: " ", added: "+", removed: "−", gap: " " } as const;
const spoken = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

function Line({ row, number }: { readonly row: DiffRow | null; readonly number: number | null }) {
  if (row === null) return <div class="line" data-kind="none" />;
  return (
    <div class="line" data-kind={row.kind}>
      <span class="line-number" aria-hidden="true">
        {number ?? ""}
      </span>
      <span class="line-sign" aria-hidden="true">
        {signs[row.kind]}
      </span>
      <span class="visually-hidden">{spoken[row.kind]}</span>
      <span class="line-text">
        {row.parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
      </span>
    </div>
  );
}
