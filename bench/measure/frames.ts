export interface Frames {
  readonly count: number;
  readonly ms: number;
  readonly longestMs: number;
}

interface FrameConditions {
  /** Expressions in the page. */
  readonly isBegun: string;
  readonly isOver: string;
}

/** Counts the frames of a page from one condition to the other, into `window.measuredFrames`. */
export function frameScript({ isBegun, isOver }: FrameConditions): string {
  return `{
    delete window.measuredFrames;
    const times = [];
    const frame = () => {
      if (times.length > 0 || ${isBegun}) times.push(performance.now());
      if (times.length === 0 || !(${isOver})) return requestAnimationFrame(frame);
      const gaps = times.slice(1).map((time, index) => time - times[index]);
      window.measuredFrames = { count: gaps.length, ms: times.at(-1) - times[0], longestMs: Math.max(0, ...gaps) };
    };
    requestAnimationFrame(frame);
  }`;
}

export function framesPerSecond({ count, ms }: Frames): number {
  if (count === 0) throw new Error("A stream began and ended within a frame: nothing was measured.");
  return (count / ms) * 1000;
}
