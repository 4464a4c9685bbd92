let segmenter: Intl.Segmenter | null = null;

/** Graphemes. Creates the segmenter on first use: that takes longer than drawing a list. */
export function graphemesIn(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}
