import type { PromptInput } from "@reprise/model";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import type { DraftState } from "./draft-state.ts";

export interface UsedDraft {
  readonly draft: DraftState;
  edit(text: string, cursor: number): void;
  attach(inputs: readonly PromptInput[]): void;
  /** At once, so that nothing is saved while it is sent. */
  save(): void;
  /** After it was sent. */
  clear(): void;
}

/** The draft of this page, kept in step with the server and with other pages. */
export function useDraft(): UsedDraft {
  const { store } = useWorkbench();
  const [, redraw] = useState({});
  const keeper = useMemo(
    () =>
      new DraftKeeper(
        async (draft) => void (await store.act({ type: "draft", ...draft })),
        () => redraw({}),
      ),
    [store],
  );
  const news = usePart("draft");
  useEffect(() => {
    if (news !== undefined) keeper.receive(news);
  }, [keeper, news]);
  const link = store.link.value;
  useEffect(() => {
    if (link === "open") keeper.save();
  }, [keeper, link]);
  useEffect(() => {
    const save = () => keeper.save();
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      keeper.save();
      keeper.close();
    };
  }, [keeper]);
  return {
    draft: keeper.draft,
    edit: (text, cursor) => keeper.edit(text, cursor),
    attach: (inputs) => keeper.attach(inputs),
    save: () => keeper.save(),
    clear: () => keeper.clear(),
  };
}
