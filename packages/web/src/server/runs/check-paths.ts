import { isAbsolute } from "node:path";
import type { RunWish } from "@reprise/model";
import { badRequest } from "../problem.ts";

/** A relative path would mean something else for each process. Throws a `Problem`. */
export function checkPaths({ cwd, scope, settings, inputs = [] }: RunWish): void {
  checkSettings(settings);
  const paths = {
    cwd,
    ...(scope?.kind === "workspace" ? { "scope.root": scope.root } : {}),
    ...(scope?.kind === "project" || scope?.kind === "comments" ? { "scope.path": scope.path } : {}),
    ...Object.fromEntries(inputs.map(({ path }, index) => [`inputs.${index}.path`, path])),
  };
  for (const [name, path] of Object.entries(paths)) checkAbsolute(name, path);
}

export function checkSettings({ cwd }: { readonly cwd?: string | null | undefined }): void {
  if (cwd != null) checkAbsolute("settings.cwd", cwd);
}

export function checkAbsolute(name: string, path: string): void {
  if (isAbsolute(path)) return;
  const message = "takes an absolute path.";
  throw badRequest(`${name} ${message}`, [{ path: name, message }]);
}
