import { until } from "@reprise/testkit";

/** The parts of Playwright that are used here; it is installed apart from the workspace. */
export interface EditorBrowser {
  newPage(options: { viewport: { width: number; height: number } }): Promise<EditorPage>;
  close(): Promise<void>;
}

export interface EditorPage extends Frame {
  frames(): Frame[];
  goto(url: string): Promise<unknown>;
  emulateMedia(media: { readonly colorScheme: "light" | "dark" }): Promise<void>;
  screenshot(options: { path: string }): Promise<unknown>;
  close(): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

export interface Frame {
  evaluate<Value>(script: string): Promise<Value>;
  locator(selector: string, options?: { hasText?: string | RegExp }): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  getByText(text: string | RegExp): Locator;
}

export interface Locator {
  filter(options: { hasText: string | RegExp }): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  first(): Locator;
  last(): Locator;
  count(): Promise<number>;
  click(options?: { timeout?: number }): Promise<void>;
  fill(text: string, options?: { timeout?: number }): Promise<void>;
  press(key: string): Promise<void>;
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

  /** Runs a command by its title. What is typed closes when something else takes the focus: then it is typed again. */
  async run(title: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget input").first();
    const command = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    const isRun = async () => {
      if (!(await input.isVisible())) await this.page.keyboard.press("F1");
      try {
        await input.fill(`>${title}`, { timeout: 5000 });
        await command.click({ timeout: 5000 });
        return true;
      } catch {
        return false;
      }
    };
    await until(isRun, { timeoutMs, what: `the command ${title}` });
  }

  /** As a person does: the editor saves its state before. */
  async reload(): Promise<void> {
    await this.run("Developer: Reload Window");
    await until(async () => (await this.panels()).length === 0, {
      timeoutMs,
      what: "the end of the old window",
    });
  }

  /** The page of Reprise, once it is loaded; the last of several. */
  panel(): Promise<Frame> {
    return until(() => this.panels().then((panels) => panels.at(-1) ?? null), {
      timeoutMs,
      what: "the page",
    });
  }

  /** The page in the side bar, which a file that opens does not cover: the narrowest. */
  async sideBar(): Promise<Frame> {
    const panels = await this.panels();
    const widths = await Promise.all(panels.map((panel) => panel.evaluate<number>("innerWidth")));
    const found = panels[widths.indexOf(Math.min(...widths))];
    if (found === undefined) throw new Error("The page is gone.");
    return found;
  }

  /** Those whose address ends so, once there are that many. */
  panelsAt(ending: string, count: number): Promise<readonly Frame[]> {
    const find = async () => {
      const found = [];
      for (const panel of await this.panels()) if ((await addressOf(panel)).endsWith(ending)) found.push(panel);
      return found.length === count ? found : null;
    };
    return until(find, { timeoutMs, what: `${count} pages at ${ending}` });
  }

  /** Every page of Reprise that is loaded. */
  async panels(): Promise<Frame[]> {
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

/** Where in the page it is. */
export function addressOf(panel: Frame): Promise<string> {
  return panel.evaluate<string>("location.hash").catch(() => "");
}
