import type { ReadonlySignal, Signal } from "@preact/signals";
import type { About, Library, Runner, SessionViews, TelemetryEvents, Workbenches } from "@reprise/model";
import type { Call, LinkState, PageOptions, ServedProjects, WorkbenchChannel } from "@reprise/web/client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Embedding } from "../embedding/index.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Connection } from "./connection.ts";
import type { Toasts } from "./toasts.ts";

/** Facts about the server and where it was started. */
export interface Here extends About {
  /** The folder that the page was opened for. */
  readonly folder: string;
}

/** Connects to the workbench of a folder, and says how the connection is. */
export type WorkbenchAt = (folder: string, onState: (state: LinkState) => void) => WorkbenchChannel;

/** Everything the screens can reach. */
export interface Page {
  /** Of the server, for clients that only one screen needs. */
  readonly call: Call;
  readonly library: Library;
  readonly runner: Runner;
  readonly views: SessionViews;
  readonly projects: ServedProjects;
  readonly workbenchAt: WorkbenchAt;
  readonly workspaces: Pick<Workbenches, "known" | "clear" | "unlock" | "renewKey">;
  readonly options: PageOptions;
  readonly telemetry: TelemetryEvents;
  readonly here: Here;
  /** As in `here`, looked up again when the person comes back: one may have been installed meanwhile. */
  readonly agents: ReadonlySignal<About["agents"]>;
  /** That shows the page, and opens files and diffs; null in a browser. */
  readonly editor: Embedding | null;
  /** Null in an editor. */
  readonly signOut: (() => Promise<void>) | null;
  readonly connection: Connection;
  readonly toasts: Toasts;
  /** The list of sessions, kept while other screens are open. */
  readonly sessions: SessionStore;
  /** What is searched for in it. */
  readonly searchText: Signal<string>;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error("A screen is shown outside the shell.");
  return page;
}
