import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Host } from "@reprise/core";
import { xdgFolder } from "@reprise/core/folders";
import { entryAt } from "@reprise/core/parts";

/** Folders with files of people, sockets of services and leftovers of others. Empty inside. */
export function hiddenFolders(host: Host): readonly string[] {
  const own = [host.homeFolder, ...(["CACHE", "CONFIG", "STATE"] as const).map((name) => xdgFolder(name, host))];
  const named = [host.env.REPRISE_STATE, host.env.REPRISE_CACHE].filter((path) => path !== undefined);
  const usual = ["/tmp", "/var/tmp", "/home", "/root", "/run"];
  const all = [...usual, ...own, ...named].filter(isAbsolute).map((path) => host.files.real(path));
  const folders = [...new Set(all)].filter((path) => path !== "/" && entryAt(path)?.kind === "folder");
  return folders.filter((path) => !folders.some((other) => path !== other && isBelow(path, other)));
}

/** Files of the system in hidden folders: the resolver's, whatever its make. */
export function readableFolders(host: Host, hidden: readonly string[]): readonly string[] {
  const resolver = host.files.real("/etc/resolv.conf");
  return isHidden(resolver, hidden) && entryAt(resolver) !== null ? [resolver] : [];
}

interface Around {
  readonly host: Host;
  readonly hidden: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a program in a hidden folder needs: the folders of the PATH with the libraries next to them, and its package. */
export function programFolders(program: string, { host, hidden, env }: Around): readonly string[] {
  const path = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const places = [...path, dirname(program)].flatMap((folder) => [folder, join(dirname(folder), "lib")]);
  const real = host.files.real(program);
  const wanted = [...places, packageOf(real)].filter((place) => isHidden(place, hidden));
  const folders = [...new Set(wanted)].filter((place) => {
    // A whole hidden folder, such as the home, is never shown.
    if (hidden.includes(host.files.real(place))) return false;
    return entryAt(host.files.real(place)) !== null;
  });
  return folders.filter((place) => !folders.some((other) => place !== other && isBelow(place, other)));
}

/** From `node_modules` on, or the folder of the program. */
function packageOf(program: string): string {
  const at = program.indexOf("/node_modules/");
  return at === -1 ? dirname(program) : program.slice(0, at + "/node_modules".length);
}

function isHidden(path: string, hidden: readonly string[]): boolean {
  return hidden.some((folder) => isBelow(path, folder));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
