import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { benchFolder } from "../corpus/prepare.ts";
import { run } from "./command.ts";
import { node } from "./reprise.ts";

export const searchPath = process.env.PATH ?? "/usr/bin:/bin";

/** Null where it is not installed. */
export function installed(name: string): string | null {
  for (const folder of searchPath.split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {} // not there
  }
  return null;
}

const ccusageVersion = "20.0.24";

/** ccusage of a fixed version, installed beside the corpora; null where the registry cannot be reached. */
export async function ccusage(say: (text: string) => void): Promise<string | null> {
  const folder = join(benchFolder(), "peers", `ccusage-${ccusageVersion}`);
  const manifest = join(folder, "node_modules/ccusage/package.json");
  const npm = installed("npm");
  if (!existsSync(manifest)) {
    if (npm === null) return null;
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", `ccusage@${ccusageVersion}`];
    // With the settings of whoever runs the bench: they say where packages come from.
    const env = { ...(process.env as Record<string, string>), PATH: `${dirname(node)}${delimiter}${searchPath}` };
    try {
      await run({ program: npm, args, cwd: folder, env });
    } catch (error) {
      say(`ccusage is left out: ${(error as Error).message.slice(0, 200)}`);
      return null;
    }
  }
  return join(folder, "node_modules/.bin/ccusage");
}
