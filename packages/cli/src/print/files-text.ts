import type { FileAt, FilesPlan } from "@reprise/model";
import { exactCode, exactLine } from "@reprise/model";
import { diffLine } from "./item-text.ts";
import type { Paint } from "./paint.ts";

export function changedFiles({ files }: FilesPlan): readonly FileAt[] {
  return files.filter(({ change }) => change !== "none");
}

const changeWords: Readonly<Record<FileAt["change"], string>> = {
  none: "is already as it was",
  write: "is changed back",
  create: "is made again",
  delete: "is deleted: it was not there then",
};

/** What would be done to the workspace: each file in a line, then all of it as a patch. */
export function filesText(plan: FilesPlan, paint: Paint): string {
  const { turn, root, files, patch } = plan;
  const head = `${paint("bold", `Files after turn ${turn}`)} in ${exactLine(root)}\n`;
  if (files.length === 0) return `${head}  The session had edited none that would differ.\n`;
  const rows = files.map(({ path, change, conflict }) => {
    const words = conflict === null ? changeWords[change] : paint("red", `CONFLICT: ${exactLine(conflict)}`);
    return `  ${exactLine(path)} ${words}\n`;
  });
  const lines = patch === "" ? [] : exactCode(patch).split("\n");
  return head + rows.join("") + lines.map((line) => `${diffLine(line, paint)}\n`).join("");
}
