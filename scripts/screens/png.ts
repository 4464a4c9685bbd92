import { crc32, deflateSync } from "node:zlib";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes each: red, green, blue, opacity. */
  readonly pixels: Uint8Array;
}

/** With a palette, in as many shades as 256 places hold: a screen has few colours, and the file stays small. */
export function pngOf(image: Pixels): Uint8Array {
  for (const step of [8, 16, 32, 64]) {
    const indexed = index(image, step);
    if (indexed !== null) return encode(image, indexed.colours, indexed.places);
  }
  throw new Error("The picture has more than 256 colours.");
}

function index({ pixels }: Pixels, step: number) {
  const known = new Map<number, number>();
  const places = new Uint8Array(pixels.length / 4);
  const shade = (at: number) => Math.min(255, Math.round((pixels[at] ?? 0) / step) * step);
  for (let pixel = 0; pixel < places.length; pixel += 1) {
    const at = pixel * 4;
    const colour = (shade(at) << 16) | (shade(at + 1) << 8) | shade(at + 2);
    const place = known.get(colour) ?? known.size;
    if (place > 255) return null;
    known.set(colour, place);
    places[pixel] = place;
  }
  return { colours: [...known.keys()], places };
}

function encode({ width, height }: Pixels, colours: readonly number[], places: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // eight bits a pixel, by palette
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let row = 0; row < height; row += 1)
    rows.set(places.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
