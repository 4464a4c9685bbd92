import { nodeFiles } from "./files/node-files.ts";

/** Resolves links; returns the path itself if it is missing. */
export function realHome(path: string): string {
  return nodeFiles.real(path);
}
