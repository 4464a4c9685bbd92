// The documentation site: the pages of the checkout as they are, with a search that needs no server. `npm run site`.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { isPage, sections } from "../pages.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const repository = process.env.REPRISE_REPOSITORY ?? null;

export default defineConfig({
  title: "Reprise",
  description: "Find, read and continue every coding-agent session on this machine.",
  lang: "en",
  srcDir: root,
  outDir: join(root, "dist/site"),
  cacheDir: join(root, ".reprise-setup/site-cache"),
  srcExclude: ["{bench,deploy,examples,fixtures,packages,scripts,tools,dist,.reprise-setup,.github}/**"],
  rewrites: { "README.md": "index.md" },
  base: process.env.REPRISE_SITE_BASE ?? "/",
  // scripts/docs.test.ts looks at every link, also at those that leave the site.
  ignoreDeadLinks: true,
  lastUpdated: false,
  markdown: { html: false, config: withinSite },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: sections(root).map(({ title, pages }) => ({
      text: title,
      collapsed: title !== "Guide",
      items: pages.map((page) => ({ text: titleOf(page), link: page === "README.md" ? "/" : `/${page.slice(0, -3)}` })),
    })),
  },
});

function titleOf(page) {
  return page === "README.md" ? "Start" : (/^# (.+)$/m.exec(readFileSync(join(root, page), "utf8"))?.[1] ?? page);
}

/** A link to a file that is no page leads into the repository, if it is known, and else is only text. */
function withinSite(markdown) {
  // Interpolations of Vue are text here.
  const plain = markdown.renderer.rules.text ?? ((tokens, index) => markdown.utils.escapeHtml(tokens[index].content));
  markdown.renderer.rules.text = (tokens, index, ...rest) =>
    plain(tokens, index, ...rest).replaceAll("{{", "&#123;&#123;");
  markdown.core.ruler.push("within-site", ({ tokens, env }) => {
    for (const { children } of tokens) for (const link of children ?? []) mend(link, dirname(env.path ?? root));
  });
}

function mend(token, folder) {
  const href = token.type === "link_open" ? (token.attrGet("href") ?? "") : "";
  if (href === "" || /^(#|[a-z]+:)/.test(href)) return;
  const [path = ""] = href.split("#");
  const target = relative(root, resolve(folder, decodeURI(path)));
  if (!existsSync(join(root, target)) || isPage(target)) return;
  if (repository === null) token.attrs = null;
  else token.attrSet("href", `${repository}/blob/HEAD/${target}`);
}
