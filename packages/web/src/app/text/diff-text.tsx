import type { FileChange } from "@reprise/model";
import { useMemo } from "preact/hooks";
import { diffLines } from "./diff-lines.ts";
import { ScrollingText } from "./scrolling-text.tsx";

interface DiffTextProps {
  readonly diff: string;
  readonly change: FileChange["change"];
}

/** A unified diff. Signs say what colours do. */
export function DiffText({ diff, change }: DiffTextProps) {
  const lines = useMemo(() => diffLines(diff, change), [diff, change]);
  return (
    <ScrollingText class="diff">
      {lines.map(({ kind, text }, index) => (
        <span key={index} class={`diff-line ${kind}`}>
          {text}
          {"\n"}
        </span>
      ))}
    </ScrollingText>
  );
}
