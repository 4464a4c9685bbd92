/** The time between two pictures that nobody pressed a key for: a stream is drawn at most thirty times a second. */
const PICTURE_MS = 33;

interface Painter {
  /** After what the person did: in this moment, once for all that happened in it. */
  now(): void;
  /** After what came by itself. */
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
