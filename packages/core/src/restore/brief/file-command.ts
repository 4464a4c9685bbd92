import { isAbsolute, join, normalize } from "node:path";
import type { FileChange } from "@reprise/model";

type Change = Pick<FileChange, "path" | "change" | "movedTo">;

/**
 * Files that a command which succeeded has renamed or deleted: plain `mv`, `git mv`, `rm` and `git rm`, alone or joined by `&&`. What a
 * shell would have to expand is left out.
 */
export function changesOfCommand(command: string, root: string | null): Change[] {
  if (command.length > 2000 || /[;|<>`$*?(){}\n]|\|\|/.test(command)) return [];
  let folder = root;
  return command.split("&&").flatMap((part): Change[] => {
    const words = wordsOf(part.trim());
    const [program, ...rest] = words[0] === "git" ? words.slice(1) : words;
    const names = rest.filter((word) => !word.startsWith("-"));
    const place = (name: string) =>
      isAbsolute(name) || folder === null ? normalize(name) : join(folder, name);
    if (program === "cd" && words[0] === "cd") {
      folder = names[0] === undefined ? null : place(names[0]);
      return [];
    }
    if (program === "rm") return names.map((name) => ({ path: place(name), change: "delete" as const }));
    if (program !== "mv" || names.length < 2) return [];
    const target = names.at(-1) ?? "";
    const isFolder = names.length > 2 || target.endsWith("/") || /^\.{1,2}$/.test(target);
    return names.slice(0, -1).map((name) => {
      const to = isFolder ? join(target, name.replace(/\/+$/, "").split("/").at(-1) ?? "") : target;
      return { path: place(name), change: "move" as const, movedTo: place(to) };
    });
  });
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"\\]*)"|'([^']*)'|([^\s"'\\]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}
