import { useEffect } from "preact/hooks";

const everyMs = 30_000;

/** Calls every 30 seconds while the page is visible, and when it is visible again after longer than that. */
export function useRefresh(refresh: () => void): void {
  useEffect(() => {
    let last = Date.now();
    const tick = () => {
      if (document.visibilityState !== "visible" || Date.now() - last < everyMs) return;
      last = Date.now();
      refresh();
    };
    // More often than that, so that one tick that came early is not a refresh missed.
    const timer = setInterval(tick, everyMs / 10);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [refresh]);
}
