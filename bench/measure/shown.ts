import type { Tab } from "./tab.ts";

/**
 * For `addInitScript`: notes when an element that matches and holds the text has been painted, in milliseconds after the
 * first byte of the page.
 */
export function notesShown(selector: string, text: string): string {
  return `{
    const look = () => {
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})];
      if (!found.some((one) => one.textContent.includes(${JSON.stringify(text)}))) return requestAnimationFrame(look);
      const [{ responseStart }] = performance.getEntriesByType("navigation");
      requestAnimationFrame(() => { window.shownMs = performance.now() - responseStart; });
    };
    requestAnimationFrame(look);
  }`;
}

export function shownMs(tab: Tab): Promise<number> {
  return noted<number>(tab, "shownMs");
}

/** What a script in the page puts into a field of its window, once it does. */
export function noted<Value>(tab: Tab, field: string): Promise<Value> {
  return tab.evaluate<Value>(`new Promise((resolve) => {
    const look = () => (window.${field} === undefined ? setTimeout(look, 20) : resolve(window.${field}));
    look();
  })`);
}
