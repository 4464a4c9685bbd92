import type { DiffDocument } from "@reprise/model";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Spinner } from "../../design/index.ts";
import { DocumentLinks } from "../../embedding/document-links.tsx";
import { usePage } from "../../shell/page.ts";
import { useWorkbench } from "../use-workbench.ts";
import type { DiffLayout } from "./document-view.tsx";

type View = ComponentType<{ readonly document: DiffDocument; readonly layout: DiffLayout }>;

interface LazyDocumentProps {
  readonly diff: string;
  readonly document: DiffDocument;
  readonly layout: DiffLayout;
}

/** Loads the code that compares texts when a file is first shown, and texts that a view left out. */
export function LazyDocument({ diff, document, layout }: LazyDocumentProps) {
  const { store } = useWorkbench();
  const { toasts } = usePage();
  const [View, setView] = useState<View | null>(null);
  const [whole, setWhole] = useState<DiffDocument | null>(null);
  const isCut = document.original === null && document.modified === null && document.diff === null;
  const { path } = document;
  useEffect(() => {
    import("./document-view.tsx").then(
      ({ DocumentView }) => setView(() => DocumentView),
      (error) => toasts.fail(error),
    );
  }, [toasts]);
  useEffect(() => {
    setWhole(null);
    if (isCut) store.channel.document(diff, path).then(setWhole, (error) => toasts.fail(error));
  }, [store, toasts, diff, path, isCut]);
  if (View === null || (isCut && whole === null)) return <Spinner>Loading the changes…</Spinner>;
  const shown = whole === null ? document : { ...whole, state: document.state };
  return (
    <>
      <DocumentLinks document={shown} />
      <View document={shown} layout={layout} />
    </>
  );
}
