import type { FileAt, FilesPlan } from "@reprise/model";
import { exactCode, exactLine } from "@reprise/model";
import { diffLine } from "./item-text.ts";
import type { Paint } from "./paint.ts";
import { count } from "./words.ts";

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
  if (files.length === 0)
    return `${head}  The session had edited none that would differ.\n${uncoveredText(plan, paint)}`;
  const rows = files.map(({ path, change, conflict, doubt }) => {
    const words = conflict === null ? changeWords[change] : paint("red", `CONFLICT: ${exactLine(conflict)}`);
    const uncertain = doubt === null ? "" : paint("yellow", `  ${exactLine(doubt)}`);
    return `  ${exactLine(path)} ${words}${uncertain}\n`;
  });
  const lines = patch === "" ? [] : exactCode(patch).split("\n");
  const changes = lines.map((line) => `${diffLine(line, paint)}\n`).join("");
  return head + rows.join("") + uncoveredText(plan, paint) + changes;
}

/** What stays as it is, or is not certain, for whoever does not look at the preview. */
export function uncoveredText({ commands }: Pick<FilesPlan, "commands">, paint: Paint): string {
  if (commands.length === 0) return "";
  const shown = commands.slice(0, MOST_COMMANDS).map(({ turn, command }) => {
    const line = exactLine(command);
    return `  turn ${turn}: ${line.length > 200 ? `${line.slice(0, 200)}…` : line}\n`;
  });
  const left = commands.length - shown.length;
  const more = left > 0 ? `  … and ${count(left, "more command")}\n` : "";
  return `${paint("yellow", "Not undone: what these later commands may have written")}\n${shown.join("")}${more}`;
}

const MOST_COMMANDS = 10;
