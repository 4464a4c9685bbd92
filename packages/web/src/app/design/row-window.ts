export interface RowWindow {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Tops of rows with known heights; the last one is the height of all. */
export function rowTops(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1);
  for (let index = 0; index < heights.length; index += 1) tops[index + 1] = (tops[index] ?? 0) + (heights[index] ?? 0);
  return tops;
}

/** The row at a height; the last one below all. */
export function rowAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows in view, and some more on each side so that fast scrolling shows no gap. */
export function rowsInView(tops: Float64Array, top: number, height: number, margin: number): RowWindow {
  const count = tops.length - 1;
  if (count <= 0) return { from: 0, to: 0 };
  return {
    from: rowAt(tops, Math.max(0, top - margin)),
    to: Math.min(count, rowAt(tops, top + height + margin) + 1),
  };
}

/** Where to scroll so that a row is in view; the same place if it is. */
export function scrolledTo(tops: Float64Array, row: number, top: number, height: number): number {
  const [start, end] = [tops[row] ?? 0, tops[row + 1] ?? 0];
  if (start < top) return start;
  return end > top + height ? end - height : top;
}
