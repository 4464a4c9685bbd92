import { until } from "@reprise/testkit";

/** The parts of Playwright that are used here; it is installed apart from the workspace. */
export interface EditorBrowser {
  newPage(options: { viewport: { width: number; height: number } }): Promise<EditorPage>;
  close(): Promise<void>;
}

export interface EditorPage extends Frame {
  frames(): Frame[];
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  screenshot(options: { path: string }): Promise<unknown>;
  close(): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

export interface Frame {
  url(): string;
  locator(selector: string, options?: { hasText?: string | RegExp }): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  getByText(text: string | RegExp): Locator;
}

export interface Locator {
  first(): Locator;
  last(): Locator;
  count(): Promise<number>;
  click(options?: { timeout?: number }): Promise<void>;
  fill(text: string): Promise<void>;
  waitFor(options?: { state?: "visible" | "hidden"; timeout?: number }): Promise<void>;
  textContent(): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  isVisible(): Promise<boolean>;
}

/** Against hanging only. */
const [timeoutMs, timeout] = [120_000, 120_000];

/** A window of VS Code in a browser. */
export class EditorWindow {
  readonly page: EditorPage;

  constructor(page: EditorPage) {
    this.page = page;
  }

  /** Shows the side bar of the extension. */
  async showSideBar(): Promise<void> {
    await this.page.locator('.activitybar [aria-label="Reprise"]').first().click({ timeout });
  }

  /** Runs a command by its title. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input").first();
    await input.waitFor({ state: "visible" });
    await input.fill(`>${title}`);
    await this.page
      .locator(".quick-input-list .monaco-list-row", { hasText: title })
      .first()
      .click({ timeout });
  }

  /** The page of Reprise, once it is loaded; the last of several. */
  panel(): Promise<Frame> {
    return until(() => this.#panels().then((panels) => panels.at(-1) ?? null), {
      timeoutMs,
      what: "the page",
    });
  }

  async #panels(): Promise<Frame[]> {
    const found = [];
    for (const frame of this.page.frames()) {
      // Frames come and go while the window loads.
      const isPage = await frame
        .locator("#app main")
        .count()
        .catch(() => 0);
      if (isPage > 0) found.push(frame);
    }
    return found;
  }
}
