import { type Call, httpAbout, httpLibrary, httpRunner, httpViews } from "@reprise/web/client";
import { openedFolder } from "./opened-folder.ts";
import { startPage } from "./start.tsx";

const call: Call = (path, init) => fetch(path, init);
const folder = openedFolder(window.location.hash);
const element = document.getElementById("app");

if (element !== null)
  httpAbout(call).then(
    (about) =>
      startPage(element, {
        ...{ library: httpLibrary(call), runner: httpRunner(call), views: httpViews(call), about, folder },
      }),
    (error: Error) => {
      element.textContent = error.message;
    },
  );
