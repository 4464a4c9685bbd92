import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** Set-up must work with any registry and on any platform: the files say what to fetch, never from where. */
export function brokenLockfileRules(root: string): string[] {
  return foldersWithManifest(root).flatMap((folder) => {
    const read = (name: string) => {
      const path = join(root, folder, name);
      return existsSync(path) ? readFileSync(path, "utf8") : null;
    };
    const lockfile = read("package-lock.json");
    return [
      ...(lockfile === null ? [] : lockfileProblems(JSON.parse(lockfile))),
      ...manifestProblems(read("package.json") ?? "{}"),
      ...npmrcProblems(read(".npmrc") ?? ""),
    ].map((problem) => `${folder || "."}: ${problem}`);
  });
}

export function lockfileProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const problems = [];
    if (/:\/\//.test(locked.resolved ?? "")) problems.push(`${path} is locked to a host`);
    const isFetched = path.includes("node_modules/") && !locked.link;
    if (isFetched && !locked.integrity) problems.push(`${path} is locked without integrity`);
    for (const name of Object.keys(locked.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) problems.push(`${name}, optional for ${path || "the root"}, is not locked`);
    }
    return problems;
  });
}

/** Looks where Node would: beside the package, then in every folder above it. */
function isLocked(packages: Lockfile["packages"], path: string, name: string): boolean {
  if (packages[posix.join(path, "node_modules", name)]) return true;
  return path !== "" && isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf("/"))), name);
}

export function manifestProblems(text: string): string[] {
  const manifest = JSON.parse(text);
  const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides"];
  const hosted = groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, wanted]) => /:\/\/|^(?:git|github|file)[:+]/.test(String(wanted)))
    .map(([name]) => `${name} is taken from a host, not from the registry`);
  return manifest.publishConfig?.registry ? [...hosted, "publishConfig names a registry"] : hosted;
}

export function npmrcProblems(text: string): string[] {
  const lines = text.split("\n").filter((line) => /\/\/|registry\s*=|proxy|cafile|_auth/i.test(line));
  return lines.map((line) => `.npmrc is about one machine: ${line.split("=")[0]?.trim()}`);
}

function foldersWithManifest(root: string): string[] {
  const inside = (folder: string) => readdirSync(join(root, folder)).map((name) => join(folder, name));
  return ["", ...inside("packages"), ...inside("tools"), ...inside("examples")].filter((folder) =>
    existsSync(join(root, folder, "package.json")),
  );
}
