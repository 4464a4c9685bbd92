import { access } from "node:fs/promises";
import type { FileLink } from "@reprise/web/embedding";
import * as vscode from "vscode";
import { findFile } from "./find-file.ts";

export async function openFile({ path, line }: FileLink): Promise<void> {
  const found = await fileOf(path);
  if (found === null) {
    await vscode.window.showWarningMessage(`${path} is not in this project any more.`);
    return;
  }
  const options = line === null ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(found), options);
}

/** Null if it is neither there nor in a folder of this window. */
export function fileOf(path: string): Promise<string | null> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const isThere = (place: string) =>
    access(place).then(
      () => true,
      () => false,
    );
  return findFile(path, folders, isThere);
}
