import type uPlot from "uplot";

/** Loads the charts. As they load they use the browser's language, and some browsers name one that does not exist. */
export async function loadPlot(): Promise<typeof uPlot> {
  if (!isLanguage(navigator.language))
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  return (await import("uplot")).default;
}

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false; // such as `en-US@posix`
  }
}
