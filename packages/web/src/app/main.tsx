import {
  type Call,
  httpAbout,
  httpLibrary,
  httpOptions,
  httpProjects,
  httpRunner,
  httpTelemetry,
  httpViews,
  httpWorkbench,
  httpWorkbenches,
} from "@reprise/web/client";
import { embeddingIn } from "./embedding/index.ts";
import { openedFolder } from "./opened-folder.ts";
import { routeOf } from "./shell/route.ts";
import { screens } from "./shell/screens.ts";
import { socketCall } from "./socket-call.ts";
import { startPage } from "./start.tsx";

const editor = embeddingIn(window);
const call: Call = editor?.call ?? socketCall(`ws://${window.location.host}/streams`);
const folder = openedFolder(editor?.startRoute ?? window.location.hash);
const element = document.getElementById("app");
// Loaded while the server is asked; a failure shows when the screen is needed.
screens[routeOf(editor?.startRoute ?? window.location.hash).screen]().catch(() => undefined);

/** Then the address says how to get in again. */
async function signOut(): Promise<void> {
  const { ok } = await fetch("/sign-out", { method: "POST" });
  if (!ok) throw new Error("The server could not sign this browser out. Try again.");
  window.location.reload();
}

if (element !== null)
  httpAbout(call).then(
    (about) =>
      startPage(element, {
        ...{
          library: httpLibrary(call),
          runner: httpRunner(call),
          views: httpViews(call),
          projects: httpProjects(call),
          about,
          askAgain: () => httpAbout(call),
          folder,
          editor,
          workspaces: httpWorkbenches(call),
          signOut: editor === null ? signOut : null,
          options: httpOptions(call),
          telemetry: httpTelemetry(call),
          workbenchAt: (root, onState) => httpWorkbench(call, root, { onState }),
        },
      }),
    (error: Error) => {
      element.textContent = error.message;
    },
  );
