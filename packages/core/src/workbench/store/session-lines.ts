/** How lines are on disk: in the clear, or sealed. */
export interface SessionLines {
  /** The line before the manifest; null for none. */
  readonly header: string | null;
  /** Positions count from 1, for the manifest. */
  seal(text: string, position: number): string;
  /** Null: not the line that was written there. */
  open(line: string, position: number): string | null;
}

export const plainLines: SessionLines = { header: null, seal: (text) => text, open: (line) => line };
