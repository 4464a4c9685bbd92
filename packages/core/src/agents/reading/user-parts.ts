import type { EmbeddedImage, ItemBody } from "@reprise/model";
import { attachedIn } from "../attached-text.ts";

/** A part of a user's message: words, an image, or something the decoder has made out already. */
export type UserPart =
  | { readonly text: string }
  | { readonly image: EmbeddedImage | null; readonly name: string | null }
  | { readonly attached: ItemBody };

export interface SplitMessage {
  /** What the person said; empty where nobody did. */
  readonly words: readonly string[];
  readonly attached: readonly ItemBody[];
}

/** Tells the words of a person from what came with them. A label for an image names the image behind it. */
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

/** The bytes in a `data:` address; null when it is another, or not in base64. */
export function embeddedIn(url: string): EmbeddedImage | null {
  const [found, mediaType = ""] = /^data:([^;,]*)(?:;[^,;]*)*;base64,/.exec(url.slice(0, 200)) ?? [];
  return found === undefined ? null : { mediaType, base64: url.slice(found.length) };
}
