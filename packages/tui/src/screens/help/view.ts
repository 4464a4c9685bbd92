import { hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { apart, cutTo } from "../../text/fit.ts";
import { hintLine } from "../../widgets/footer.ts";
import { helpKeys } from "./keys.ts";
import { bodyHeight, bodyOf } from "./rows.ts";
import type { HelpState } from "./state.ts";

export function view({ title, sections, isDemo, top }: HelpState, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const body = bodyOf(sections, columns, theme);
  const height = bodyHeight(size);
  const first = Math.min(top, Math.max(0, body.length - height));
  const shown = body.slice(first, first + height);
  const left = body.length - first - shown.length;
  const place = left > 0 ? `${left} more ↓` : "";
  const marks = [isDemo ? "DEMO" : "", place].filter((mark) => mark !== "").join("  ");
  const lines = [
    apart(theme("bold", `Help · ${title}`), marks, columns),
    "",
    ...shown,
    ...Array.from({ length: height - shown.length }, () => ""),
    hintLine(hintsOf(helpKeys), columns, theme),
  ];
  return { lines: lines.slice(-rows).map((line) => cutTo(line, columns)) };
}
