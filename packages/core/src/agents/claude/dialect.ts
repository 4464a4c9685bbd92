import type { EmbeddedImage } from "@reprise/model";
import type { Dialect } from "../ailments/bad-item.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";

export const dialect: Dialect = {
  imageOf(value) {
    if (!isForeign(value) || value.type !== "base64") return null;
    const [mediaType, base64] = [textOf(value.media_type), textOf(value.data)];
    return mediaType?.startsWith("image/") && base64 !== null ? { mediaType, base64 } : null;
  },
  sealedFields: new Set(["signature"]),
  images: { mostPixels: 8000, onMorePixels: "healed" },
};

/** Including those in tool outputs. */
export function imagesIn(blocks: readonly Foreign[]): readonly EmbeddedImage[] {
  return blocks
    .flatMap((block) => [block, ...listOf(block.content)])
    .flatMap((block) => dialect.imageOf(fieldOf(block, "source")) ?? []);
}
