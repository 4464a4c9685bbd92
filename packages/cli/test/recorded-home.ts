import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scratch } from "@reprise/testkit";

export const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures/codex/", import.meta.url));

/** The session of `fillHome` that ended well. */
export const finished = "codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761";

/** A home with a session of the workspace that ended well and one that was killed. */
export function fillHome({ home, workspace }: Pick<Scratch, "home" | "workspace">): void {
  const sessions = join(home, ".codex", "sessions");
  for (const name of ["complete-two-turns", "kill9-mid-tool"])
    cpSync(join(fixtures, name, "sessions"), sessions, { recursive: true });
  for (const { name, parentPath } of readdirSync(sessions, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name);
    if (name.endsWith(".jsonl")) writeFileSync(path, readFileSync(path, "utf8").replaceAll("/srv/proj-a", workspace));
  }
}
