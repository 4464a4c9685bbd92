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
import type { Embedding } from "./embedding/index.ts";
import { startPage } from "./start.tsx";

interface Given {
  readonly call: Call;
  readonly editor: Embedding | null;
  readonly folder: string;
}

/** Shows the page once the server has answered. Throws what it says if it does not. */
export async function openPage(element: HTMLElement, { call, editor, folder }: Given): Promise<void> {
  const about = await httpAbout(call);
  startPage(element, {
    about,
    askAgain: () => httpAbout(call),
    folder,
    editor,
    call,
    library: httpLibrary(call),
    runner: httpRunner(call),
    views: httpViews(call),
    projects: httpProjects(call),
    workspaces: httpWorkbenches(call),
    signOut: editor === null ? signOut : null,
    options: httpOptions(call),
    telemetry: httpTelemetry(call),
    workbenchAt: (root, onState) => httpWorkbench(call, root, { onState }),
  });
}

/** Then the address says how to get in again. */
async function signOut(): Promise<void> {
  const { ok } = await fetch("/sign-out", { method: "POST" });
  if (!ok) throw new Error("The server could not sign this browser out. Try again.");
  window.location.reload();
}
