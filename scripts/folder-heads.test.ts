import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { foldersIn, headIn, isFolderHead, missingIn, namesIn, readHead, sourceCount } from "./folder-heads.ts";
import { sourcesIn } from "./import-rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = foldersIn(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"), root);

describe("the folders of ARCHITECTURE.md", () => {
  test("are all that there are, to the depth of the list", () => {
    const listed = new Set(folders.map(({ folder }) => folder));
    const packages = readdirSync(join(root, "packages"));
    const core = foldersBelow("packages/core/src");
    const agents = foldersBelow("packages/core/src/agents").filter((path) => listed.has(path));
    expect(agents.length).toBeGreaterThan(3);
    expect(core.filter((path) => !listed.has(path))).toEqual([]);
    const isListed = (name: string) => [...listed].some((path) => path.startsWith(`packages/${name}/`));
    expect(packages.filter((name) => !isListed(name))).toEqual([]);
  });

  test.each(folders)("$folder starts with $main, whose head says where to look", (one) => {
    const head = readHead(one, root);
    if (sourceCount(one.folder, root) >= 4) expect(head).not.toBeNull();
    const lines = (head ?? "").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.filter((line) => line.length > 147)).toEqual([]);
    expect(namesIn(head ?? "").length).toBeGreaterThan(2);
    expect(missingIn(one, head ?? "", root)).toEqual([]);
  });
});

test("every head, those of smaller folders too, names only what is there", () => {
  const heads = sourcesIn(root).flatMap((main) => {
    const head = readHead({ folder: dirname(main), main }, root);
    return head !== null && isFolderHead(head) ? [{ folder: dirname(main), main, head }] : [];
  });
  expect(heads.length).toBeGreaterThan(folders.length);
  const listed = new Map(folders.map((one) => [one.main, one.folder]));
  const missing = heads.map(({ folder, main, head }) => ({
    main,
    names: missingIn({ main, folder: listed.get(main) ?? folder }, head, root),
  }));
  expect(missing.filter(({ names }) => names.length > 0)).toEqual([]);
});

function foldersBelow(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
}

describe("a head", () => {
  test("is the comment above the imports, not that of what follows", () => {
    expect(headIn('/**\n * Words.\n *\n * - what: a.ts\n */\n\nimport "b";\n')).toBe("Words.\n\n- what: a.ts\n");
    expect(headIn("/** One line. */\n\nexport {};\n")).toBeNull();
    expect(headIn("/**\n * Of this.\n */\nexport const a = 1;\n")).toBeNull();
  });

  test("names files and folders, also several at once", () => {
    const head =
      "how: read/a.ts, then b.tsx; more: peek/ (see docs/x.md), of screens/<name>/{keys,view}.ts. And so on: 3.5, e.g.";
    expect(namesIn(head)).toEqual([
      "read/a.ts",
      "b.tsx",
      "peek/",
      "docs/x.md",
      "screens/<name>/keys.ts",
      "screens/<name>/view.ts",
    ]);
  });

  test("with a name that is not there says which", () => {
    const host = { folder: "packages/core/src/host", main: "packages/core/src/host/host.ts" };
    const head =
      "node-host.ts, files/lock.ts, gone.ts, log/log.ts, model/ids.ts, docs/acp.md, nowhere/, agents/<agent>/chat.ts";
    expect(missingIn(host, head, root)).toEqual(["gone.ts", "nowhere/"]);
  });
});
