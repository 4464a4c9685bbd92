/** As `fetch`, with a path of the server in place of an address. A page in an editor passes messages instead. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** `offline`: the last attempt did not reach the server. */
export type LinkState = "connecting" | "live" | "offline";

export interface LinkOptions {
  readonly onState?: ((state: LinkState) => void) | undefined;
  /** Milliseconds before the first and before later attempts to connect again. */
  readonly pauses?: readonly number[] | undefined;
  /** A stream in which nothing comes for that long is taken for cut. */
  readonly quietMs?: number | undefined;
}
