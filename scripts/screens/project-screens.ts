import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WalkPage } from "../../packages/cli/test/page/walk-page.ts";
import { button, patch } from "../../packages/cli/test/page/walks.ts";
import { startWalkBrowser, WorkbenchStage } from "../../packages/cli/test/page/workbench-stage.ts";

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const;
const goal =
  "Port the parser to the new syntax tree\n\nKeep every public function, and cover each kind of node with a test.";

/** Projects of `reprise open` with the real Codex and a scripted model. Adds to the folder. */
export async function projectScreens(folder: string): Promise<void> {
  const stage = await WorkbenchStage.open("shop");
  const browser = await startWalkBrowser();
  try {
    await stage.serve();
    const page = await (await browser.newContext({ viewport: sizes.desktop })).newPage();
    await page.goto(stage.program.link.href);
    await page.evaluate(`location.hash = "#/projects"`);
    const work = new Work(stage, page);
    const path = await work.start();
    const shoot = async (name: string) => {
      for (const [size, box] of Object.entries(sizes))
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize(box);
          await page.emulateMedia({ colorScheme });
          await page.waitForTimeout(800); // for the end of a conversation
          await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
          process.stderr.write(`screens: page/${name}-${size}-${colorScheme}\n`);
        }
      await page.setViewportSize(sizes.desktop);
    };
    await shoot("project");
    await button(page, "Interrupt").click();
    await button(page, "Stop here").click();
    await button(page, "Iterate 10 more rounds").waitFor();
    damaged(stage, path);
    await page.evaluate(`location.hash = "#/projects"`);
    await page.getByText("damaged").first().waitFor();
    await shoot("projects");
  } finally {
    await browser.close();
    await stage.close();
  }
}

class Work {
  readonly #stage: WorkbenchStage;
  readonly #page: WalkPage;
  #reply = 0;

  constructor(stage: WorkbenchStage, page: WalkPage) {
    this.#stage = stage;
    this.#page = page;
  }

  /** Three rounds, one that fails, and one that is at work. Returns the folder of the project. */
  async start(): Promise<string> {
    const { model } = this.#stage;
    model.push(...this.#steps());
    const page = this.#page;
    await button(page, "Start a project").first().click();
    await page.getByRole("textbox", { name: "Goal" }).fill(goal);
    await page.locator("dialog input[type=number]").fill("3");
    await button(page, "Start").last().click();
    await page.locator(".rounds-line li").first().waitFor();
    const path = decodeURIComponent((await page.evaluate<string>("location.hash")).replace("#/projects/", ""));
    this.#tasks(
      path,
      ["Read statements and blocks"],
      ["Expressions by precedence", "Template strings"],
      ["Lexer keeps comments"],
    );
    await this.#round("Parser: the lexer keeps comments", "Parser: read statements");
    this.#tasks(
      path,
      ["Expressions by precedence"],
      ["Template strings", "Errors point at the token"],
      ["Lexer keeps comments", "Statements and blocks"],
    );
    await this.#round("Parser: read blocks");
    await button(page, /Iterate 10 more rounds/).click();
    await page.locator("dialog input[type=number]").fill("4");
    await page.locator("dialog").getByRole("button", { name: "Iterate 4 more rounds" }).click();
    await this.#round("Parser: expressions by precedence", "Parser: fewer passes", "Parser: test each operator");
    this.#tasks(
      path,
      ["Template strings"],
      ["Errors point at the token"],
      ["Lexer keeps comments", "Statements and blocks", "Expressions by precedence"],
    );
    await model.arrived(this.#reply + 2);
    await page.getByText("Round 2/4").first().waitFor();
    return path;
  }

  #steps() {
    const done = (text: string, outputTokens: number) => [
      { delayMs: 1500 },
      { hang: true as const },
      { text },
      { usage: { inputTokens: 9000, outputTokens } },
    ];
    return [
      done("The lexer keeps comments now, and statements are read into the new tree. Next: blocks.", 3200),
      done("Blocks are read. `npm test` passes: 41 tests.", 21_000),
      [{ http: { status: 400, body: { error: { message: "The input is too long for this model." } } } }],
      done("Expressions are read **by precedence**. Each operator has a test.", 12_000),
      [patch("*** Add File: src/template.ts", "+export const template = /`/;")],
      [{ partial: "Template strings need a stack of lexer states: I add one." }, { hang: true as const }],
    ];
  }

  /** The commits of the round that is at work, then its end. */
  async #round(...subjects: readonly string[]): Promise<void> {
    const { model, folder } = this.#stage;
    this.#reply += 1;
    await model.streamed({ reply: this.#reply, action: 2 });
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
    for (const [index, subject] of subjects.entries()) {
      writeFileSync(join(folder, `step-${this.#reply}-${index}.ts`), `// ${subject}\n`);
      git("add", "*.ts");
      git("-c", "user.name=Sam", "-c", "user.email=sam@example.com", "commit", "-m", subject);
    }
    model.release();
    await model.ended(this.#reply);
    if (this.#reply === 2) this.#reply += 1; // refused by the model
  }

  #tasks(path: string, ...lists: readonly (readonly string[])[]): void {
    const file = join(path, "MAIN.md");
    const titles = ["In Progress", "Todo", "Done"];
    const text = readFileSync(file, "utf8").replace(/^## In Progress[\s\S]*$/m, "");
    const parts = titles.map(
      (title, index) => `## ${title}\n\n${(lists[index] ?? []).map((task) => `- ${task}\n`).join("")}`,
    );
    writeFileSync(file, `${text}${parts.join("\n")}`);
  }
}

function damaged({ folder }: WorkbenchStage, from: string): void {
  const path = join(folder, ".reprise/projects/2026/10/30/1");
  mkdirSync(path, { recursive: true });
  const text = readFileSync(join(from, "MAIN.md"), "utf8").replace(
    /^# Overall Goal[\s\S]*?(?=^## )/m,
    "# Overall Goal\n\nTranslate every screen\n\n",
  );
  writeFileSync(join(path, "MAIN.md"), text);
  const [first, ...rest] = readFileSync(join(from, "rounds.jsonl"), "utf8").split("\n");
  writeFileSync(
    join(path, "rounds.jsonl"),
    [first?.replace("Port the parser to the new syntax tree", "Translate every screen"), rest.at(-2), ...rest].join(
      "\n",
    ),
  );
}
