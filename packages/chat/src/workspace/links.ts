/**
 * A link of a workspace leads into it. Its target goes up first, if at all, and then only down: a step up behind another link
 * could lead anywhere.
 */
export function staysInside(path: string, target: string): boolean {
  const names = target.split("/").filter((name) => name !== "" && name !== ".");
  const up = names.findIndex((name) => name !== "..");
  const steps = up === -1 ? names.length : up;
  if (target === "" || target.startsWith("/") || target.includes("\0")) return false;
  return steps < path.split("/").length && !names.slice(steps).includes("..");
}
