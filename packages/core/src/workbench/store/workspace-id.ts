import { resolve } from "node:path";
import { digestOf } from "../../host/digest.ts";
import type { Host } from "../../host/host.ts";

type IdHost = Pick<Host, "files" | "platform">;

/** Links are resolved; letter case counts everywhere but on Windows. */
export function normalisedRoot(root: string, { files, platform }: IdHost): string {
  const real = files.real(resolve(root));
  return platform === "win32" ? real.toLowerCase() : real;
}

/** Names no path, and is the same every time. */
export function workspaceIdOf(root: string, host: IdHost): string {
  return digestOf(normalisedRoot(root, host)).slice(0, 32);
}

export const workspaceIdShape = /^[0-9a-f]{32}$/;
