/** How the width is shared between the conversation and the panes beside it. */
export const usualShare = 0.55;
const [least, most] = [0.25, 0.75];

/** After dragging to a place, or a key: arrows move by a step, Home and End to the ends. */
export function draggedShare(x: number, left: number, width: number): number {
  return width <= 0 ? usualShare : within((x - left) / width);
}

export function shareAfterKey(share: number, key: string): number | null {
  switch (key) {
    case "ArrowLeft":
      return within(share - 0.02);
    case "ArrowRight":
      return within(share + 0.02);
    case "Home":
      return least;
    case "End":
      return most;
    default:
      return null;
  }
}

/** A stored one; the usual one for anything else. */
export function storedShare(text: string | null): number {
  const share = Number(text ?? Number.NaN);
  return Number.isFinite(share) && share > 0 ? within(share) : usualShare;
}

function within(share: number): number {
  return Math.max(least, Math.min(most, Math.round(share * 1000) / 1000));
}
