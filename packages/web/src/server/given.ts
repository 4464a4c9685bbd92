import type {
  About,
  Annotations,
  Chats,
  KnownBrowsers,
  Library,
  Options,
  Projects,
  Reviews,
  Runner,
  TelemetryEvents,
  Workbenches,
} from "@reprise/model";
import type { Limits } from "./limits.ts";

/** What a server serves, and to whom. */
export interface Given {
  readonly chats: Chats;
  readonly library: Library;
  /** With it, whoever may call can also run and continue sessions as the user. */
  readonly runner?: Runner | undefined;
  /** The same for projects. */
  readonly projects?: Projects | undefined;
  /** Whoever may call can also read comments and post replies with the user's token. */
  readonly reviews?: Reviews | undefined;
  /** Names, tags, hides and archives sessions, for every allowed caller. */
  readonly annotations?: Annotations | undefined;
  readonly workbenches?: Workbenches | undefined;
  readonly options?: Options | undefined;
  readonly telemetry?: TelemetryEvents | undefined;
  /** Every request but `GET /healthz`, `GET /readyz` and the page must bear it. */
  readonly token: string;
  readonly version: string;
  readonly limits?: Partial<Limits> | undefined;
  /** Names by which clients may call this server, besides those of this machine for itself. */
  readonly hosts?: readonly string[] | undefined;
  /** Literal addresses in `Host` are accepted: for a server that listens on more than this machine. */
  readonly isPublic?: boolean | undefined;
  /** Origins of pages that may call, such as `https://app.example`; `null` is a page opened from a file. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** A page to serve at `/`, whole in itself. It is given without the token. */
  readonly page?: string | undefined;
  /**
   * The folder of a built page, for a server that only this machine reaches. Browsers get in with a key of `Server.newKey`;
   * after that, their cookie lets them in.
   */
  readonly pageFolder?: string | undefined;
  /** Those that an earlier server has let in. Without it, browsers are out when the server ends. */
  readonly browsers?: KnownBrowsers | undefined;
  /** Whether the program at the other end of a connection is in a sandbox: then the token, which it may have read, is not enough. */
  readonly isConfined?: ((ports: { readonly server: number; readonly client: number }) => boolean) | undefined;
  /** What a page shows about this machine and its agents. */
  readonly about?: (() => About) | undefined;
  /** An error that no request explains, for a log. */
  readonly onUnexpected?: ((error: unknown) => void) | undefined;
}
