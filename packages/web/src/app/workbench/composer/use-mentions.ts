import type { Mention } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { useWorkbench } from "../use-workbench.ts";

/** Files of the workspace for the `@` word being written; empty while there is none. */
export function useMentions(mention: Mention | null): readonly string[] {
  const { store } = useWorkbench();
  const [found, setFound] = useState<readonly string[]>([]);
  const letters = mention?.letters ?? null;
  useEffect(() => {
    if (letters === null) {
      setFound([]);
      return;
    }
    let isLeft = false;
    const show = (paths: readonly string[]) => {
      if (!isLeft) setFound(paths);
    };
    // Without names there is nothing to complete: the person types on.
    const timer = setTimeout(() => store.channel.files(letters).then(show, () => show([])), 80);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [store, letters]);
  return found;
}
