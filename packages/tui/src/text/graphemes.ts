let segmenter: Intl.Segmenter | null = null;

/** Characters as a person sees them. What finds them takes longer to make than a list takes to draw: not before it is needed. */
export function graphemesIn(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}
