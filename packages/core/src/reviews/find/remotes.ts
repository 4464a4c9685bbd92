import type { Files } from "../../host/files/files.ts";
import { configOf } from "../../workspace/git-folder.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import { areNames } from "./pull-address.ts";
import { hostIn, isLoopback, type Server, sameHost, urlIn } from "./server.ts";

/** A remote of a clone that may be on a GitHub server. */
export interface Remote {
  readonly name: string;
  /** Null: an alias of the person's ssh configuration, which may stand for any server. */
  readonly server: Server | null;
  /** By ssh, the port says nothing about the server's own. */
  readonly isSsh: boolean;
  readonly owner: string;
  readonly repository: string;
  /** `gh` was answered that pull requests are looked for here. */
  readonly isChosen: boolean;
}

/** Of the repository that contains the folder. Includes of its configuration are not followed. */
export function remotesAt(folder: string, files: Files): readonly Remote[] {
  const repository = repositoryOf(folder, files);
  if (repository === null) return [];
  const sections = new Map<string, { url: string | null; isChosen: boolean }>();
  let name: string | null = null;
  for (const line of configOf(repository.gitFolder, files).split("\n")) {
    const header = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (header !== undefined) name = /^remote\s+"(.*)"$/.exec(header)?.[1] ?? null;
    const [, key, value = ""] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (name === null || key === undefined) continue;
    const section = sections.get(name) ?? { url: null, isChosen: false };
    // The first of several is the one that is fetched from.
    if (key.toLowerCase() === "url") section.url ??= value.replace(/^"(.*)"$/, "$1");
    if (key.toLowerCase() === "gh-resolved" && value === "base") section.isChosen = true;
    sections.set(name, section);
  }
  return [...sections].flatMap(([name, { url, isChosen }]) => {
    const place = url === null ? null : placeOf(url);
    return place === null ? [] : [{ name, isChosen, ...place }];
  });
}

function placeOf(url: string): Omit<Remote, "name" | "isChosen"> | null {
  const [, scpHost, scpPath] = /^(?:[^@/\s]+@)?([^/:\s]+):(?!\/\/)\/?(.+)$/.exec(url) ?? [];
  if (scpHost !== undefined && scpPath !== undefined) return placeAt(serverOfSsh(scpHost), true, scpPath);
  const parsed = urlIn(url);
  if (parsed === null || parsed.hostname === "") return null;
  const path = parsed.pathname.replace(/^\/+/, "");
  if (/^(?:git\+)?ssh:|^git:/.test(parsed.protocol)) return placeAt(serverOfSsh(parsed.hostname), true, path);
  const host = hostIn(parsed.host);
  if (host === null || !/^https?:$/.test(parsed.protocol)) return null;
  const scheme = parsed.protocol === "http:" && isLoopback(host) ? "http" : "https";
  return placeAt({ host, scheme }, false, path);
}

function serverOfSsh(host: string): Server | null {
  const plain = sameHost(host);
  return plain.includes(".") ? { host: plain, scheme: "https" } : null;
}

function placeAt(server: Server | null, isSsh: boolean, path: string): Omit<Remote, "name" | "isChosen"> | null {
  const [owner = "", name = "", ...more] = path.replace(/\/+$/, "").split("/");
  const repository = name.replace(/\.git$/i, "");
  return more.length === 0 && areNames(owner, repository) ? { server, isSsh, owner, repository } : null;
}
