/** The part of a browser's document that matters here; there is none in an editor's process or in Node. */
interface Tab {
  readonly visibilityState: string;
  addEventListener(type: "visibilitychange", listener: () => void): void;
  removeEventListener(type: "visibilitychange", listener: () => void): void;
}

const ownTab = () => (globalThis as { readonly document?: Tab | undefined }).document;

/** Resolves while the tab is seen, at once, or when it is; and with the signal. */
export async function whenSeen(left: AbortSignal): Promise<void> {
  const tab = ownTab();
  if (tab === undefined) return;
  while (tab.visibilityState === "hidden" && !left.aborted) {
    await new Promise<void>((resolve) => {
      const wake = () => {
        tab.removeEventListener("visibilitychange", wake);
        left.removeEventListener("abort", wake);
        resolve();
      };
      tab.addEventListener("visibilitychange", wake);
      left.addEventListener("abort", wake);
    });
  }
}

/** Aborts once nobody has seen the tab for that long. Call `stop` when it no longer matters. */
export function unseenFor(ms: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const unseen = new AbortController();
  const tab = ownTab();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (tab?.visibilityState === "hidden") timer = setTimeout(() => unseen.abort(), ms);
  };
  tab?.addEventListener("visibilitychange", look);
  look();
  const stop = () => {
    clearTimeout(timer);
    tab?.removeEventListener("visibilitychange", look);
  };
  return { signal: unseen.signal, stop };
}
