import type { PageWindow } from "./page-window.ts";

/** Editors take over links and keys of their webviews, on the window. Ours keep their meaning. */
export function keepOwnLinksAndKeys(window: PageWindow): void {
  keepLinks(window);
  keepKeys(window);
}

/** VS Code only scrolls for links that start with `#`. */
function keepLinks(window: PageWindow): void {
  window.addEventListener("click", (event) => {
    const link = (event.target as { closest?(selector: string): Anchor | null }).closest?.('a[href^="#/"]');
    const address = link?.getAttribute("href");
    if (!address) return;
    event.preventDefault();
    window.location.hash = address;
  });
}

interface Anchor {
  getAttribute(name: string): string | null;
}

/** VS Code also acts on keys that the page has used. They must not get to the window, so the last listener stops them. */
function keepKeys(window: PageWindow): void {
  const { document } = window;
  const stopUsed = (event: { readonly defaultPrevented: boolean; stopPropagation(): void }) => {
    if (event.defaultPrevented) event.stopPropagation();
  };
  const capture = true;
  window.addEventListener(
    "keydown",
    () => {
      document.removeEventListener("keydown", stopUsed);
      document.addEventListener("keydown", stopUsed);
    },
    capture,
  );
}
