import { basename } from "node:path";
import type { DiffLink } from "@reprise/web/embedding";
import * as vscode from "vscode";
import { fileOf } from "./open-file.ts";
import { ShownTexts } from "./shown-texts.ts";

const SCHEME = "reprise-text";
const MOST_TEXTS = 100;

/** Shows diffs of the page in the editor's own. */
export class Diffs implements vscode.TextDocumentContentProvider {
  readonly #texts = new ShownTexts(MOST_TEXTS);

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.#texts.remove(uri.query);
      }),
    );
  }

  /** The file on disk, if there is one, is on the right side and can be edited. */
  async open({ path, title, before, after }: DiffLink): Promise<void> {
    const file = after === null ? await fileOf(path) : null;
    const right = file === null ? this.#shown(path, after ?? "") : vscode.Uri.file(file);
    await vscode.commands.executeCommand("vscode.diff", this.#shown(path, before), right, title || basename(path));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.query) ?? "This text is no longer kept. Open the diff from the page again.";
  }

  /** With the name of the file, for its language. */
  #shown(path: string, text: string): vscode.Uri {
    return vscode.Uri.from({ scheme: SCHEME, path: `/${basename(path)}`, query: this.#texts.add(text) });
  }
}
