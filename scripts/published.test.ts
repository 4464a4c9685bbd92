import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { mcpNameOf, PUBLISHED, publishedManifest, publishedReadme, repositoryOf } from "./published.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
const repository = "https://code.example/ann/reprise";

describe.each(PUBLISHED)("the manifest of packages/%s, as published", (folder) => {
  const published = publishedManifest(manifestOf(folder), { folder, repository: null });

  it("has what a registry shows, and nothing that only a checkout can use", () => {
    expect(published).toMatchObject({
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
      license: "MIT",
      author: "Reprise contributors",
      engines: { node: ">=22.19" },
      publishConfig: { access: "public" },
    });
    expect(published.keywords.length).toBeGreaterThan(4);
    for (const name of ["private", "scripts", "devDependencies", "repository", "homepage", "bugs"])
      expect(published).not.toHaveProperty(name);
  });

  it("names the repository it is released from", () => {
    expect(publishedManifest(manifestOf(folder), { folder, repository })).toMatchObject({
      repository: { type: "git", url: `git+${repository}.git`, directory: `packages/${folder}` },
      bugs: { url: `${repository}/issues` },
      homepage: `${repository}#readme`,
    });
  });
});

it("the address of the repository is one, or nothing is published under it", () => {
  expect(repositoryOf({})).toBe(null);
  for (const ending of ["", "/", ".git"])
    expect(repositoryOf({ REPRISE_REPOSITORY: repository + ending })).toBe(repository);
  for (const wrong of ["reprise", "git@code.example:ann/reprise", "https://code.example", 'https://code.example/a"b/c'])
    expect(() => repositoryOf({ REPRISE_REPOSITORY: wrong }), wrong).toThrow("REPRISE_REPOSITORY is not");
});

it.each([
  ["https://github.com/ann/reprise", "io.github.ann/reprise"],
  [repository, "example.code.ann/reprise"],
])("the MCP server of %s is %s", (address, name) => expect(mcpNameOf(address)).toBe(name));

describe("the page that a registry shows", () => {
  const page = "[guide](docs/users-guide.md#a), [site](https://x.example/), [below](#below) ![a picture](docs/a.svg)";

  it("leads into the repository, at its version", () => {
    expect(publishedReadme(page, { repository, version: "1.2.3" })).toBe(
      `[guide](${repository}/blob/v1.2.3/docs/users-guide.md#a), [site](https://x.example/), [below](#below) ` +
        `![a picture](${repository}/raw/v1.2.3/docs/a.svg)`,
    );
  });

  it("has no link that leads nowhere", () => {
    expect(publishedReadme(page, { repository: null, version: "1.2.3" })).toBe(
      "guide, [site](https://x.example/), [below](#below) ",
    );
  });
});
