import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const checkout = fileURLToPath(new URL("../../../..", import.meta.url));
/** The first release whose servers shared chats. */
const first = "37ca507e";

/** The worker of an earlier release, from its own sources; null if this checkout does not have them. */
export function olderWorker(folder: string, commit = process.env.REPRISE_OLDER ?? first): string | null {
  const root = join(folder, "older");
  mkdirSync(join(root, "node_modules/@reprise"), { recursive: true });
  try {
    const archive = execFileSync("git", ["archive", commit, "packages"], {
      cwd: checkout,
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
    execFileSync("tar", ["-x", "-C", root], { input: archive });
  } catch {
    return null;
  }
  const link = (from: string, to: string) => existsSync(from) && symlinkSync(from, to);
  for (const name of readdirSync(join(checkout, "node_modules")))
    if (name !== "@reprise") link(join(checkout, "node_modules", name), join(root, "node_modules", name));
  for (const name of readdirSync(join(root, "packages"))) {
    link(join(root, "packages", name), join(root, "node_modules/@reprise", name));
    link(join(checkout, "packages", name, "node_modules"), join(root, "packages", name, "node_modules"));
  }
  return join(root, "packages/chat/test/fleet/worker.ts");
}
