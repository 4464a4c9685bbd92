import { isAbsolute, resolve } from "node:path";
import { exactLine, type Scope, SessionError } from "@reprise/model";
import { z } from "zod";

export const scopeInput = z
  .string()
  .min(1)
  .default("workspace")
  .describe(
    'Which project: "workspace" (default) is the project of the current folder with its worktrees; "all" is every project on this machine; the path of a folder is the project of that folder',
  );

/** A relative path starts with a dot, so that a wrong word is not taken for a folder. */
export function scopeOf(text: string, workspace: string): Scope {
  if (text === "all") return "all";
  if (text === "workspace") return { workspace };
  if (isAbsolute(text) || /^\.{1,2}(?:[/\\]|$)/.test(text)) return { workspace: resolve(workspace, text) };
  throw new SessionError("bad-use", `scope is "workspace", "all" or the absolute path of a folder, not "${text}".`);
}

export function scopeWords(scope: Scope): string {
  return scope === "all" ? "all projects" : `the project of ${exactLine(scope.workspace)}`;
}
