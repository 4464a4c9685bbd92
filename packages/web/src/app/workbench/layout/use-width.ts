import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Whether an element is at least so wide. */
export function useWidth(least: number): [isWide: boolean, element: RefObject<HTMLDivElement | null>] {
  const element = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(() => window.innerWidth >= least);
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    // Called before the first paint, without a layout of its own.
    const observer = new ResizeObserver(() => setWide(shown.clientWidth >= least));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [least]);
  return [isWide, element];
}
