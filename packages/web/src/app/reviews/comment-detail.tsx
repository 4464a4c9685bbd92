import { localTime, type ReviewComment } from "@reprise/model";
import { Badge } from "../design/index.ts";
import { FilePath } from "../embedding/file-path.tsx";
import { DiffText } from "../text/diff-text.tsx";
import { Markdown } from "../text/markdown.tsx";
import { authorOf, placeOf, resolutionWords } from "./comment-words.ts";

interface CommentDetailProps {
  readonly comment: ReviewComment;
  /** Of the checkout. */
  readonly folder: string;
}

/** One comment: who says what about which lines. Its text was written by others, and is never read as HTML. */
export function CommentDetail({ comment, folder }: CommentDetailProps) {
  const { body, diffHunk, createdAt, commitSha, filePath, lineNumber, originalLineNumber } = comment;
  const resolution = resolutionWords(comment.resolved);
  return (
    <article class="comment-detail" aria-label={`Comment by ${authorOf(comment)}`}>
      <header>
        <h2>{authorOf(comment)}</h2>
        {filePath !== null && (
          <FilePath path={`${folder}/${filePath}`} line={lineNumber}>
            {placeOf(comment)}
          </FilePath>
        )}
        {resolution !== null && <Badge tone={comment.resolved === true ? "good" : "caution"}>{resolution}</Badge>}
      </header>
      <p class="faint">
        {[
          createdAt === null ? null : localTime(createdAt),
          commitSha === null ? null : `on ${commitSha.slice(0, 9)}`,
          lineNumber === null && originalLineNumber !== null ? "the line is gone since" : null,
          comment.inReplyToId === null ? null : "a reply",
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {body === null || body.trim() === "" ? <p class="faint">(no text)</p> : <Markdown text={body} />}
      {diffHunk !== null && <DiffText diff={diffHunk} change="update" />}
    </article>
  );
}
