import type { FileChange } from "@reprise/model";
import { fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";

/** Actual or intended changes; null for a tool that edits nothing. */
export function changesOf(tool: string, input: unknown, metadata: unknown): FileChange[] | null {
  const path = textOf(fieldOf(input, "filePath"));
  switch (tool) {
    case "write":
      return path === null ? null : [written(path, input, metadata)];
    case "edit":
      return path === null ? null : [edited(path, input, metadata)];
    case "multiedit":
      return path === null ? null : [{ path, change: "update", diff: hunksIn(metadata) ?? meantByAll(input) }];
    case "patch":
    case "apply_patch":
      return patched(input, metadata);
    default:
      return null;
  }
}

function written(path: string, input: unknown, metadata: unknown): FileChange {
  const content = textOf(fieldOf(input, "content"));
  if (fieldOf(metadata, "exists") !== true) return { path, change: "add", diff: content };
  return { path, change: "update", diff: hunksIn(metadata) ?? meant(null, content) };
}

function edited(path: string, input: unknown, metadata: unknown): FileChange {
  const [before, after] = [textOf(fieldOf(input, "oldString")), textOf(fieldOf(input, "newString"))];
  if (before === "") return { path, change: "add", diff: after };
  return { path, change: "update", diff: hunksIn(metadata) ?? meant(before, after) };
}

function meantByAll(input: unknown): string | null {
  const hunks = listOf(fieldOf(input, "edits")).map(
    (edit) => meant(textOf(fieldOf(edit, "oldString")), textOf(fieldOf(edit, "newString"))) ?? "",
  );
  return hunks.length === 0 ? null : hunks.join("");
}

function patched(input: unknown, metadata: unknown): FileChange[] | null {
  const files = listOf(fieldOf(metadata, "files")).filter(isForeign);
  if (files.length > 0) {
    return files.map((file) => {
      const movedTo = textOf(file.movePath);
      return {
        path: textOf(file.filePath) ?? textOf(file.relativePath) ?? movedTo ?? "",
        change: movedTo === null ? changeOf(file.type) : "move",
        diff: hunksOf(textOf(file.patch) ?? textOf(file.diff)),
        ...(movedTo === null ? {} : { movedTo }),
      };
    });
  }
  const text = textOf(fieldOf(input, "patchText"));
  return text === null ? null : meantByPatch(text);
}

/** A failed patch names its files: `*** Add File: a.txt`. */
function meantByPatch(text: string): FileChange[] {
  const pieces = text.split(/^\*\*\* (?=Add|Update|Delete)/m).slice(1);
  return pieces.map((piece) => {
    const [, verb, path] = /^(Add|Update|Delete) File: (.*)$/m.exec(piece) ?? [];
    const [, movedTo] = /^\*\*\* Move to: (.*)$/m.exec(piece) ?? [];
    const lines = piece.split("\n").slice(1);
    const body = lines.filter((line) => !line.startsWith("*** ")).join("\n");
    const content = verb === "Add" ? body.replace(/^\+/gm, "") : body;
    return {
      path: path ?? "",
      change: movedTo === undefined ? changeOf(verb?.toLowerCase()) : "move",
      diff: content === "" ? null : content,
      ...(movedTo === undefined ? {} : { movedTo: movedTo.trim() }),
    };
  });
}

function changeOf(type: unknown): FileChange["change"] {
  return type === "add" || type === "delete" || type === "move" ? type : "update";
}

function hunksIn(metadata: unknown): string | null {
  return hunksOf(textOf(fieldOf(metadata, "diff")) ?? textOf(fieldOf(metadata, "filediff", "patch")));
}

/** Without the lines that name the file. */
function hunksOf(diff: string | null): string | null {
  const start = diff?.search(/^@@/m) ?? -1;
  return diff === null || start === -1 ? null : diff.slice(start);
}

/** The requested replacement, if the result is not recorded. */
function meant(before: string | null, after: string | null): string | null {
  if (after === null) return null;
  const lines = (text: string | null, mark: string) =>
    text === null ? [] : text.split("\n").map((line) => `${mark}${line}\n`);
  return ["@@\n", ...lines(before, "-"), ...lines(after, "+")].join("");
}
