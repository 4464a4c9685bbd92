import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Demo, openDemo } from "@reprise/demo";
import { until } from "@reprise/testkit";
import { type Browser, type Page, shareBrowser } from "../examples/browser.ts";
import { hostileRollout } from "./hostile-rollout.ts";

const program = fileURLToPath(new URL("../../dist/reprise.js", import.meta.url));
const tools = createRequire(new URL("../../../../tools/browser/package.json", import.meta.url));
const axe = readFileSync(tools.resolve("axe-core/axe.min.js"), "utf8");

/** The built `reprise open` over the sessions of the demo and a hostile one, and a person's browser. */
export class PageStage {
  readonly demo: Demo;
  readonly #server: ChildProcess;
  readonly #browser: Browser;
  readonly origin: string;
  /** Everything that a page asked for. */
  readonly requests: string[] = [];
  /** Everything that a page or the browser complained about. */
  readonly problems: string[] = [];
  #person: Awaited<ReturnType<Browser["newContext"]>>;

  private constructor(
    demo: Demo,
    { server, origin }: { server: ChildProcess; origin: string },
    browser: Browser,
    person: Awaited<ReturnType<Browser["newContext"]>>,
  ) {
    this.demo = demo;
    this.#server = server;
    this.#browser = browser;
    this.#person = person;
    this.origin = origin;
  }

  static async open(): Promise<PageStage> {
    const demo = await openDemo({ env: process.env, now: new Date(), program: [process.execPath, program] });
    writeHostile(demo);
    const server = spawn(process.execPath, [program, "open", "--json", "--no-browser", "--port", "0"], {
      env: demo.env,
      cwd: demo.cwd,
    });
    let said = "";
    server.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
    });
    await until(() => said.includes("\n"), { what: "the link" });
    const { url } = JSON.parse(said.split("\n")[0] ?? "") as { url: string };
    const browser = await shareBrowser();
    const person = await browser.newContext();
    const stage = new PageStage(demo, { server, origin: new URL(url).origin }, browser, person);
    const page = await stage.page();
    await page.goto(url);
    await page.waitForSelector("#sessions [role=option]");
    await page.close();
    return stage;
  }

  /** A tab of the person who opened the link. */
  async page({ width = 1280, height = 800 } = {}): Promise<Page> {
    const page = await this.#person.newPage();
    await page.setViewportSize({ width, height });
    page.on("request", (request) => this.requests.push(request.url?.() ?? ""));
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (line) => this.problems.push(line.text?.() ?? ""));
    return page;
  }

  /** A tab at a place of the page. */
  async at(hash: string, size?: { width: number; height: number }): Promise<Page> {
    const page = await this.page(size);
    await page.goto(`${this.origin}/${hash}`);
    return page;
  }

  async close(): Promise<void> {
    await this.#person.close();
    await this.#browser.close();
    this.#server.kill("SIGTERM");
    await once(this.#server, "exit");
    await this.demo.cleanup();
  }
}

/** Serious problems that axe finds on the page, each with the elements it is about. */
export async function seriousProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.map(({ html, any }) => html.slice(0, 160) + " " + (any[0]?.message ?? "")).join(" | ")))`);
  return found as string[];
}

export const hostileThread = "01a1e000-0000-7000-8000-00000000dead";

function writeHostile({ env, cwd }: Demo): void {
  const folder = join(env.CODEX_HOME ?? "", "sessions/2026/11/01");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `rollout-2026-11-01T10-00-00-${hostileThread}.jsonl`), hostileRollout(hostileThread, cwd));
}
