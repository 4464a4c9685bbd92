import { type Cut, grouped } from "@reprise/model";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../design/index.ts";
import type { ItemSource } from "./item-source.ts";
import { WholeText } from "./whole-text.tsx";

interface CutTextProps {
  readonly field: string;
  readonly text: string;
  readonly source: ItemSource;
  /** Shows a part of the text. */
  readonly children: (part: string) => ComponentChildren;
}

/** A text; where its middle was left out, how much that is, and the way to all of it. */
export function CutText({ field, text, source, children }: CutTextProps) {
  const [isOpen, setOpen] = useState(false);
  const cut = source.cuts.find((one) => one.field === field);
  if (cut === undefined) return <>{children(text)}</>;
  return (
    <>
      {children(text.slice(0, cut.start))}
      <div class="cut-note">
        <span>{leftOutWords(cut, text.length)}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          Show all
        </Button>
      </div>
      {children(text.slice(cut.start))}
      {isOpen && <WholeText field={field} source={source} onClose={() => setOpen(false)} />}
    </>
  );
}

export function leftOutWords({ length }: Cut, shown: number): string {
  return `… ${grouped(length - shown)} of ${grouped(length)} characters not shown`;
}
