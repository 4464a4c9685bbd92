/** Folders that a build makes again, each only next to the file that says so. */
const besides: readonly { readonly folder: string; readonly file: string }[] = [
  { folder: "node_modules", file: "package.json" },
  { folder: "target", file: "Cargo.toml" },
  { folder: "target", file: "pom.xml" },
  { folder: "build", file: "build.gradle" },
  { folder: "build", file: "build.gradle.kts" },
  { folder: "vendor/bundle", file: "Gemfile" },
];
const always = new Set(["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".gradle", ".turbo"]);
/** In the cache itself: a Python environment, and the Cache Directory Tagging Standard. */
const inside = ["pyvenv.cfg", "CACHEDIR.TAG"];

/** The folders of caches among the files of a folder that is no repository. */
export function cachesIn(paths: readonly string[]): ReadonlySet<string> {
  const known = new Set(paths);
  const caches = new Set<string>();
  for (const path of paths)
    for (const folder of foldersAbove(path)) {
      if (caches.has(folder)) break;
      if (isCache(folder, known)) caches.add(folder);
    }
  return caches;
}

function isCache(folder: string, known: ReadonlySet<string>): boolean {
  // A repository is never a cache of itself.
  if (folder.split("/").includes(".git")) return false;
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  if (always.has(name)) return true;
  if (inside.some((file) => known.has(`${folder}/${file}`))) return true;
  return besides.some((rule) => {
    if (folder !== rule.folder && !folder.endsWith(`/${rule.folder}`)) return false;
    return known.has(folder.slice(0, folder.length - rule.folder.length) + rule.file);
  });
}

/** The cache that a path is in; null if in none. */
export function cacheOf(path: string, caches: ReadonlySet<string>): string | null {
  return [...foldersAbove(path), path].find((folder) => caches.has(folder)) ?? null;
}

function* foldersAbove(path: string): Generator<string> {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) yield path.slice(0, at);
}
