import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commentLines } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { readCommentsFile } from "./comments-file.ts";

let scratch: Scratch;
let path: string;
beforeEach(async () => {
  scratch = await makeScratch("comments");
  path = join(scratch.root, "comments.jsonl");
});
afterEach(() => scratch.remove());

const read = (content?: string | Buffer) => {
  if (content !== undefined) writeFileSync(path, content);
  return readCommentsFile(path, nodeHost({ HOME: scratch.home }));
};
const thrown = (content?: string | Buffer) => {
  try {
    read(content);
  } catch (error) {
    return error as Error;
  }
  return null;
};

describe("a file of comments", () => {
  it("gives back what was written", () => {
    const { comments } = read(
      '\ufeff{"id":1,"author":"a","file_path":"x","line_number":3,"original_line_number":2,"body":"b\\ud800","diff_hunk":"h","commit_sha":"c","in_reply_to_id":7,"created_at":"2026-01-01T00:00:00Z","resolved":false}\r\n',
    );
    expect(comments).toMatchObject([{ body: "b\ufffd", createdAt: "2026-01-01T00:00:00.000Z", inReplyToId: 7 }]);
    expect(read(commentLines(comments)).comments).toEqual(comments);
  });

  it("may be what is printed as JSON, on one line or on many", () => {
    const value = { pullRequest: null, comments: [{ id: 2, filePath: "b" }, { id: 1, filePath: "a" }, "x"] };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), `${JSON.stringify(value)}\n`]) {
      const { comments, problems } = read(text);
      expect(comments.map(({ id }) => id)).toEqual([1, 2]);
      expect(problems).toEqual(["Comment 3: not a comment; left out."]);
    }
  });

  it("says which comments are not known to be resolved", () => {
    expect(read('{"id":1,"resolved":true}').resolutionProblem).toBeNull();
    expect(read('{"id":1,"resolved":true}\n{"id":2}').resolutionProblem).toContain("1 comment");
  });

  it("with very many bad lines lists the first and counts the rest", () => {
    expect(read("x\n".repeat(1000)).problems).toHaveLength(51);
  });

  it("that is no text, too large, a pipe or missing is refused", () => {
    expect(thrown()).toMatchObject({ code: "not-found" });
    expect(thrown(Buffer.from([0x7f, 0x45, 0, 1]))).toMatchObject({ code: "bad-use" });
    truncateSync(path, 65 * 1024 * 1024);
    expect(thrown()).toMatchObject({ code: "bad-use", message: expect.stringContaining("68,157,440 bytes") });
    const pipe = join(scratch.root, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(() => readCommentsFile(pipe, nodeHost({ HOME: scratch.home }))).toThrowError(
      expect.objectContaining({ code: "bad-use", message: expect.stringContaining("named pipe") }),
    );
  });
});
