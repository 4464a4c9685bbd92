/** The path from the root on, when it lies below it. */
export function relativeTo(root: string | null, path: string): string {
  return root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
