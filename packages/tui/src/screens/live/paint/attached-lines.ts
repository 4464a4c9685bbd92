import { bytes, exactLine } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import type { Attachment } from "../state.ts";

const removes = "⌫ at the start removes it";

/** What goes with the next message. */
export function attachedLines(attached: readonly Attachment[], columns: number, theme: Theme): string[] {
  if (attached.length === 0) return [];
  const names = attached.map(labelOf).join(" ");
  const room = columns - widthOf(names) - 2;
  const note = room >= widthOf(removes) ? `  ${theme("dim", removes)}` : "";
  return [`${theme("accent", cutTo(names, columns))}${note}`];
}

function labelOf({ kind, path, sizeBytes }: Attachment): string {
  const name = exactLine(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  return `[${kind} ${name}${sizeBytes == null ? "" : ` ${bytes(sizeBytes)}`}]`;
}
