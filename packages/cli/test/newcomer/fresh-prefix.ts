import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { locateBinary } from "@reprise/testkit";
import { PUBLISHED, stagePackages } from "../../../../scripts/published.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
export const readme = readFileSync(join(root, "README.md"), "utf8");

/** The built program as npm would publish it. */
export function packProgram(into: string): string {
  const staged = stagePackages(root, join(into, "staged"), null);
  const program = staged[PUBLISHED.indexOf("cli")] ?? "";
  const packed = execFileSync("npm", ["pack", program, "--pack-destination", into, "--silent"], { encoding: "utf8" });
  return join(into, packed.trim());
}

/** A prefix of npm with one Node and Codex in it, and nothing of Reprise until `install`. */
export class FreshPrefix {
  readonly #folder: string;

  constructor(folder: string, node: string) {
    this.#folder = folder;
    mkdirSync(join(folder, "bin"), { recursive: true });
    symlinkSync(node, join(folder, "bin/node"));
    symlinkSync(locateBinary("codex").command, join(folder, "bin/codex"));
  }

  /** Programs of this prefix come first, also for npm, which runs on its Node. */
  get path(): string {
    return `${join(this.#folder, "bin")}:/usr/local/bin:/usr/bin:/bin`;
  }

  get program(): string {
    return join(this.#folder, "bin/reprise");
  }

  /** What `npm install -g reprise` would fetch, from here. */
  install(tarball: string): void {
    this.npm("install", "-g", "--prefix", this.#folder, "--offline", "--no-audit", tarball);
  }

  npm(...args: string[]): string {
    // Without what `npm run` hands down: this checkout is stricter about the Node than a person's npm.
    const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
    const env = { ...Object.fromEntries(own), PATH: this.path };
    return execFileSync("npm", args, { cwd: this.#folder, encoding: "utf8", stdio: "pipe", env });
  }
}
