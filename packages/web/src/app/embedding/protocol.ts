/**
 * The messages between the page and a program that shows it without a browser, such as an editor. The program calls the
 * server, so that its token stays out of the page.
 */

/** From the page. The first is `start`: answers to a page before it are of no use. */
export type PageMessage =
  | { readonly type: "start" }
  | {
      readonly type: "request";
      /** Unique since `start`. */
      readonly id: number;
      /** With the query, from the slash of the server's root on. */
      readonly path: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array | null;
    }
  /** One more piece may be sent. */
  | { readonly type: "taken"; readonly id: number }
  | { readonly type: "cancel"; readonly id: number }
  | ({ readonly type: "open-file" } & FileLink)
  | ({ readonly type: "open-diff" } & DiffLink);

/** To the page. A request is answered by `head`, pieces and `end`, or by `failed` at any time. */
export type HostMessage =
  | {
      readonly type: "head";
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: "piece"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  /** Go to a route. */
  | { readonly type: "show"; readonly route: string };

export interface FileLink {
  /** Absolute, or from the workspace on. */
  readonly path: string;
  /** From 1; null for no particular one. */
  readonly line: number | null;
}

export interface DiffLink {
  readonly path: string;
  readonly title: string;
  /** The file before; empty for a new one. */
  readonly before: string;
  /** The file after; null for the file as it is on disk. */
  readonly after: string | null;
}

/** Pieces of a body that may be on their way before one is taken. */
export const PIECES_AHEAD = 16;

/** The size of a piece at most. */
export const PIECE_BYTES = 64 * 1024;
