import type { AilmentFate, AilmentKind, EmbeddedImage } from "@reprise/model";
import { isForeign } from "../foreign.ts";
import { type ImageRules, imageFault } from "./image-fault.ts";

/** A fault in one item that makes a model refuse the whole history. */
export interface BadItem {
  readonly kind: AilmentKind;
  /** A sentence. */
  readonly what: string;
  /** Set where this agent handles it unlike others of its kind. */
  readonly onResume?: AilmentFate | null | undefined;
}

/** The strictest vendor's limit on text. */
const mostCharacters = 10 * 1024 * 1024;

/** How an agent writes non-text content. */
export interface Dialect {
  /** Null if the value is not an image. */
  imageOf(value: unknown): EmbeddedImage | null;
  /** Fields that only the vendor can read. */
  readonly sealedFields: ReadonlySet<string>;
  readonly images?: ImageRules | undefined;
}

/** Reports each kind once per item, at its first occurrence. */
export function badItemsIn(item: unknown, dialect: Dialect): readonly BadItem[] {
  const found = new Map<AilmentKind, BadItem>();
  const add = (badItem: BadItem) => void (found.has(badItem.kind) || found.set(badItem.kind, badItem));
  const characters = countAndLook(item, dialect, add);
  if (characters > mostCharacters)
    add({
      kind: "oversized-item",
      what: `An item with ${characters} characters of text; models accept at most ${mostCharacters}.`,
    });
  return [...found.values()];
}

function countAndLook(value: unknown, dialect: Dialect, add: (badItem: BadItem) => void): number {
  const image = typeof value === "string" || isForeign(value) ? dialect.imageOf(value) : null;
  if (image) {
    const fault = imageFault(image, dialect.images);
    if (fault) add(fault);
    return 0;
  }
  if (typeof value === "string") {
    lookAtText(value, add);
    return value.length;
  }
  if (typeof value !== "object" || value === null) return 0;
  let characters = 0;
  for (const [field, inner] of Object.entries(value)) {
    if (!dialect.sealedFields.has(field)) characters += countAndLook(inner, dialect, add);
  }
  return characters;
}

function lookAtText(text: string, add: (badItem: BadItem) => void): void {
  if (!text.isWellFormed()) add({ kind: "lone-surrogate", what: "A text with half a character (a lone surrogate)." });
  if (text.includes("\0")) add({ kind: "nul", what: "A text with a NUL character." });
}

/** For `data:` URLs, which several agents use. */
export function imageInAddress(value: unknown): EmbeddedImage | null {
  if (typeof value !== "string" || !value.startsWith("data:image/")) return null;
  const comma = value.indexOf(",", 0);
  const head = value.slice(5, comma === -1 ? value.length : comma);
  return { mediaType: head.split(";")[0] ?? "", base64: comma === -1 ? "" : value.slice(comma + 1) };
}
