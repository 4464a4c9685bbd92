import { useEffect, useMemo } from "preact/hooks";
import { usePage } from "../shell/page.ts";
import { replaceRoute } from "../shell/router.ts";
import type { ScreenProps } from "../shell/screens.ts";
import { useTitle } from "../shell/use-title.ts";
import { useShownConnection } from "./connection/use-shown-connection.ts";
import { Links } from "./links.ts";
import { WorkbenchStore } from "./store/workbench-store.ts";
import { WorkbenchContext } from "./use-workbench.ts";
import { Workbench } from "./workbench.tsx";
import "../text/text.css";
import "./workbench.css";
import "./panes.css";

/** The workbench of a folder; of the one that the page was opened in unless the address names another. */
export function Screen({ route }: ScreenProps<"workbench">) {
  const { here, workbenchAt, toasts } = usePage();
  const folder = route.folder ?? here.folder;
  const store = useMemo(() => new WorkbenchStore((onState) => workbenchAt(folder, onState)), [workbenchAt, folder]);
  const links = useMemo(() => new Links(), [store]);
  useTitle("Workbench");
  useShownConnection(store);
  useEffect(() => {
    const leaving = new AbortController();
    void store.follow(leaving.signal);
    return () => leaving.abort();
  }, [store]);
  useEffect(() => {
    if (route.run === null) return;
    // Once: a reloaded or bookmarked address shows the workbench as it is then.
    const run = route.run as never;
    replaceRoute({ screen: "workbench", folder: route.folder, run: null });
    store.act({ type: "follow", run }).catch((error) => toasts.fail(error));
  }, [store, route.run, route.folder, toasts]);
  return (
    <WorkbenchContext.Provider value={{ store, links }}>
      <Workbench />
    </WorkbenchContext.Provider>
  );
}
