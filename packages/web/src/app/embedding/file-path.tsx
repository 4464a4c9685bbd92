import type { ComponentChildren } from "preact";
import { usePage } from "../shell/page.ts";
import "./file-path.css";

interface FilePathProps {
  readonly path: string;
  /** From 1; null for no particular one. */
  readonly line?: number | null;
  /** The path as it is shown. */
  readonly children: ComponentChildren;
}

/** A path that opens the file in the editor, if the page is in one. */
export function FilePath({ path, line = null, children }: FilePathProps) {
  const { editor } = usePage();
  if (editor === null) return <code>{children}</code>;
  return (
    <button type="button" class="file-path" title="Open in the editor" onClick={() => editor.openFile({ path, line })}>
      <code>{children}</code>
    </button>
  );
}
