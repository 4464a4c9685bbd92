import { createHash } from "node:crypto";
import { type Item, isFoldedAtFirst, itemMarkdown, itemPlainText, withTexts } from "@reprise/model";
import type { ComponentChildren } from "preact";
import { historyUpdates } from "../../packages/acp/src/updates/history.ts";
import { itemHtml } from "../../packages/cli/src/export/html-item.ts";
import { itemText as cliText } from "../../packages/cli/src/print/transcript/item-text.ts";
import { searchTexts } from "../../packages/core/src/catalog/text/item-text.ts";
import { briefItem } from "../../packages/core/src/restore/brief/digest/brief-item.ts";
import { details, itemLines } from "../../packages/core/src/restore/brief/sections/item-lines.ts";
import { shortenBody } from "../../packages/core/src/transcript/shorten-body.ts";
import { shortItem } from "../../packages/mcp/src/clean-item.ts";
import { itemRows } from "../../packages/tui/src/items/item-rows.ts";
import type { Theme } from "../../packages/tui/src/kernel/theme.ts";
import { itemText as spokenText } from "../../packages/tui/src/plain/item-text.ts";
import { estimateRows } from "../../packages/tui/src/screens/viewer/rows/estimate-rows.ts";
import { shorten } from "../../packages/tui/src/screens/viewer/turns/shorten.ts";
import { cutItem } from "../../packages/web/src/server/view/cut-item.ts";
import { drawn } from "./drawn.ts";

/** Modules of the page are compiled for a browser: their types are checked there. */
interface PageParts {
  readonly ItemCard: unknown;
  readonly Entry: unknown;
  readonly entryText: (entry: object) => string;
  readonly lastWords: (views: object, session: string, signal: AbortSignal) => Promise<unknown>;
  readonly PageContext: { readonly __c: string };
}
const page = async (path: string) =>
  (await import(/* @vite-ignore */ `../../packages/web/src/app/${path}`)) as PageParts;
const { ItemCard } = await page("items/item-card.tsx");
const { Entry } = await page("workbench/chat/entry.tsx");
const { entryText } = await page("workbench/chat/entry-text.ts");
const { lastWords } = await page("sessions/last-words.ts");
const { PageContext } = await page("shell/page.ts");
const { h } = (await import("preact")) as unknown as { h: (type: unknown, props: object) => ComponentChildren };
const inPage = {
  [PageContext.__c]: { props: { value: { editor: null, toasts: null } }, sub() {} },
};

const theme = Object.assign((tone: string, text: string) => `‹${tone}|${text}›`, {
  hasColor: true,
  isClickable: false,
}) as Theme;
const paint = (tone: string, text: string) => `‹${tone}|${text}›`;
const json = (value: unknown) => JSON.stringify(value, null, 1) ?? "";

/** What each face makes of an item, by name. */
export const painters: Readonly<Record<string, (item: Item) => string | Promise<string>>> = {
  "cli-text": (item) => [null, 6].map((foldLines) => cliText(item, { paint, foldLines })).join(foldLine),
  "terminal-rows": (item) =>
    [false, true].flatMap((isFolded) => itemRows(item, { columns: 60, isFolded, theme })).join("\n"),
  "terminal-plain": spokenText,
  markdown: itemMarkdown,
  html: itemHtml,
  "page-card": (item) =>
    [false, true]
      .map((isFolded) => drawn(h(ItemCard, { item, source: { cuts: [] }, isFolded, onFold() {}, href: "#i" }), inPage))
      .join(foldLine),
  "workbench-entry": (item) => {
    const entry = { id: "e", at: null, item, isComplete: true, exec: "x", diff: "d" };
    const rows = [entry, { ...entry, isComplete: false }].map((one) => ({
      key: "e",
      entry: one,
      piece: null,
      isFirst: true,
      isLast: true,
    }));
    const props = { startsTurn: false, isTarget: false, links: {}, agent: "Codex", root: "/srv" };
    return rows.map((row) => drawn(h(Entry, { row, ...props }), inPage)).join(foldLine);
  },
  "workbench-copy": (item) => entryText({ item }),
  "last-words": async (item) => {
    const views = {
      async *view() {
        yield { type: "item", item };
      },
    };
    return json(await lastWords(views, "s", new AbortController().signal));
  },
  acp: (item) => json([...historyUpdates(item, "/srv")]),
  mcp: (item) => json(shortItem(item, 400)),
  brief: (item) =>
    item.kind === "opaque"
      ? ""
      : details
          .flatMap((detail) => itemLines(briefItem(item, 3, 2), detail, { root: "/srv", goalPlace: null }))
          .join("\n"),
  clipboard: itemPlainText,
  search: (item) => json([...searchTexts(item)]),
  "page-cut": (item) => json(cutItem(item)),
  "shortened-excerpt": (item) => json(shortenBody(item, 500)),
  "shortened-viewer": (item) => json(shorten(item, 500, "hint")),
  "other-texts": (item) => json(withTexts(item, (text) => `<${text}>`)),
  folds: (item) =>
    `${isFoldedAtFirst(item)} ${[false, true].map((isFolded) => estimateRows({ kind: "item", item } as never, isFolded, 60))}`,
};

const foldLine = "\n--- folded\n";

/** Short, for texts that no person reads. */
export function digest(texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
}
