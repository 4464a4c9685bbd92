import { changesIn, presented, type WorkbenchEntry } from "@reprise/model";
import { markdownBlocks } from "../../text/markdown-blocks.ts";

/** A row of the conversation: an entry, or a piece of a long reply. */
export interface EntryRow {
  readonly key: string;
  readonly entry: WorkbenchEntry;
  /** The Markdown of the piece; null: the whole entry. */
  readonly piece: string | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** An approval of the work above it. */
  readonly isAboutLast: boolean;
}

/** A short text is read as one, so that references between its parts work. */
const mostWhole = 6000;
const leastPiece = 2500;

/** Long replies in pieces: only those in view are drawn, and text that is added changes only the last. */
export function entryRows(entries: readonly WorkbenchEntry[]): readonly EntryRow[] {
  return entries.flatMap((entry, index) => rowsOf(entry, isAbout(entry, entries[index - 1])));
}

function isAbout({ item }: WorkbenchEntry, before: WorkbenchEntry | undefined): boolean {
  if (item.kind !== "approval" || before === undefined) return false;
  const { blocks } = presented(before.item);
  const [first] = blocks;
  const files = changesIn(blocks);
  if (first?.type !== "exact") return files.length > 0 && files.every(({ path }) => item.subject.includes(path));
  const [line = ""] = first.text.split("\n", 1);
  return item.subject === first.text || item.subject.startsWith(`${line} … (`);
}

const known = new WeakMap<WorkbenchEntry, readonly EntryRow[]>();

function rowsOf(entry: WorkbenchEntry, isAboutLast: boolean): readonly EntryRow[] {
  const before = known.get(entry);
  if (before?.[0]?.isAboutLast === isAboutLast) return before;
  const { item, id } = entry;
  const isLong = item.kind === "reply" && item.text.length > mostWhole;
  const pieces = isLong ? piecesOf(id, item.text) : [null];
  const rows = pieces.map((piece, index) => ({
    key: index === 0 ? id : `${id}#${index}`,
    entry,
    piece,
    isFirst: index === 0,
    isLast: index === pieces.length - 1,
    isAboutLast,
  }));
  known.set(entry, rows);
  return rows;
}

/** Of the reply that was read last: as it grows, only its last piece is read again. */
let growing = { id: "", text: "", pieces: [] as readonly string[] };

function piecesOf(id: string, text: string): readonly string[] {
  const isGrown = growing.id === id && text.startsWith(growing.text);
  const kept = isGrown ? growing.pieces.slice(0, -1) : [];
  const start = kept.reduce((length, piece) => length + piece.length, 0);
  const pieces = [...kept, ...newPieces(text.slice(start))];
  growing = { id, text, pieces };
  return pieces;
}

function newPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let open = "";
  for (const block of markdownBlocks(text)) {
    open += block;
    if (open.length < leastPiece) continue;
    pieces.push(open);
    open = "";
  }
  return open === "" ? pieces : [...pieces, open];
}

/** Whether both are drawn alike. */
export function isSameRow(a: EntryRow, b: EntryRow): boolean {
  if (a.isFirst !== b.isFirst || a.isLast !== b.isLast || a.piece !== b.piece) return false;
  if (a.isAboutLast !== b.isAboutLast) return false;
  if (a.piece === null) return a.entry === b.entry;
  return a.entry.isComplete === b.entry.isComplete;
}
