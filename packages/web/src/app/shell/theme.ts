import { signal } from "@preact/signals";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const place = "reprise-theme";

export const theme = signal<Theme>("system");

/** Applies the stored choice. Without storage, the system's colours count. */
export function loadTheme(): void {
  const stored = read();
  apply(themes.find((one) => one === stored) ?? "system");
}

export function chooseTheme(chosen: Theme): void {
  apply(chosen);
  try {
    window.localStorage.setItem(place, chosen);
  } catch {
    // A browser that stores nothing: the choice lasts until the page is closed.
  }
}

function read(): string | null {
  try {
    return window.localStorage.getItem(place);
  } catch {
    return null; // storage is forbidden here
  }
}

function apply(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
