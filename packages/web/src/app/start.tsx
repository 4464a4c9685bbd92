import { type ReadonlySignal, signal } from "@preact/signals";
import type { About, Library, Runner, SessionViews } from "@reprise/model";
import { render } from "preact";
import type { Embedding } from "./embedding/index.ts";
import { SessionStore } from "./sessions/session-store.ts";
import { Connection } from "./shell/connection.ts";
import { listenForKeys } from "./shell/keys.ts";
import { type Here, type Page, PageContext, type WorkbenchAt } from "./shell/page.ts";
import { followAddress, followRoute } from "./shell/router.ts";
import { Shell } from "./shell/shell.tsx";
import { loadTheme } from "./shell/theme.ts";
import { Toasts } from "./shell/toasts.ts";

interface Given {
  readonly call: Page["call"];
  readonly library: Library;
  readonly runner: Runner;
  readonly views: SessionViews;
  readonly projects: Page["projects"];
  readonly workbenchAt: WorkbenchAt;
  readonly workspaces: Page["workspaces"];
  readonly options: Page["options"];
  readonly telemetry: Page["telemetry"];
  readonly about: About;
  readonly askAgain: () => Promise<About>;
  /** The folder that the page was opened for. */
  readonly folder: string;
  /** That shows the page; null in a browser. */
  readonly editor: Embedding | null;
  readonly signOut: Page["signOut"];
}

/** Shows the page in an element. */
export function startPage(element: HTMLElement, { about, askAgain, folder, ...given }: Given): void {
  const { library, editor } = given;
  const connection = new Connection();
  const here: Here = { ...about, folder };
  const page: Page = {
    ...given,
    here,
    connection,
    toasts: new Toasts(),
    searchText: signal(""),
    agents: agentsNow(about, askAgain),
    sessions: new SessionStore({ library, connection, folder: here.folder }),
  };
  loadTheme();
  page.sessions.start();
  followAddress();
  if (editor !== null) followRoute((address) => editor.saveRoute(address));
  listenForKeys();
  render(
    <PageContext.Provider value={page}>
      <Shell />
    </PageContext.Provider>,
    element,
  );
}

/** Those that were missing are looked for again when the person comes back to the page. */
function agentsNow(about: About, askAgain: () => Promise<About>): ReadonlySignal<About["agents"]> {
  const agents = signal(about.agents);
  window.addEventListener("focus", () => {
    if (agents.peek().every(({ whyNot }) => whyNot === null)) return;
    askAgain().then(
      (now) => {
        agents.value = now.agents;
      },
      () => undefined, // the connection is shown elsewhere
    );
  });
  return agents;
}
