/** Where the preview is, without the line that separates it from the list. */
export interface PanePosition {
  readonly isBeside: boolean;
  readonly columns: number;
  readonly height: number;
}

export const besideFrom = 120;
const belowFrom = 40;
const leastHeight = 10;
/** Rows of a list that need not be shorter for a preview. */
export const enoughRows = 20;

export const whyNoPane = `The preview needs ${besideFrom} columns or ${belowFrom} rows.`;

/**
 * Beside the list if both fit, else below it; null if there is no room. `room`: lines for the list and the preview. `listRows`: those
 * that a list above it keeps.
 */
export function panePosition(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  { room, listRows }: { readonly room: number; readonly listRows: number },
): PanePosition | null {
  if (columns >= besideFrom && room >= leastHeight) {
    const wide = Math.min(110, Math.floor(columns * 0.42));
    return { isBeside: true, columns: wide, height: room };
  }
  if (rows < belowFrom) return null;
  const height = (listRows < enoughRows ? room - listRows : Math.min(room - listRows, Math.floor(room / 2))) - 1;
  return height < leastHeight ? null : { isBeside: false, columns, height };
}
