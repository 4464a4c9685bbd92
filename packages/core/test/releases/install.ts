import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReleaseAgent } from "./pinned.ts";

const platform = `${process.platform}-${process.arch}`;

const packages: Readonly<Record<ReleaseAgent, string>> = {
  codex: "@openai/codex",
  claude: "@anthropic-ai/claude-code",
  gemini: "@google/gemini-cli",
  opencode: `opencode-${platform}`,
};

/** Kept between campaigns. */
export const releasesFolder =
  process.env.REPRISE_RELEASES ?? fileURLToPath(new URL("../../../../.reprise-setup/releases", import.meta.url));

/** The program of a release, installed without its scripts if it is not there yet. */
export async function installRelease(agent: ReleaseAgent, version: string): Promise<string> {
  const folder = join(releasesFolder, agent, version);
  const stamp = join(folder, "ok");
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    const args = ["install", "--prefix", folder, ...options, `${packages[agent]}@${version}`];
    const [code] = await once(spawn("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }), "exit");
    if (code !== 0) throw new Error(`npm could not install ${packages[agent]}@${version}: it ended with ${code}.`);
    writeFileSync(stamp, "");
  }
  return programIn(join(folder, "node_modules"), agent);
}

/** As people have it: what npm links, or the native program where the link needs an install script. */
function programIn(modules: string, agent: ReleaseAgent): string {
  const places: Readonly<Record<ReleaseAgent, readonly string[]>> = {
    codex: [".bin/codex"],
    claude: [`@anthropic-ai/claude-code-${platform}/claude`, ".bin/claude"],
    gemini: [".bin/gemini"],
    opencode: [`opencode-${platform}/bin/opencode`],
  };
  const found = places[agent].map((place) => join(modules, place)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No program of ${agent} in ${modules}: ${readdirSync(modules).join(", ")}.`);
  return found;
}
