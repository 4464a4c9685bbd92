/** What a bundle may ask of the reader. A larger one is refused before its parts are read. */
export interface BundleLimits {
  readonly parts: number;
  readonly manifestBytes: number;
  /** Of all parts together. */
  readonly totalBytes: number;
}

export const usualLimits: BundleLimits = {
  parts: 100_000,
  manifestBytes: 32 * 1024 * 1024,
  totalBytes: 4 * 1024 ** 3,
};
