import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of `packages` that are published; the rest is bundled into them, or is for tests. */
export const PUBLISHED = ["model", "core", "chat", "cli"];

/**
 * The address of the repository, from `REPRISE_REPOSITORY`; null if it is not set. The sources do not know it: a fork
 * publishes under its own, and the release workflow sets the one it runs in.
 */
export function repositoryOf(env) {
  const address = env.REPRISE_REPOSITORY?.replace(/(?:\.git)?\/?$/, "");
  if (!address) return null;
  if (/^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~-]+)+$/.test(address)) return address;
  throw new Error(`REPRISE_REPOSITORY is not the https address of a repository: ${env.REPRISE_REPOSITORY}`);
}

/** What npm shows and installs: nothing that only a checkout can use. */
export function publishedManifest(manifest, { folder, repository }) {
  const { private: _, scripts, devDependencies, ...kept } = manifest;
  return {
    ...kept,
    ...(repository === null ? {} : addresses(repository, folder)),
    publishConfig: { access: "public" },
  };
}

function addresses(repository, folder) {
  return {
    repository: { type: "git", url: `git+${repository}.git`, directory: `packages/${folder}` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
    ...(folder === "cli" ? { mcpName: mcpNameOf(repository) } : {}),
  };
}

/** The name in the registry of MCP servers, which proves by it that server and package have one owner. */
export function mcpNameOf(repository) {
  const { hostname, pathname } = new URL(repository);
  const owner = pathname.split("/")[1];
  return `${[...hostname.split(".").reverse(), owner].join(".").replace("com.github.", "io.github.")}/reprise`;
}

/** A page of the checkout as npm shows it: its relative links lead into the repository, or become their text if that is not known. */
export function publishedReadme(text, { repository, version }) {
  return text.replace(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)/g, (_, mark, words, path) => {
    if (repository === null) return mark ? "" : words;
    return `${mark}[${words}](${repository}/${mark ? "raw" : "blob"}/v${version}/${path})`;
  });
}

/** Writes each published package, as built, to a folder of its own in `into`, ready for `npm pack`; returns these folders. */
export function stagePackages(root, into, repository = repositoryOf(process.env)) {
  rmSync(into, { recursive: true, force: true });
  return PUBLISHED.map((folder) => {
    const source = join(root, "packages", folder);
    const target = join(into, folder);
    const isProgram = folder === "cli";
    mkdirSync(target, { recursive: true });
    cpSync(join(source, "dist"), isProgram ? join(target, "dist") : target, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(isProgram ? source : target, "package.json"), "utf8"));
    const published = publishedManifest(manifest, { folder, repository });
    writeFileSync(join(target, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
    const readme = readFileSync(join(isProgram ? root : source, "README.md"), "utf8");
    writeFileSync(join(target, "README.md"), publishedReadme(readme, { repository, version: manifest.version }));
    cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
    return target;
  });
}
