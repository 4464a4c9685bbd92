import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { notSeen, type Seen, seenAfter } from "./seen.ts";
import { visiblePart } from "./visible-part.ts";

/** How much of a scrolling element was on the screen since it shows this question. */
export function useSeen(question: string, element: RefObject<HTMLElement | null>): Seen {
  const [state, setState] = useState({ question, seen: notSeen });
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const look = () =>
      setState((before) => {
        const known = before.question === question ? before.seen : notSeen;
        const seen = seenAfter(known, visiblePart(shown));
        return before.question === question && seen === before.seen ? before : { question, seen };
      });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(shown);
    document.addEventListener("scroll", look, { capture: true, passive: true });
    document.addEventListener("visibilitychange", look);
    window.addEventListener("resize", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("scroll", look, { capture: true });
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("resize", look);
    };
  }, [question, element]);
  return state.question === question ? state.seen : notSeen;
}
