import {
  asTimestamp,
  count,
  type FetchedComments,
  grouped,
  inOrder,
  type ReviewComment,
  SessionError,
  tryParseJson,
} from "@reprise/model";
import { type Foreign, isForeign } from "../agents/foreign.ts";
import type { Host } from "../host/host.ts";
import { countOf, plain } from "./github/comment.ts";

const mostBytes = 64 * 1024 * 1024;
/** More are counted, not listed. */
const mostProblems = 50;

/** One comment a line, or what `reprise review --json` prints. A bad line hides no other. */
export function readCommentsFile(
  path: string,
  { files, now }: Host,
): Pick<FetchedComments, "comments" | "problems" | "resolutionProblem" | "fetchedAt"> {
  const text = textOfFile(path, files);
  const problems: string[] = [];
  const comments = new Map<number, ReviewComment>();
  for (const { value, where } of valuesIn(text)) {
    const read = isForeign(value) ? commentIn(value) : null;
    if (read === null) problems.push(`${where}: ${value === undefined ? "not JSON" : "not a comment"}; left out.`);
    else if (read.comment === null) problems.push(`${where}: no id; left out.`);
    else if (comments.has(read.comment.id))
      problems.push(`${where}: the id ${read.comment.id} again; the first one is used.`);
    else comments.set(read.comment.id, read.comment);
    if (read?.comment && read.bad.length > 0)
      problems.push(`${where}: ${read.bad.join(", ")} cannot be read; taken as missing.`);
  }
  const unknownCount = [...comments.values()].filter(({ resolved }) => resolved === null).length;
  return {
    comments: [...inOrder([...comments.values()])],
    problems: [
      ...problems.slice(0, mostProblems),
      ...(problems.length > mostProblems ? [`${count(problems.length - mostProblems, "more problem")}.`] : []),
    ],
    resolutionProblem:
      unknownCount === 0 ? null : `The file does not say whether ${count(unknownCount, "comment")} are resolved.`,
    fetchedAt: now(),
  };
}

function textOfFile(path: string, files: Host["files"]): string {
  try {
    const sizeBytes = files.stamp(path)?.sizeBytes ?? 0;
    if (sizeBytes > mostBytes)
      throw new SessionError(
        "bad-use",
        `${path} has ${grouped(sizeBytes)} bytes; a file of comments may have ${grouped(mostBytes)}.`,
      );
    const text = files.text(path, mostBytes);
    if (text === null) throw new SessionError("not-found", `There is no file ${path}.`);
    if (text.includes("\0"))
      throw new SessionError("bad-use", `${path} is no text. A file of comments has one JSON object a line.`);
    return text.replace(/^\ufeff/, "");
  } catch (error) {
    // What was named by the person is theirs to correct.
    if (error instanceof SessionError && error.code === "unreadable")
      throw new SessionError("bad-use", error.message, { cause: error });
    throw error;
  }
}

interface Found {
  /** Undefined: no JSON. */
  readonly value: unknown;
  readonly where: string;
}

function valuesIn(text: string): Found[] {
  const whole = /^\s*\{/.test(text) ? tryParseJson(text) : undefined;
  if (isForeign(whole) && Array.isArray(whole.comments)) return listed(whole.comments, "");
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = tryParseJson(line);
    const where = `Line ${index + 1}`;
    if (isForeign(value) && Array.isArray(value.comments)) return listed(value.comments, `${where}, `);
    return [{ value, where }];
  });
}

function listed(comments: readonly unknown[], where: string): Found[] {
  return comments.map((value, index) => ({
    value,
    where: `${where}${where === "" ? "C" : "c"}omment ${index + 1}`,
  }));
}

interface ReadComment {
  readonly comment: ReviewComment | null;
  readonly bad: readonly string[];
}

/** In either spelling: `file_path` or `filePath`. */
function commentIn(value: Foreign): ReadComment {
  const bad: string[] = [];
  const field = <Part>(snake: string, camel: string, read: (given: unknown) => Part | null): Part | null => {
    const given = value[snake] ?? value[camel] ?? null;
    const part = given === null ? null : read(given);
    if (given !== null && part === null) bad.push(value[snake] === undefined ? camel : snake);
    return part;
  };
  const id = countOf(value.id);
  if (id === null) return { comment: null, bad };
  const comment = {
    id,
    author: field("author", "author", plain),
    filePath: field("file_path", "filePath", plain),
    lineNumber: field("line_number", "lineNumber", countOf),
    originalLineNumber: field("original_line_number", "originalLineNumber", countOf),
    body: field("body", "body", plain),
    diffHunk: field("diff_hunk", "diffHunk", plain),
    commitSha: field("commit_sha", "commitSha", plain),
    inReplyToId: field("in_reply_to_id", "inReplyToId", countOf),
    createdAt: field("created_at", "createdAt", (given) => (typeof given === "string" ? asTimestamp(given) : null)),
    resolved: field("resolved", "resolved", (given) => (typeof given === "boolean" ? given : null)),
  };
  return { comment, bad };
}
