import { globSync } from "node:fs";

/** The pages of the site by section, in the order of its menu. A page that is not named stands at the end of its folder. */
const order = {
  Guide: [
    "README.md",
    "docs/users-guide.md",
    ...["find", "continue", "run", "replay", "keep", "rounds", "reviews", "browser", "programs", "editors", "care"].map(
      (name) => `docs/guide/${name}.md`,
    ),
    ...["app", "conversation", "keys"].map((name) => `docs/guide/${name}.md`),
  ],
  Programs: ["chat", "http", "fleet", "mcp", "acp", "json"].map((name) => `docs/${name}.md`),
  Reference: ["security", "benchmarks", "platforms", "terminals"].map((name) => `docs/${name}.md`),
  Agents: "docs/agents",
  Formats: "docs/formats",
  Development: [
    ...["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/language.md", "docs/origins.md", "docs/traceability.md"],
    ...["SECURITY.md", "SUPPORT.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"],
  ],
  Decisions: "docs/decisions",
};

export function sections(root) {
  return Object.entries(order).map(([title, pages]) => ({
    title,
    pages: typeof pages === "string" ? globSync(`${pages}/*.md`, { cwd: root }).toSorted() : pages,
  }));
}

const single = new Set(Object.values(order).flatMap((pages) => (typeof pages === "string" ? [] : pages)));
const folders = Object.values(order).filter((pages) => typeof pages === "string");

export function isPage(path) {
  return single.has(path) || (path.endsWith(".md") && folders.some((folder) => path.startsWith(`${folder}/`)));
}
