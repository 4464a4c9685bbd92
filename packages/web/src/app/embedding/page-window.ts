/** What is used of the window, in types that need no browser. */
export interface PageWindow {
  readonly location: { hash: string };
  readonly document: PageDocument;
  addEventListener(type: string, listener: (event: PageEvent) => void, isCapturing?: boolean): void;
}

interface PageDocument {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener(type: string, listener: (event: PageEvent) => void): void;
}

interface PageEvent {
  readonly data?: unknown;
  readonly defaultPrevented: boolean;
  readonly target: unknown;
  preventDefault(): void;
  stopPropagation(): void;
}
