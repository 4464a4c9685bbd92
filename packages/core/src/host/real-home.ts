import { nodeFiles } from "./files/node-files.ts";

/** A home's path with links resolved; as it is named where it is not there. */
export function realHome(path: string): string {
  return nodeFiles.real(path);
}
