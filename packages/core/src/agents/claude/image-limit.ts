import type { EmbeddedImage } from "@reprise/model";
import type { AilmentCollector, HistoryPosition } from "../ailments/ailment-collector.ts";
import { sizeOfImage, tooManyPixels } from "../ailments/image-fault.ts";
import { dialect } from "./dialect.ts";

const manyImages = 20;
const mostPixelsOfMany = 2000;

/** The Messages API allows fewer pixels per image if there are many. */
export class ImageLimit {
  #count = 0;
  #large: { readonly place: HistoryPosition; readonly what: string }[] = [];
  readonly #counts: { readonly place: HistoryPosition; readonly count: number }[] = [];

  take(images: readonly EmbeddedImage[], place: HistoryPosition): void {
    if (images.length === 0) return;
    this.#count += images.length;
    this.#counts.push({ place, count: images.length });
    for (const image of images) {
      const [width, height] = sizeOfImage(image) ?? [0, 0];
      const most = Math.max(width, height);
      if (most <= mostPixelsOfMany || most > (dialect.images?.mostPixels ?? 0)) continue;
      const what = `${tooManyPixels(width, height, mostPixelsOfMany)} This applies to sessions with more than ${manyImages} images.`;
      this.#large.push({ place, what });
    }
  }

  replaced(stays: (place: HistoryPosition) => boolean): void {
    const kept = this.#counts.filter(({ place }) => stays(place));
    this.#counts.splice(0, this.#counts.length, ...kept);
    this.#count = kept.reduce((sum, { count }) => sum + count, 0);
    this.#large = this.#large.filter(({ place }) => stays(place));
  }

  tell(collector: AilmentCollector): void {
    if (this.#count <= manyImages) return;
    for (const { place, what } of this.#large)
      collector.add([{ kind: "oversized-image", what, onResume: "healed" }], place);
  }
}
