/** `/srv/app/web` is inside `/srv/app`, `/srv/app-docker` is not. */
export function isInside(path: string, root: string): boolean {
  if (!path.startsWith(root)) return false;
  return path.length === root.length || /[/\\]$/.test(root) || /[/\\]/.test(path[root.length] ?? "");
}
