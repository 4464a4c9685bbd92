import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { usePage } from "../../shell/page.ts";
import type { WorkbenchStore } from "../store/workbench-store.ts";
import { shownConnection } from "./shown-connection.ts";

/** The status region of the page shows the state of the workbench while it is open. */
export function useShownConnection(store: WorkbenchStore): void {
  const { connection } = usePage();
  useEffect(() => {
    const stop = effect(() => connection.showWorkbench(shownConnection(store.view.value, store.link.value)));
    return () => {
      stop();
      connection.showWorkbench(null);
    };
  }, [store, connection]);
}
