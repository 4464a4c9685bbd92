import { objectOf, textOf } from "./json.ts";
import type { Strict } from "./strict.ts";

/** The format of seals made by the scripted models. */
const ownSeal = /^(?:sealed|signature)_[0-9a-f]{24}$/;

/** Refuses overlong texts, and reasoning that another model sealed. */
export function textRefusal(body: unknown, strict: Strict): string | null {
  return firstAt(body, "$", (value, path) => {
    if (strict.maxTextLength !== undefined && typeof value === "string" && isTooLong(value, strict.maxTextLength))
      return `Invalid '${path}': string too long. Expected a string with maximum length ${strict.maxTextLength}, but got a string with length ${value.length} instead.`;
    return strict.ownReasoning ? sealRefusal(value, path) : null;
  });
}

export function imageRefusal(body: unknown, strict: Strict): string | null {
  return firstAt(body, "$", (value, path) => {
    const image = imageOf(value);
    if (!image) return null;
    if (strict.maxImageBytes !== undefined && image.base64.length > strict.maxImageBytes)
      return `${path}: image exceeds ${strict.maxImageBytes} bytes maximum: ${image.base64.length} bytes.`;
    return strict.soundImages && !isSound(image)
      ? `${path}: Could not process image. The image data you provided does not represent a valid image.`
      : null;
  });
}

function isTooLong(text: string, most: number): boolean {
  return text.length > most && !text.startsWith("data:image/");
}

/** Google's servers accept this instead of a signature. */
const noSeal = "skip_thought_signature_validator";

/** OpenAI's `encrypted_content`, Anthropic's signed thinking, and anything Google's models sign. */
function sealRefusal(value: unknown, path: string): string | null {
  const { type, encrypted_content, signature, thoughtSignature } = objectOf(value);
  if (typeof thoughtSignature === "string" && thoughtSignature !== noSeal && !ownSeal.test(thoughtSignature))
    return `${path}: Corrupted thought signature.`;
  if (typeof encrypted_content === "string" && !ownSeal.test(encrypted_content))
    return `The encrypted content at ${path} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`;
  if (type === "thinking" && !ownSeal.test(textOf(signature)))
    return `${path}: Invalid \`signature\` in \`thinking\` block`;
  return null;
}

type Image = { mediaType: string; base64: string };

function imageOf(value: unknown): Image | null {
  if (typeof value === "string") {
    const found = /^data:(image\/[^;,]+);base64,/.exec(value);
    return found ? { mediaType: found[1] ?? "", base64: value.slice(found[0].length) } : null;
  }
  const { type, media_type, mimeType, data } = objectOf(value);
  const mediaType = type === "base64" ? textOf(media_type) : textOf(mimeType);
  return mediaType.startsWith("image/") && typeof data === "string" ? { mediaType, base64: data } : null;
}

const openings: Record<string, string> = {
  "image/png": "89504e470d0a1a0a",
  "image/jpeg": "ffd8ff",
  "image/gif": "47494638",
  "image/webp": "52494646",
};

function isSound({ mediaType, base64 }: Image): boolean {
  const bytes = Buffer.from(base64, "base64");
  const opening = openings[mediaType];
  return (
    opening !== undefined && bytes.toString("base64") === base64 && bytes.toString("hex", 0, 12).startsWith(opening)
  );
}

function firstAt(value: unknown, path: string, look: (value: unknown, path: string) => string | null): string | null {
  const found = look(value, path);
  if (found || typeof value !== "object" || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    const inner = firstAt(part, `${path}.${key}`, look);
    if (inner) return inner;
  }
  return null;
}
