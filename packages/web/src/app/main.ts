import { firstRequests } from "@reprise/web/client/requests";
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
