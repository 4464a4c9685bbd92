import type { Call } from "@reprise/web/client";
import { type BridgedCall, bridgedCall } from "./bridged-call.ts";
import { keepOwnLinksAndKeys } from "./editor-habits.ts";
import type { PageWindow } from "./page-window.ts";
import type { DiffLink, FileLink, HostMessage, PageMessage } from "./protocol.ts";

/** The program that shows the page without a browser. */
export interface Embedding {
  /** In place of `fetch`. */
  readonly call: Call;
  /** The address of a new panel, with the folder of the window. */
  readonly startRoute: string;
  openFile(link: FileLink): void;
  openDiff(link: DiffLink): void;
  /** The route to come back to after a reload. */
  saveRoute(route: string): void;
}

/** What such a program puts into the page: the object that VS Code gives its webviews, or one like it. */
export interface RepriseHost {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

interface HostWindow extends PageWindow {
  readonly repriseHost?: RepriseHost;
  /** VS Code allows one call. */
  readonly acquireVsCodeApi?: () => RepriseHost;
}

/**
 * Null in a browser. Call it once, before the page reads its address: that becomes the route that was saved last, or the
 * one of a new panel. Later the program may change it.
 */
export function embeddingIn(window: HostWindow): Embedding | null {
  const host = window.repriseHost ?? window.acquireVsCodeApi?.();
  if (host === undefined) return null;
  const bridge = bridgedCall((message) => host.postMessage(message));
  const startRoute = startRouteIn(window);
  window.location.hash = savedRoute(host.getState()) ?? startRoute;
  window.addEventListener("message", ({ data }) => take(data, bridge, window));
  keepOwnLinksAndKeys(window);
  host.postMessage({ type: "start" });
  return {
    call: bridge.call,
    startRoute,
    openFile: (link) => host.postMessage({ type: "open-file", ...link }),
    openDiff: (link) => host.postMessage({ type: "open-diff", ...link }),
    saveRoute: (route) => host.setState({ route }),
  };
}

/** Other scripts of the window post messages too. */
function take(message: unknown, bridge: BridgedCall, window: PageWindow): void {
  if (typeof message !== "object" || message === null || !("type" in message)) return;
  const known = message as HostMessage;
  if (known.type === "show") window.location.hash = known.route;
  else bridge.take(known);
}

function savedRoute(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("route" in state)) return null;
  return typeof state.route === "string" ? state.route : null;
}

function startRouteIn({ document }: PageWindow): string {
  return document.querySelector('meta[name="reprise-route"]')?.getAttribute("content") ?? "";
}
