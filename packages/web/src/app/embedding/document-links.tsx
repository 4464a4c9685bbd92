import type { DiffDocument } from "@reprise/model";
import { Button } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { diffLinkOf } from "./diff-link.ts";

/** Opens a file of a diff in the editor, if the page is in one. */
export function DocumentLinks({ document }: { readonly document: DiffDocument }) {
  const { editor } = usePage();
  if (editor === null) return null;
  const diff = diffLinkOf(document);
  return (
    <div class="toolbar pane-tools">
      <Button
        tone="quiet"
        size="small"
        whyNot={diff === null ? "The text before the change is not known." : null}
        onClick={() => diff !== null && editor.openDiff(diff)}
      >
        Open diff in editor
      </Button>
      <Button
        tone="quiet"
        size="small"
        onClick={() => editor.openFile({ path: document.movedTo ?? document.path, line: null })}
      >
        Open file
      </Button>
    </div>
  );
}
