/** Addresses in the page: what stands after its `#`. */

/** The sessions of a folder; of no particular one if it is null. */
export function folderRoute(folder: string | null): string {
  return folder === null ? "/" : `/?folder=${encodeURIComponent(folder)}`;
}

export function restoreRoute(session: string): string {
  return `/sessions/${encodeURIComponent(session)}/restore`;
}

export const statusRoute = "/status";
