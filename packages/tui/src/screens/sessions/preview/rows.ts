import { isFoldedAtFirst, itemPlainText } from "@reprise/model";
import { hasMatch, itemRows, markMatches } from "../../../items/index.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import type { Previewed } from "./preview.ts";

interface Rows {
  readonly lines: readonly string[];
  /** The first line with a match; null if there is none. */
  readonly matchAt: number | null;
}

interface Laid extends Rows {
  readonly columns: number;
  readonly theme: Theme;
  readonly sought: string;
}

/** Of what was laid out last, for each preview: a key that scrolls must not wrap it again. */
const laid = new WeakMap<Previewed, Laid>();

/** The conversation as the viewer shows it, no wider than `columns`, with matches marked. */
export function previewRows(previewed: Previewed, columns: number, theme: Theme, terms: readonly string[]): Rows {
  const sought = terms.join("\n");
  const known = laid.get(previewed);
  if (known && known.columns === columns && known.theme === theme && known.sought === sought) return known;
  const lines = linesOf(previewed, columns, theme, terms);
  const at = terms.length === 0 ? -1 : lines.findIndex((line) => hasMatch(line, terms));
  const made = {
    lines: at === -1 ? lines : lines.map((line) => markMatches(line, terms, theme)),
    matchAt: at === -1 ? null : at,
    columns,
    theme,
    sought,
  };
  laid.set(previewed, made);
  return made;
}

function linesOf({ turns }: Previewed, columns: number, theme: Theme, terms: readonly string[]): readonly string[] {
  const lines = turns.flatMap(({ heading, openWords, items }) => [
    "",
    theme("dim", cutTo(`── ${heading} `.padEnd(Math.min(columns, 40), "─"), columns)),
    ...items.flatMap((item) => {
      // A match in folded work would not be seen.
      const isFolded = isFoldedAtFirst(item) && !(terms.length > 0 && hasMatch(itemPlainText(item), terms));
      return ["", ...itemRows(item, { columns, isFolded, theme, openWords })];
    }),
  ]);
  return lines.slice(1);
}
