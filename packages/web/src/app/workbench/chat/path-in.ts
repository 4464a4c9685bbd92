/** A path as seen from the workspace; others stay as they are. */
export function pathIn(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
