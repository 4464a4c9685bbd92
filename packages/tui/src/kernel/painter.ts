/** Minimum time between paints without a key press: at most thirty a second while streaming. */
const PICTURE_MS = 33;

interface Painter {
  /** After user input: paints in this tick, once for everything in it. */
  now(): void;
  /** After anything else. */
  soon(): void;
  close(): void;
}

export function painter(paint: () => void): Painter {
  let isQueued = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;
  const draw = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    isQueued = false;
    paintedAt = performance.now();
    paint();
  };
  const now = () => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(draw);
  };
  return {
    now,
    soon() {
      if (isQueued || timer) return;
      const left = paintedAt + PICTURE_MS - performance.now();
      if (left <= 0) now();
      else timer = setTimeout(draw, left);
    },
    close() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
