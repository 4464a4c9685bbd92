import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { openOutput } from "./output.ts";

test("a stream nobody writes to is never asked for", async () => {
  const output = openOutput(() => {
    throw new Error("asked for");
  });
  await output.flush();
});

test("a write that throws fails as one that tells", async () => {
  const stream = new Writable();
  stream.write = () => {
    throw Object.assign(new Error("no room"), { code: "ENOSPC" });
  };
  await expect(openOutput(() => stream).write("x")).rejects.toThrow("could not be written (ENOSPC)");
});

test("a stream that closes while it is full is not waited for without end", async () => {
  const stream: Writable = new Writable({
    highWaterMark: 1,
    write: () => setImmediate(() => stream.destroy()),
  });
  const output = openOutput(() => stream);
  await output.write("xx");
  await expect(output.write("yy")).rejects.toMatchObject({ code: "ERR_STREAM_DESTROYED" });
});

test("flush waits for what was written", async () => {
  let isDone = false;
  const stream = new Writable({
    write(_piece, _encoding, done) {
      setImmediate(() => {
        isDone = true;
        done();
      });
    },
  });
  const output = openOutput(() => stream);
  await output.write("x");
  await output.flush();
  expect(isDone).toBe(true);
});

test("what is not taken at once goes to the stream, and so does all after it", async () => {
  const pieces: string[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece.toString());
      done();
    },
  });
  const direct: string[] = [];
  const writeNow = (text: string) => {
    direct.push(text.slice(0, 2));
    return text.length > 2 ? Buffer.from(text.slice(2)) : null;
  };
  const output = openOutput(() => stream, { writeNow });
  for (const text of ["ab", "cdef", "gh"]) await output.write(text);
  await output.flush();
  expect([direct, pieces.join("")]).toEqual([["ab", "cd"], "efgh"]);
});

test("a direct write that fails is told as one of the stream", async () => {
  const writeNow = () => {
    throw Object.assign(new Error("gone"), { code: "EPIPE" });
  };
  const output = openOutput(() => new Writable(), { writeNow });
  await expect(output.write("x")).rejects.toMatchObject({ code: "EPIPE" });
  await expect(output.flush()).rejects.toMatchObject({ code: "EPIPE" });
});
