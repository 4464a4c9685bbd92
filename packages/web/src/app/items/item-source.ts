import type { Cut, SessionViews } from "@reprise/model";

/** Where an item comes from, for the parts of it that are not here. */
export interface ItemSource {
  readonly views: SessionViews;
  readonly session: string;
  readonly turn: number;
  readonly item: string;
  readonly cuts: readonly Cut[];
}

/** Texts beyond this are saved as a file, not copied. */
const mostCopied = 20_000_000;
const partLength = 1_000_000;

/** A text that was cut, whole. */
export async function wholeText(source: ItemSource, field: string): Promise<string> {
  const { views, session, turn, item } = source;
  let text = "";
  for (;;) {
    const part = await views.text(session, { turn, item, field }, text.length, partLength);
    if (part.length > mostCopied) throw new Error("This text is too long to copy. Show all of it, and save it.");
    text += part.text;
    if (part.text === "" || text.length >= part.length) return text;
  }
}
