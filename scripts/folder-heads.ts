import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A folder of ARCHITECTURE.md, and the file in which its head is. Both relative to the checkout. */
export interface FolderHead {
  readonly folder: string;
  readonly main: string;
}

/** The list of folders: the last code block, a line for each folder, or for several with a comma between them. */
export function foldersIn(document: string, root: string): FolderHead[] {
  const block = document.split("```").at(-2) ?? "";
  return block
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [folders = "", mains = ""] = line.split(/ {2,}/);
      const names = mains.split(", ");
      return folders.split(", ").flatMap((folder, index) => headsOf(folder, names[index] ?? "", root));
    });
}

function headsOf(name: string, main: string, root: string): FolderHead[] {
  const [part = "", ...inside] = name.split("/");
  const folders = existing(["packages", part, "src", ...inside].join("/"), root);
  return folders.flatMap((folder) => {
    const path = posix.join(folder, main);
    // Neighbours of the agents are folders without one.
    return inside.at(-1)?.startsWith("<") && !existsSync(join(root, path)) ? [] : [{ folder, main: path }];
  });
}

/** The comment at the start of a file, above its imports; null if there is none. */
export function headIn(text: string): string | null {
  const [, head = null] = /^\/\*\*\n((?: \*.*\n)+?) \*\/\n\n/.exec(text) ?? [];
  return head === null ? null : head.replaceAll(/^ \* ?/gm, "");
}

/** Whether it says which file decides what, and not only what one file is. */
export function isFolderHead(head: string): boolean {
  return head.split("\n").some((line) => line.startsWith("- ") && namesIn(line).length > 0);
}

/** Files and folders that a head names. `{a,b}.ts` names two of them. */
export function namesIn(head: string): string[] {
  const names = head.matchAll(/[\w@<][\w./<>{},-]*(?:\.(?:tsx?|md)|\/)(?![\w/])/g);
  return [...names].flatMap(([name]) => spread(name)).filter((name) => !name.startsWith("@"));
}

function spread(name: string): string[] {
  const [, before = "", list = "", after = ""] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? [];
  return list === "" ? [name] : list.split(",").map((one) => `${before}${one}${after}`);
}

/** What a head names and is not there. A name starts at the folder, its main file, a package, `core`, or the checkout. */
export function missingIn({ folder, main }: FolderHead, head: string, root: string): string[] {
  const bases = [folder, posix.dirname(main), "packages/core/src", "."];
  return namesIn(head).filter((name) => {
    const [part = "", ...inside] = name.split("/");
    const inPackage = [`packages/${part}/src/${inside.join("/")}`, `packages/${name}`];
    const places = [...bases.map((base) => posix.join(base, name)), ...inPackage];
    return places.every((place) => existing(place, root).length === 0);
  });
}

/** The paths that there are, with any name in place of `<name>`. */
export function existing(path: string, root: string): string[] {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  let found = [""];
  for (const name of names) {
    const isAny = /^<\w+>(\.tsx?)?$/.exec(name);
    const next = (folder: string) => (isAny ? entriesIn(join(root, folder), isAny[1] ?? "") : [name]);
    found = found.flatMap((folder) => next(folder).map((one) => posix.join(folder, one)));
  }
  return found.filter((one) => existsSync(join(root, one)));
}

function entriesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => (ending === "" ? !name.includes(".") : name.endsWith(ending)));
}

/** Sources below a folder, without their tests. */
export function sourceCount(folder: string, root: string): number {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).length;
}

export function readHead({ main }: FolderHead, root: string): string | null {
  return headIn(readFileSync(join(root, main), "utf8"));
}
