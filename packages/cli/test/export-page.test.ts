import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, type Page, shareBrowser } from "./examples/browser.ts";
import { run } from "./support/run.ts";
import { session, turn } from "./support/sessions.ts";

const long = Array.from({ length: 60 }, (_, line) => `line ${line + 1} ${"word ".repeat(30)}`).join("\n");
const reply = [
  "# Findings",
  "",
  "The total is **rounded too early**, see `cart.ts`:",
  "",
  "```ts",
  `const total = prices.map((price) => Math.round(price * rate)).reduce((a, b) => a + b, 0); // ${"x".repeat(120)}`,
  "```",
  "",
  "| file | lines | why it matters in the long run |",
  "| --- | ---: | --- |",
  `| src/${"deep/".repeat(14)}cart.ts | 12 | rounding |`,
  "",
  `- [ ] look at https://example.org/${"path/".repeat(30)}`,
  "- [x] write a test",
  "",
  "> Money is integers.",
].join("\n");

const items = [
  { kind: "prompt", text: `Why is a cent missing?\n\n日本語でも説明してください ${"あ".repeat(90)}` },
  { kind: "reasoning", text: "I look at the cart first.\n\nThen at the tax." },
  {
    kind: "command",
    command: `npm test -- ${"--flag ".repeat(40)}`,
    output: long,
    exitCode: 1,
    status: "failed",
  },
  {
    kind: "edit",
    status: "done",
    changes: [
      {
        path: "src/cart.ts",
        change: "update",
        diff: "@@ -1,3 +1,3 @@\n a\n-let sum = 0;\n+let sum = 0; // cents\n b\n",
      },
      { path: "src/old-name.ts", change: "move", diff: "", movedTo: "src/new-name.ts" },
    ],
  },
  { kind: "reply", text: reply },
] as const;

let browser: Browser;
let folder: string;
let page: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reprise-export-page-"));
  const turns = Array.from({ length: 3 }, (_, index) => turn(index + 1, items as never));
  const contents = { sessions: [session("abc")], turns };
  const { stdout } = await run("export abc --format html", { contents });
  writeFileSync(join(folder, "session.html"), stdout);
  browser = await shareBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(join(folder, "session.html")).href);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("an HTML export in a browser", () => {
  test.each([
    ["a phone", 360],
    ["a desktop", 1280],
    ["a wide screen", 2560],
  ])("fits %s: nothing is cut off or scrolls sideways but wide tables", async (_, width) => {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    const outside = `[...document.querySelectorAll("main *")].filter((one) => !one.closest(".table, details:not([open])") && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.tagName + "." + one.className)`;
    expect(await page.evaluate(outside)).toEqual([]);
  });

  test("reads as a person wrote it: Markdown, coloured diffs, folded output, the target of a move", async () => {
    const texts = (selector: string) => page.locator(`#turn-1 ${selector}`).allInnerTexts();
    expect(await texts("h4")).toEqual(["Findings"]);
    expect(await texts(".markdown strong")).toEqual(["rounded too early"]);
    expect(await texts(".diff :is(ins, del)")).toEqual(["-let sum = 0;", "+let sum = 0; // cents"]);
    expect((await texts(".path")).join()).toContain("move src/old-name.ts → src/new-name.ts");
    const isOpen = `document.querySelector("#turn-1 article.command details").open`;
    expect(await page.evaluate(isOpen)).toBe(false);
    await page.click("#turn-1 article.command summary");
    expect(await page.evaluate(isOpen)).toBe(true);
    await page.click("#turn-1 article.command summary");
  });

  test("links to its turns", async () => {
    await page.click('nav a[href="#turn-3"]');
    expect(await page.evaluate("document.querySelector('#turn-3').getBoundingClientRect().top < innerHeight")).toBe(
      true,
    );
  });

  test("prints everything, also what is folded", async () => {
    const path = join(folder, "session.pdf");
    await page.pdf({ path, format: "A4" });
    const pages = readFileSync(path, "latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    // Three times sixty long lines of output and the rest do not fit on four pages.
    expect(pages).toBeGreaterThan(4);
    expect(readFileSync(path, "latin1").startsWith("%PDF")).toBe(true);
  });
});
