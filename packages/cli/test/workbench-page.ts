import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Page } from "@reprise/testkit";
import { httpWorkbenches } from "@reprise/web/client";
import type { OpenProgram } from "./open-stage.ts";

/** A page of a folder's workbench, as another program of the same person has it. */
export async function openWorkbenchPage(
  { link: { origin, port } }: OpenProgram,
  { state, folder }: { readonly state: string; readonly folder: string },
): Promise<Page> {
  const { token } = JSON.parse(readFileSync(join(state, "servers", `${port}.json`), "utf8"));
  const workbenches = httpWorkbenches((path, init = {}) =>
    fetch(origin + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
  );
  return Page.open(workbenches, folder);
}
