import { crc32, deflateSync } from "node:zlib";

/** A whole PNG that does not compress, in base64. */
export function noisePng(width: number, height: number): string {
  const rows = Buffer.alloc(height * (1 + width * 4));
  let seed = 1;
  for (let at = 0; at < rows.length; at += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    rows[at] = at % (1 + width * 4) === 0 ? 0 : seed >>> 16;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]).toString("base64");
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
