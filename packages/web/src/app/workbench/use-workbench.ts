import { computed } from "@preact/signals";
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

/** Something made of a part of the view; the caller is drawn again only when an element of it changes. */
export function useDerived<Name extends keyof WorkbenchView, Value>(
  name: Name,
  derive: (part: WorkbenchView[Name]) => readonly Value[],
): readonly Value[] {
  const { store } = useWorkbench();
  return useMemo(() => {
    let last: readonly Value[] = [];
    return computed(() => {
      const part = store.view.value?.[name];
      const next = part === undefined ? [] : derive(part);
      const isSame = next.length === last.length && next.every((one, index) => one === last[index]);
      if (!isSame) last = next;
      return last;
    });
  }, [store, name, derive]).value;
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
