/** Terminal columns of a text without control characters. */
export function widthOf(text: string): number {
  if (isAscii.test(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += clusterWidth(cluster);
  return width;
}

/** At most `width` columns, with a mark where text was cut; whole characters only. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${beginning(clustersOf(text), width - 1).join("")}…`.slice(0, width <= 0 ? 0 : undefined);
}

/** As `cut`, but keeps the end: for paths. */
export function cutLeft(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const kept = beginning([...clustersOf(text)].reverse(), width - 1).reverse();
  return `…${kept.join("")}`.slice(0, width <= 0 ? 0 : undefined);
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

function beginning(clusters: Iterable<string>, width: number): string[] {
  const kept: string[] = [];
  let left = width;
  for (const cluster of clusters) {
    left -= clusterWidth(cluster);
    if (left < 0) break;
    kept.push(cluster);
  }
  return kept;
}

const isAscii = /^[ -~]*$/;
/** East Asian wide and full-width scripts (Unicode 17), and characters drawn as emoji by default. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const emojiSequence =
  /^(?:\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}.*(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]))/u;
/** Marks, format characters, and the jamo that join the preceding syllable. */
const noWidth = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u;

let segmenter: Intl.Segmenter | null = null;

function clustersOf(text: string): Iterable<string> {
  if (isAscii.test(text)) return text;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && isAscii.test(cluster)) return 1;
  if (emojiSequence.test(cluster)) return 2;
  let width = 0;
  for (const character of cluster) width += noWidth.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
