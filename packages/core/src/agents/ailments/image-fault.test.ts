import { describe, expect, it } from "vitest";
import { noisePng } from "../../../test/ailing/png.ts";
import { imageFault } from "./image-fault.ts";

const png = (base64: string) => imageFault({ mediaType: "image/png", base64 });

describe("an image", () => {
  it("is sound when it is what it is declared as", () => {
    expect(png(noisePng(4, 4))).toBeNull();
    expect(imageFault({ mediaType: "image/gif", base64: gif(3, 2) })).toBeNull();
    expect(imageFault({ mediaType: "image/JPG", base64: jpeg(640, 480) })).toBeNull();
  });

  it("is broken by its base64, its kind, its end or its dimensions", () => {
    const whole = noisePng(16, 16);
    expect(png("")?.kind).toBe("broken-image");
    expect(png("not base64!")?.what).toContain("does not decode");
    expect(png(Buffer.from("plain text here").toString("base64"))?.what).toContain("not an image that models accept");
    expect(imageFault({ mediaType: "image/jpeg", base64: whole })?.what).toContain("is image/png");
    expect(png(whole.slice(0, 400))?.what).toContain("truncated");
    expect(imageFault({ mediaType: "image/gif", base64: gif(0, 2) })?.what).toContain("0 × 2");
  });

  it("is too large by its bytes or by its header alone", () => {
    expect(png("A".repeat(5 * 1024 * 1024 + 4))?.kind).toBe("oversized-image");
    const large = { mediaType: "image/gif", base64: gif(9000, 2) };
    const rules = { mostPixels: 8000 };
    expect(imageFault(large, rules)).toMatchObject({
      kind: "oversized-image",
      what: expect.stringContaining("9000 × 2"),
    });
    expect(imageFault({ mediaType: "image/jpeg", base64: jpeg(8001, 10) }, rules)?.kind).toBe("oversized-image");
    expect(imageFault(large)).toBeNull();
  });

  it("may be of a type that the models of an agent do not accept", () => {
    const rules = { mostPixels: null, types: ["image/png"] };
    expect(imageFault({ mediaType: "image/gif", base64: gif(3, 2) }, rules)?.kind).toBe("broken-image");
  });
});

function gif(width: number, height: number): string {
  const bytes = Buffer.from("GIF89a\0\0\0\0;", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString("base64");
}

function jpeg(width: number, height: number): string {
  const bytes = Buffer.alloc(40);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8]);
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return bytes.toString("base64");
}
