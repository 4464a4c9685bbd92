/** An image of a prompt is stored as `inputs/HASH-NAME`, with the name that it had. */
const kept = /\/inputs\/[0-9a-f]{32}-([^/]+)$/;

/** The name that an image had before it was stored; null for any other path. */
export function keptImageName(path: string): string | null {
  return kept.exec(path)?.[1] ?? null;
}

/** As people know a file of a prompt. */
export function inputName(path: string): string {
  return keptImageName(path) ?? path.split("/").at(-1) ?? path;
}
