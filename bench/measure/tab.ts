import { readFileSync } from "node:fs";
import { startBrowser } from "../../packages/cli/test/examples/browser.ts";

/** The parts of Playwright that measurements use. */
export interface Tab {
  goto(url: string, options?: { readonly waitUntil?: "commit" }): Promise<unknown>;
  /** Runs an expression in the page and waits for its value. */
  evaluate<Value = unknown>(expression: string): Promise<Value>;
  /** Runs before the scripts of every page in it. */
  addInitScript(script: string): Promise<void>;
  route(path: string, answer: (route: TabRoute) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface TabRoute {
  fulfill(answer: { readonly contentType: string; readonly body: string }): Promise<void>;
}

/** A person's part of the browser: its tabs share cookies and what was loaded before. */
export interface Person {
  readonly request: { get(url: string, options: { readonly maxRedirects: number }): Promise<unknown> };
  newPage(): Promise<Tab>;
  close(): Promise<void>;
}

export class MeasuredBrowser {
  readonly #browser: PlaywrightBrowser;

  private constructor(browser: PlaywrightBrowser) {
    this.#browser = browser;
  }

  static async start(): Promise<MeasuredBrowser> {
    return new MeasuredBrowser((await startBrowser()) as unknown as PlaywrightBrowser);
  }

  /** Someone who has opened the link, though no page yet; without one, a stranger. */
  async person(link: URL | null): Promise<Person> {
    const person = await this.#browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (link !== null) await person.request.get(link.href, { maxRedirects: 0 });
    return person;
  }

  /** Of the largest tab: memory that is its own, as the browser's task manager shows it. */
  async tabBytes(): Promise<number> {
    const devtools = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
    await devtools.detach();
    const tabs = processInfo.filter(({ type }) => type === "renderer");
    return Math.max(...tabs.map(({ id }) => ownBytes(id)));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

interface PlaywrightBrowser {
  newContext(options: { readonly viewport: { readonly width: number; readonly height: number } }): Promise<Person>;
  newBrowserCDPSession(): Promise<{
    send(method: string): Promise<{
      readonly processInfo: readonly { readonly id: number; readonly type: string }[];
    }>;
    detach(): Promise<void>;
  }>;
  close(): Promise<void>;
}

function ownBytes(pid: number): number {
  const [, kilobytes = "0"] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
