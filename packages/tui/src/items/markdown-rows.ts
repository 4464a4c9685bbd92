import { Markdown, type MarkdownTheme, setCapabilities } from "@earendil-works/pi-tui";
import { isSlowToParse } from "@reprise/model";
import type { Theme } from "../kernel/theme.ts";
import { cutTo } from "../text/fit.ts";
import { safe } from "./wrap-rows.ts";

/** Longer texts are shown as written: parsing cost can grow faster than the text. */
const markdownLimit = 16_000;

// Shows addresses beside link texts, and skips the detection of terminal capabilities.
setCapabilities({ images: null, trueColor: false, hyperlinks: false });

/** Null if the text is too large or too complex to lay out. */
export function markdownRows(text: string, columns: number, theme: Theme): string[] | null {
  if (text.length > markdownLimit || columns < 4 || isSlowToParse(text)) return null;
  const safeMarkdown = text.split("\n").map(safe).join("\n");
  try {
    const markdown = new Markdown(safeMarkdown, 0, 0, markdownTheme(theme), undefined, {
      renderLatex: false,
      preserveOrderedListMarkers: true,
      preserveBackslashEscapes: true,
    });
    return markdown.render(columns).map((row) => cutTo(onlyColours(row).trimEnd(), columns));
  } catch {
    // Nesting overflowed the stack: the caller shows plain text instead.
    return null;
  }
}

/** Keeps colour sequences and removes all others. */
function onlyColours(row: string): string {
  return row.includes("\x1b") ? row.replace(otherSequence, "") : row;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const otherSequence = /\x1b(?!\[[\d;]*m)/g;

function markdownTheme(theme: Theme): MarkdownTheme {
  const plain = (text: string) => text;
  return {
    heading: (text) => theme("accent", text),
    link: (text) => theme("accent", text),
    linkUrl: (text) => theme("dim", text),
    code: (text) => theme("accent", text),
    codeBlock: plain,
    codeBlockBorder: (text) => theme("dim", text),
    quote: (text) => theme("dim", text),
    quoteBorder: (text) => theme("dim", text),
    hr: (text) => theme("dim", text),
    listBullet: (text) => theme("accent", text),
    bold: (text) => theme("bold", text),
    italic: plain,
    strikethrough: plain,
    underline: plain,
  };
}
