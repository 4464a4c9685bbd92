import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Asks which system this is. To pass it on, or to say its name, is no branch. */
const asks = /process\.platform|\bplatform [!=]==/;
const passedOn = /platform: process\.platform,$|: NodeJS\.Platform = process\.platform/;

test("docs/platforms.md has every file of the product that does something else on another system, and its tests exist", () => {
  const page = readFileSync(join(root, "docs/platforms.md"), "utf8");
  const listed = [...page.matchAll(/^\| (packages\/\S+) \|/gm)].map(([, file]) => file ?? "");
  const files = globSync("packages/{core,cli,tui,web,acp,mcp,chat,demo,model,vscode}/src/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      return lines.some((line) => asks.test(line) && (!passedOn.test(line.trim()) || listed.includes(file)));
    });
  expect(listed.toSorted()).toEqual(files.toSorted());
  const tests = globSync("packages/*/{src,test}/**/*.test.ts", { cwd: root }).map((file) => file.split("/").at(-1));
  for (const [, name] of page.matchAll(/`([\w-]+\.test\.ts)`/g)) {
    if (name !== "platforms.test.ts") expect(tests, name).toContain(name);
  }
});
