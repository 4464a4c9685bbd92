import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { maxLineBytes, readLines } from "./lines.ts";

async function linesOf(content: string | Buffer, span: { fromByte?: number; fromLine?: number; toByte?: number } = {}) {
  const reader = memoryHost({ "/f": content }).files.open("/f", span.fromByte ?? 0);
  if (!reader) throw new Error("no file");
  const found: { text: string; line: number; offset: number; isOpenEnded: boolean }[] = [];
  const whole = { fromByte: 0, fromLine: 1, toByte: Number.POSITIVE_INFINITY, ...span };
  for await (const batch of readLines(reader, whole)) {
    for (let index = 0; index < batch.count; index += 1) {
      const start = batch.starts[index] ?? 0;
      found.push({
        text: batch.bytes.toString("utf8", start, batch.ends[index]),
        line: batch.firstLine + index,
        offset: batch.baseOffset + start,
        isOpenEnded: batch.isOpenEnded && index === batch.count - 1,
      });
    }
  }
  return found;
}

describe("readLines", () => {
  it("numbers lines from 1 and bytes from 0", async () => {
    expect(await linesOf("a\nbé\n\nc\n")).toEqual([
      { text: "a", line: 1, offset: 0, isOpenEnded: false },
      { text: "bé", line: 2, offset: 2, isOpenEnded: false },
      { text: "", line: 3, offset: 6, isOpenEnded: false },
      { text: "c", line: 4, offset: 7, isOpenEnded: false },
    ]);
  });

  it("tells a last line that has no newline", async () => {
    expect(await linesOf("a\nb")).toEqual([
      { text: "a", line: 1, offset: 0, isOpenEnded: false },
      { text: "b", line: 2, offset: 2, isOpenEnded: true },
    ]);
  });

  it("gives nothing for an empty file", async () => {
    expect(await linesOf("")).toEqual([]);
  });

  it("goes on from a byte and stops at one", async () => {
    expect(await linesOf("aa\nbb\ncc\ndd\n", { fromByte: 3, fromLine: 2, toByte: 9 })).toEqual([
      { text: "bb", line: 2, offset: 3, isOpenEnded: false },
      { text: "cc", line: 3, offset: 6, isOpenEnded: false },
    ]);
  });

  it("keeps every line whole whatever the sizes of lines and reads", async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      String.fromCharCode(97 + (index % 26)).repeat((index * 7919) % 5000),
    );
    expect((await linesOf(`${lines.join("\n")}\n`)).map(({ text }) => text)).toEqual(lines);
  });

  it("tells a line beyond the limit by its beginning and size, and goes on behind it", async () => {
    const long = Buffer.alloc(maxLineBytes + 2_000_000, "x");
    const content = Buffer.concat([Buffer.from("first\n"), long, Buffer.from("\nlast\n")]);
    const reader = memoryHost({ "/f": content }).files.open("/f");
    if (!reader) throw new Error("no file");
    const seen: (number | string)[] = [];
    for await (const batch of readLines(reader, {
      fromByte: 0,
      fromLine: 1,
      toByte: Number.POSITIVE_INFINITY,
    })) {
      if (batch.oversizedBytes !== null) seen.push(batch.oversizedBytes, batch.firstLine, batch.baseOffset);
      else
        seen.push(
          batch.bytes.toString("utf8", batch.starts[0], batch.ends[0]),
          batch.firstLine,
          batch.baseOffset + (batch.starts[0] ?? 0),
        );
    }
    expect(seen).toEqual(["first", 1, 0, long.length, 2, 6, "last", 3, 7 + long.length]);
  });
});
