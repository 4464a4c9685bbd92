import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseCall } from "../packages/cli/src/arguments/parse.ts";
import { isPage, sections } from "../tools/site/pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const pages = ["*.md", "docs/**/*.md", "packages/*/README.md", "deploy/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted();
const guide = ["README.md", "docs/users-guide.md", ...pages.filter((path) => path.startsWith("docs/guide/"))];

describe.each(pages)("%s", (page) => {
  test("has no link that leads nowhere", () => {
    const prose = textOf(page)
      .replace(/^```.*?^```/gms, "")
      .replace(/`[^`\n]*`/g, "");
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href);
    expect(links.filter((href) => !/^[a-z]+:/.test(href) && !leadsSomewhere(page, href))).toEqual([]);
  });
});

function leadsSomewhere(page: string, href: string): boolean {
  const [path = "", anchor] = href.split("#");
  // The pages of packages are published with links from the root.
  const folder = page.startsWith("packages/") && page !== "packages/vscode/README.md" ? "." : dirname(page);
  const target = path === "" ? page : relative(root, resolve(root, folder, decodeURI(path)));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith(".md") || anchorsOf(textOf(target)).has(anchor);
}

/** As forges make them of headings. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm);
  const anchors = [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(
    anchors.map((anchor, index) => {
      const before = anchors.slice(0, index).filter((one) => one === anchor).length;
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

test.each(guide.flatMap((page) => commandsOf(textOf(page)).map((command) => [page, command] as const)))(
  "%s: %s",
  (_, command) => {
    expect(() => parseCall(wordsOf(command).slice(1))).not.toThrow();
  },
);

test("commands are found in blocks and in tables, and a wrong one is noticed", () => {
  const text =
    "```\n$ reprise list --all   # all\ngit diff | reprise run -    the prompt\n```\n| `reprise open` | a page |\n";
  expect(commandsOf(text)).toEqual(["reprise list --all", "reprise run -", "reprise open"]);
  expect(() => parseCall(wordsOf("reprise list --al").slice(1))).toThrow("--al");
});

/** Calls in blocks without a language, up to what explains them or follows a pipe; and the first cell of tables. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\n(.*?)^```/gms)].flatMap(([, block = ""]) => block.split("\n"));
  const rows = [...text.matchAll(/^\| `(reprise [^`]+)`/gm)].map(([, command = ""]) => command);
  const calls = blocks.flatMap((line) => line.split(" | ")).map((line) => line.replace(/^\$ /, ""));
  return [...calls, ...rows].flatMap((line) => {
    const command = /^(?:npx )?(reprise(?: (?:"[^"]*"|'[^']*'|[^\s"'#>]+))*)/.exec(line)?.[1];
    return command === undefined || command.includes("[") ? [] : [command];
  });
}

function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}

describe("the guide", () => {
  const columns = 160;

  test.each(guide.filter((page) => page !== "docs/guide/keys.md"))("%s is two screens at most", (page) => {
    const lines = textOf(page).trimEnd().split("\n");
    const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
    expect(height).toBeLessThanOrEqual(100);
  });

  test("its first page leads to every other", () => {
    const first = textOf("docs/users-guide.md");
    for (const page of guide.slice(2)) expect(first).toContain(`](${relative("docs", page)})`);
  });
});

test("the site has every page, once", () => {
  const listed = sections(root).flatMap(({ pages }) => pages);
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
  const documents = pages.filter((path) => /^docs\/|^[A-Z_]+\.md$/.test(path) && path !== "AGENTS.md");
  expect(listed.toSorted()).toEqual(documents);
  for (const page of documents) expect(isPage(page), page).toBe(true);
});
