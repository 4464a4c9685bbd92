import type { EmbeddedImage, ItemBody } from "@reprise/model";
import { attachedIn } from "../attached-text.ts";

/** A part of a user message: text, an image, or a body the decoder already recognised. */
export type UserPart =
  | { readonly text: string }
  | { readonly image: EmbeddedImage | null; readonly name: string | null }
  | { readonly attached: ItemBody };

export interface SplitMessage {
  /** The user's own words; empty if there are none. */
  readonly words: readonly string[];
  readonly attached: readonly ItemBody[];
}

/** Separates the user's words from attachments. An image label names the image after it. */
export function splitParts(parts: readonly UserPart[]): SplitMessage {
  const words: string[] = [];
  const attached: ItemBody[] = [];
  let label: string | null = null;
  let imageCount = 0;
  for (const part of parts) {
    if ("image" in part) {
      imageCount += 1;
      attached.push(imageOf(part.image, label ?? part.name ?? `[Image #${imageCount}]`));
      label = null;
      continue;
    }
    const body = "attached" in part ? part.attached : attachedIn(part.text);
    if (body === null) words.push("text" in part ? part.text : "");
    else if (isLabel(body)) {
      if (label !== null) attached.push(imageOf(null, label));
      label = body.name;
    } else attached.push(body);
  }
  if (label !== null) attached.push(imageOf(null, label));
  return { words, attached };
}

function isLabel(body: ItemBody): body is ItemBody & { kind: "attachment" } {
  return body.kind === "attachment" && body.what === "image" && body.text === null && !body.image;
}

export function imageOf(image: EmbeddedImage | null, name: string): ItemBody {
  return { kind: "attachment", what: "image", name, text: null, ...(image && { image }) };
}

/** The bytes of a `data:` URL; null for other URLs or encodings. */
export function embeddedIn(url: string): EmbeddedImage | null {
  const [found, mediaType = ""] = /^data:([^;,]*)(?:;[^,;]*)*;base64,/.exec(url.slice(0, 200)) ?? [];
  return found === undefined ? null : { mediaType, base64: url.slice(found.length) };
}
