/**
 * The page: first what makes it appear soon, then its screens. It sees model and web/client.
 *
 * - what is asked for before the page has loaded: head-start.ts, socket-call.ts; what it is made of: open-page.ts, start.tsx
 * - around every screen: shell/shell.tsx; routes: shell/route.ts; keys: shell/keys.ts; palette: shell/palette/palette.tsx
 * - a screen: <screen>/screen.tsx, with its state in a store (sessions/session-store.ts, restore/restore-store.ts)
 * - the workbench: workbench/workbench.tsx, workbench/store/workbench-store.ts; the message box: workbench/composer/composer.tsx;
 *   what waits for an answer: workbench/approvals/approvals.tsx
 * - components, colours and sizes: design/index.ts
 * - how text of agents is shown: text/markdown.tsx, text/ansi-text.tsx, text/diff-text.tsx; items: items/
 * - how the page works inside an editor: embedding/embedding.ts, embedding/protocol.ts; the other end: vscode/bridge/
 */

import { firstRequests } from "@reprise/web/client/requests";
import { followEditorTheme } from "./embedding/editor-theme.ts";
import { embeddingIn } from "./embedding/index.ts";
import { withHeadStart } from "./head-start.ts";
import { openedFolder } from "./opened-folder.ts";
import { routeOf } from "./shell/route.ts";
import { screens } from "./shell/screens.ts";
import { socketCall } from "./socket-call.ts";
import "./design/index.css";
import "./shell/shell.css";

// Small, so that it runs first: the server is asked, and the rest of the page loaded, at the same time.
const editor = embeddingIn(window);
if (editor !== null) followEditorTheme(document);
const folder = openedFolder(editor?.startRoute ?? window.location.hash);
const route = routeOf(window.location.hash);
const call = withHeadStart(
  editor?.call ?? socketCall(`ws://${window.location.host}/streams`),
  firstRequests(route.screen === "workbench" ? (route.folder ?? folder) : null),
);
const element = document.getElementById("app");
// A failure shows when the screen is needed.
screens[route.screen]().catch(() => undefined);
if (element !== null)
  import("./open-page.ts")
    .then(({ openPage }) => openPage(element, { call, editor, folder }))
    .catch((error: Error) => {
      element.textContent = error.message;
    });
