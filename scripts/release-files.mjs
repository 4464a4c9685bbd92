/**
 * `node scripts/release-files.mjs FOLDER [FILE…]`: beside the packed packages in FOLDER, what else a release has: FILEs, the
 * entry for the registry of MCP servers, a Homebrew formula, and the checksums of all. `REPRISE_REPOSITORY` is their home.
 */
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mcpNameOf, repositoryOf } from "./published.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function writeReleaseFiles(folder, files, { version, description }, repository) {
  for (const file of files) copyFileSync(file, join(folder, basename(file)));
  writeFileSync(join(folder, "server.json"), `${JSON.stringify(serverEntry(version, repository), null, 2)}\n`);
  const sha256 = hashOf(join(folder, `reprise-${version}.tgz`));
  writeFileSync(join(folder, "reprise.rb"), formula({ version, description, repository, sha256 }));
  const names = readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .sort();
  const sums = names.map((name) => `${hashOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** A program that speaks MCP on stdin and stdout, from the npm package of this version. */
function serverEntry(version, repository) {
  const { hostname } = new URL(repository);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpNameOf(repository),
    title: "Reprise",
    description: "Lists, searches and reads every coding-agent session on this machine, read-only.",
    version,
    repository: { url: repository, source: hostname.split(".").at(-2) },
    packages: [
      {
        registryType: "npm",
        identifier: "reprise",
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  };
}

function formula({ version, description, repository, sha256 }) {
  // Homebrew's rules: no full stop, and not longer than 80 characters with the name.
  const short = description.replace(/:.*$/, "").replace(/\.$/, "");
  return `class Reprise < Formula
  desc "${short}"
  homepage "${repository}"
  url "${repository}/releases/download/v${version}/reprise-${version}.tgz"
  sha256 "${sha256}"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec/"lib/node_modules/reprise/dist/reprise.1"
    generate_completions_from_executable(bin/"reprise", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reprise --version")
    assert_match "No sessions", shell_output("#{bin}/reprise list --all")
  end
end
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...files] = process.argv.slice(2);
  const repository = repositoryOf(process.env);
  if (folder === undefined || repository === null)
    throw new Error("Usage: REPRISE_REPOSITORY=https://… node scripts/release-files.mjs FOLDER [FILE…]");
  const manifest = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
  writeReleaseFiles(folder, files, manifest, repository);
}
