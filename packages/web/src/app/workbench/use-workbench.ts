import type { ActionResult, WorkbenchAction, WorkbenchView } from "@reprise/model";
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { usePage } from "../shell/page.ts";
import type { Links } from "./links.ts";
import type { WorkbenchStore } from "./store/workbench-store.ts";

interface Context {
  readonly store: WorkbenchStore;
  readonly links: Links;
}

export const WorkbenchContext = createContext<Context | null>(null);

export function useWorkbench(): Context {
  const context = useContext(WorkbenchContext);
  if (context === null) throw new Error("A part of the workbench is shown outside it.");
  return context;
}

/** A part of the view; the caller is drawn again only when it changes. */
export function usePart<Name extends keyof WorkbenchView>(name: Name): WorkbenchView[Name] | undefined {
  const { store } = useWorkbench();
  return useMemo(() => store.part(name), [store, name]).value;
}

/** Does something; a failure is shown, and resolves with null. */
export function useAct(): (action: WorkbenchAction) => Promise<ActionResult | null> {
  const { store } = useWorkbench();
  const { toasts } = usePage();
  return async (action) => {
    try {
      return await store.act(action);
    } catch (error) {
      toasts.fail(error);
      return null;
    }
  };
}
