import type { AilmentFate, EmbeddedImage } from "@reprise/model";

interface ImageFault {
  readonly kind: "broken-image" | "oversized-image";
  readonly what: string;
  readonly onResume?: AilmentFate | undefined;
}

/** The strictest vendor's limit. */
const mostImageBase64 = 5 * 1024 * 1024;

/** Further limits of one agent's models. */
export interface ImageRules {
  /** Per side; null: the agent or its models scale it down. */
  readonly mostPixels: number | null;
  /** Fate of a larger image. */
  readonly onMorePixels?: AilmentFate | undefined;
  readonly types?: readonly string[] | undefined;
}

const anyTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Enough for the dimensions, except of a JPEG with long segments before its frame. */
const headBytes = 64 * 1024;

/** Why a model would refuse an image; null if it would not. */
export function imageFault(
  { mediaType, base64 }: EmbeddedImage,
  { mostPixels, onMorePixels, types = anyTypes }: ImageRules = { mostPixels: null },
): ImageFault | null {
  if (base64.length > mostImageBase64)
    return {
      kind: "oversized-image",
      what: `An image of ${megabytes(base64.length)} MB in base64; models accept at most ${megabytes(mostImageBase64)} MB.`,
    };
  if (base64.length === 0 || base64.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return broken("its base64 does not decode");
  const head = Buffer.from(base64.slice(0, Math.ceil(headBytes / 3) * 4), "base64");
  const found = mediaTypeOf(head);
  if (found === null) return broken(`it is not an image that models accept (declared as ${mediaType})`);
  if (found !== plain(mediaType)) return broken(`it is declared as ${mediaType} and is ${found}`);
  if (found === "image/png" && !tailOf(base64).includes("IEND")) return broken("it is truncated");
  if (!types.includes(found)) return broken(`its models do not accept ${found}`);
  const size = dimensionsOf(head, found);
  if (!size) return null;
  const [width, height] = size;
  if (width === 0 || height === 0) return broken(`its header says ${width} × ${height} pixels`);
  if (mostPixels === null || Math.max(width, height) <= mostPixels) return null;
  return { kind: "oversized-image", what: tooManyPixels(width, height, mostPixels), onResume: onMorePixels };
}

export function tooManyPixels(width: number, height: number, most: number): string {
  return `An image of ${width} × ${height} pixels; models accept at most ${most} a side.`;
}

/** Null if the header lacks it. */
export function sizeOfImage({ base64 }: EmbeddedImage): readonly [number, number] | null {
  const head = Buffer.from(base64.slice(0, Math.ceil(headBytes / 3) * 4), "base64");
  const kind = mediaTypeOf(head);
  return kind === null ? null : dimensionsOf(head, kind);
}

function tailOf(base64: string): Buffer {
  const from = Math.max(0, base64.length - headBytes);
  return Buffer.from(base64.slice(from - (from % 4)), "base64");
}

function broken(why: string): ImageFault {
  return { kind: "broken-image", what: `A broken image: ${why}.` };
}

function plain(mediaType: string): string {
  const type = mediaType.toLowerCase().split(";")[0]?.trim() ?? "";
  return type === "image/jpg" ? "image/jpeg" : type;
}

/** Detected from the bytes; null if not an image. */
export function mediaTypeOf(head: Buffer): string | null {
  const start = head.toString("latin1", 0, 12);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  return start.startsWith("RIFF") && start.slice(8) === "WEBP" ? "image/webp" : null;
}

function dimensionsOf(head: Buffer, kind: string): readonly [number, number] | null {
  if (kind === "image/png") return head.length < 24 ? [0, 0] : [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (kind === "image/gif") return head.length < 10 ? [0, 0] : [head.readUInt16LE(6), head.readUInt16LE(8)];
  return kind === "image/jpeg" ? frameOf(head) : null;
}

/** The first frame header of a JPEG, found segment by segment. */
function frameOf(head: Buffer): readonly [number, number] | null {
  for (let at = 2; at + 9 < head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

function megabytes(count: number): string {
  return (count / 1024 / 1024).toFixed(1);
}
