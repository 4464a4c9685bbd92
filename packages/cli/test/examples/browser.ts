import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const tools = fileURLToPath(new URL("../../../../tools/browser/", import.meta.url));
/** Where the browser is unpacked, once for a checkout. */
const folder = fileURLToPath(new URL("../../../../.reprise-setup/browser", import.meta.url));

/** The parts of Playwright that the tests use; it is installed apart from the workspace. */
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  fill(selector: string, text: string): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  click(selector: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
  textContent(selector: string): Promise<string | null>;
  inputValue(selector: string): Promise<string>;
  isDisabled(selector: string): Promise<boolean>;
  locator(selector: string): { allInnerTexts(): Promise<string[]> };
  emulateMedia(media: { colorScheme?: "light" | "dark"; reducedMotion?: "reduce" }): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>;
  pdf(options: { path: string; format: "A4" }): Promise<unknown>;
  close(): Promise<void>;
  url(): string;
  /** Runs an expression in the page and waits for its value. */
  evaluate(expression: string): Promise<unknown>;
  waitForSelector(selector: string): Promise<unknown>;
  /** What the browser keeps for all pages that share it. */
  context(): { cookies(): Promise<readonly Cookie[]> };
  on(
    event: "console" | "pageerror" | "request" | "response" | "websocket",
    listener: (value: {
      text?(): string;
      url?(): string;
      headers?(): Record<string, string>;
      status?(): number;
    }) => void,
  ): void;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly httpOnly: boolean;
  readonly sameSite: string;
  readonly expires: number;
}

export interface Browser {
  /** Pages of one person: they share cookies, and nothing with others. */
  newContext(options?: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
  newPage(options: { viewport: { width: number; height: number } }): Promise<Page>;
  isConnected(): boolean;
  close(): Promise<void>;
}

let shared: Promise<Browser> | null = null;

/** The one Chromium of this worker, which ends with it: `close` ends only what was opened through it. */
export async function shareBrowser(): Promise<Browser> {
  if (shared !== null && !(await shared).isConnected()) shared = null; // a test may have crashed it
  shared ??= startBrowser();
  const browser = await shared;
  const opened: { close(): Promise<void> }[] = [];
  const kept = <Opened extends { close(): Promise<void> }>(one: Opened): Opened => {
    opened.push(one);
    return one;
  };
  return {
    // What moves while a test waits is drawn sixty times a second.
    newContext: async (options) => kept(await browser.newContext({ reducedMotion: "reduce", ...options })),
    newPage: async (options) => kept(await browser.newPage(options)),
    isConnected: () => browser.isConnected(),
    close: async () => {
      for (const one of opened.splice(0)) await one.close();
    },
  };
}

/** A real Chromium. Its sandbox needs a user other than root. */
export async function startBrowser(): Promise<Browser> {
  const require = createRequire(`${tools}package.json`);
  const { chromium } = require("playwright-core");
  const { default: packed } = await import(pathToFileURL(require.resolve("@sparticuz/chromium")).href);
  mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const executablePath = process.env.REPRISE_BROWSER ?? (await packed.executablePath());
    // Its own set-up lets pages call any origin, which these tests are about, and ends with its first page.
    // Neither is a picture of WebGL: drawing everything by a graphics card that is not there takes most of a page's time.
    const unwanted = /web-security|insecure-content|site-isolation|single-process|gpu|use-gl|angle|swiftshader/;
    const args = packed.args.filter((one: string) => !unwanted.test(one));
    return await launched(() =>
      chromium.launch({ executablePath, args: [...args, "--no-sandbox", "--disable-gpu"], headless: true }),
    );
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Tries again while another test unpacks it for the first time in this checkout. */
async function launched(launch: () => Promise<Browser>): Promise<Browser> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await launch();
    } catch (error) {
      if (tries === 120 || !String(error).includes("ETXTBSY")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
