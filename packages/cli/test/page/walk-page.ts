/** The parts of Playwright that walks through the page use. */
export interface Locator {
  waitFor(options?: { readonly state?: "visible" | "hidden" | "attached" }): Promise<void>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  pressSequentially(text: string): Promise<void>;
  inputValue(): Promise<string>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  focus(): Promise<void>;
  count(): Promise<number>;
  first(): Locator;
  last(): Locator;
  filter(options: { readonly hasText: string }): Locator;
  getByRole: WalkPage["getByRole"];
  getByText: WalkPage["getByText"];
}

export interface WalkPage {
  goto(url: string): Promise<unknown>;
  setDefaultTimeout(ms: number): void;
  reload(): Promise<unknown>;
  evaluate<Value = unknown>(expression: string): Promise<Value>;
  getByRole(role: string, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Locator;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  locator(selector: string): Locator;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme?: "light" | "dark"; readonly reducedMotion?: "reduce" }): Promise<void>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  waitForTimeout(ms: number): Promise<void>;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  close(): Promise<void>;
  on(event: "pageerror", listener: (error: unknown) => void): void;
  on(event: "console", listener: (line: { text(): string }) => void): void;
}

export interface WalkContext {
  newPage(): Promise<WalkPage>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** What the status region is about. */
export function stateOf(page: WalkPage): Promise<string | null> {
  return page.getByRole("status", { name: "Connection", exact: true }).getAttribute("data-state");
}
