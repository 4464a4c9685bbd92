import type { Value } from "./schema/value.ts";
import type { aboutSchema, cutSchema, findLineSchema, textPartSchema, viewLineSchema } from "./schema/view.ts";

/** An item of a session: its turn, and its place in that turn, from 0. */
export interface ItemPlace {
  readonly turn: number;
  readonly index: number;
}

/** Items in order, at most `count` of them. `item`: from that one of the turn on, or from the turn's start if it has none. */
export type ViewWindow =
  | { readonly last: true; readonly count: number }
  | { readonly before: ItemPlace; readonly count: number }
  | { readonly from: ItemPlace; readonly count: number }
  | { readonly turn: number; readonly item: string | null; readonly count: number };

/** A long text of which only the start and the end are there. */
export type Cut = Value<typeof cutSchema>;

/** Part of a session: first the session, then turns and items, damage in them, and what is around them. */
export type ViewLine = Value<typeof viewLineSchema>;

/** The places that have the words, in order, and how far the search is. */
export type FindLine = Value<typeof findLineSchema>;

export type TextPart = Value<typeof textPartSchema>;

/** What a server says about itself. */
export type About = Value<typeof aboutSchema>;

export interface TextPlace {
  readonly turn: number;
  readonly item: string;
  /** As in `Cut`. */
  readonly field: string;
}

/** Sessions of any size for a screen: memory and answers are bounded by the window, not by the session. */
export interface SessionViews {
  view(session: string, window: ViewWindow, signal?: AbortSignal): AsyncIterable<ViewLine>;
  /** Every item that has all words, through the whole session. */
  find(session: string, text: string, signal?: AbortSignal): AsyncIterable<FindLine>;
  /** A part of a text that was cut. */
  text(session: string, place: TextPlace, from: number, length: number): Promise<TextPart>;
  /** The address of the whole text as a file. */
  textAddress(session: string, place: TextPlace): string;
}
