import type { FileAt, FilesPlan } from "@reprise/model";
import { exactCode, exactLine } from "@reprise/model";
import type { Paint } from "../paint.ts";
import { diffLine } from "../transcript/item-text.ts";
import { count } from "../words.ts";

export function changedFiles({ files }: FilesPlan): readonly FileAt[] {
  return files.filter(({ change }) => change !== "none");
}

const changeWords: Readonly<Record<FileAt["change"], string>> = {
  none: "is unchanged",
  write: "is reverted",
  create: "is created",
  delete: "is deleted: it did not exist then",
};

/** One line per file, then the whole patch. */
export function filesText(plan: FilesPlan, paint: Paint): string {
  const { turn, root, files, patch } = plan;
  const head = `${paint("bold", `Files after turn ${turn}`)} in ${exactLine(root)}\n`;
  if (files.length === 0) return `${head}  No file edited by the session would change.\n${uncoveredText(plan, paint)}`;
  const rows = files.map(({ path, change, conflict, doubt }) => {
    const words = conflict === null ? changeWords[change] : paint("red", `CONFLICT: ${exactLine(conflict)}`);
    const uncertain = doubt === null ? "" : paint("yellow", `  ${exactLine(doubt)}`);
    return `  ${exactLine(path)} ${words}${uncertain}\n`;
  });
  const lines = patch === "" ? [] : exactCode(patch).split("\n");
  const changes = lines.map((line) => `${diffLine(line, paint)}\n`).join("");
  return head + rows.join("") + uncoveredText(plan, paint) + changes;
}

/** Shown even without the preview. */
export function uncoveredText({ commands }: Pick<FilesPlan, "commands">, paint: Paint): string {
  if (commands.length === 0) return "";
  const shown = commands.slice(0, MOST_COMMANDS).map(({ turn, command }) => {
    const line = exactLine(command);
    return `  turn ${turn}: ${line.length > 200 ? `${line.slice(0, 200)}…` : line}\n`;
  });
  const left = commands.length - shown.length;
  const more = left > 0 ? `  … and ${count(left, "more command")}\n` : "";
  return `${paint("yellow", "Not undone: files these later commands may have written")}\n${shown.join("")}${more}`;
}

const MOST_COMMANDS = 10;
