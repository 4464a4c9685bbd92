import type { Glimpse } from "./seen.ts";

/** The part of a scrolling element's content that is on the screen: not cut off by the window or by elements around it. */
export function visiblePart(element: HTMLElement): Glimpse {
  const { scrollTop, scrollHeight: total } = element;
  const own = element.getBoundingClientRect();
  let [top, bottom] = [Math.max(own.top, 0), Math.min(own.bottom, window.innerHeight)];
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const box = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  const isShown = document.visibilityState === "visible" && own.width > 0;
  return { top: scrollTop + top - own.top, height: isShown ? bottom - top : 0, total };
}
