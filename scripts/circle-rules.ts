import { posix } from "node:path";
import type { SourceFacts } from "./source-facts.ts";

/** Files that load each other: which of them runs first depends on who asked, and a constant of the other may be missing. */
export function brokenCircleRule(files: readonly Pick<SourceFacts, "path" | "loads">[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const loaded = new Map(
    files.map(({ path, loads }) => [
      path,
      loads.map(({ name }) => posix.join(posix.dirname(path), name)).filter((to) => paths.has(to)),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    const at = way.indexOf(path);
    if (at >= 0) found.push(`${way.slice(at).concat(path).join(" loads ")}: put what both need into a third file`);
    if (at >= 0 || done.has(path)) return;
    for (const next of loaded.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}
